/** The skill that goes with the message. */
export interface Chip {
  /** Of the skill's file: its identity. */
  readonly path: string
  /** What a person would type after `/`. */
  readonly name: string
  /** Its file was saved since it was picked. */
  readonly changed: boolean
}

/** What a message says: what is sent, recalled and undone as one. */
export interface Content {
  readonly text: string
  readonly chip: Chip | undefined
  /** Values of the argument fields, in their order. */
  readonly fields: readonly string[]
}

/** A file that goes with the message. */
export interface DraftAttachment {
  /** Unique in the draft. */
  readonly id: string
  readonly name: string
  /** In bytes. */
  readonly size: number
  readonly state:
    | { readonly kind: 'uploading' }
    | {
        readonly kind: 'stored'
        readonly url: string
        readonly mediaType: string
        readonly shown: boolean
      }
    | { readonly kind: 'failed'; readonly message: string }
    /** The page was closed while it was being uploaded. */
    | { readonly kind: 'lost' }
}

/** What a person is about to send in one conversation. Kept over reloads and failed sends. */
export interface Draft extends Content {
  readonly attachments: readonly DraftAttachment[]
  /** Locations of active skills that end with this message. */
  readonly drop: readonly string[]
  /** Undefined: the session's. */
  readonly model: string | undefined
}

export const emptyContent: Content = { text: '', chip: undefined, fields: [] }

export const emptyDraft: Draft = {
  ...emptyContent,
  attachments: [],
  drop: [],
  model: undefined,
}

/** Nothing of it would make a message. */
export function isEmptyDraft({ text, chip, attachments }: Draft): boolean {
  return text.trim() === '' && chip === undefined && attachments.length === 0
}
