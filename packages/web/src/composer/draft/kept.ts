import { type Chip, type Draft, type DraftAttachment, emptyDraft, isEmptyDraft } from './types.ts'

/** A part of the browser's storage; its tests bring their own. */
export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

const placeOf = (conversationId: string) => `skillet.draft.${conversationId}`

/** The draft that was kept for a conversation. Anything else in its place is an empty draft. */
export function readKept(storage: Storage, conversationId: string): Draft {
  try {
    return asDraft(JSON.parse(storage.getItem(placeOf(conversationId)) ?? 'null'))
  } catch {
    // Storage can be switched off, and what is in it can be anything.
    return emptyDraft
  }
}

/** Keeps a draft, and says whether the browser took it. */
export function writeKept(storage: Storage, conversationId: string, draft: Draft): boolean {
  try {
    const place = placeOf(conversationId)
    if (isEmptyDraft(draft) && draft.drop.length === 0 && draft.model === undefined) {
      storage.removeItem(place)
    } else storage.setItem(place, JSON.stringify({ version: 1, ...draft }))
    return true
  } catch {
    return false
  }
}

function asDraft(value: unknown): Draft {
  if (!isRecord(value) || value['version'] !== 1) return emptyDraft
  const { text, chip, fields, attachments, drop, model } = value
  return {
    text: typeof text === 'string' ? text : '',
    chip: asChip(chip),
    fields: strings(fields),
    attachments: Array.isArray(attachments) ? attachments.flatMap(asAttachment) : [],
    drop: strings(drop),
    model: typeof model === 'string' ? model : undefined,
  }
}

function asChip(value: unknown): Chip | undefined {
  if (!isRecord(value)) return undefined
  const { path, name, changed } = value
  if (typeof path !== 'string' || typeof name !== 'string') return undefined
  return { path, name, changed: changed === true }
}

/**
 * What is not stored is lost with the page that had its bytes: also what failed, since going away cuts
 * uploads off, and there is nothing left to try again with.
 */
function asAttachment(value: unknown): readonly DraftAttachment[] {
  if (!isRecord(value) || !isRecord(value['state'])) return []
  const { id, name, size, state } = value
  if (typeof id !== 'string' || typeof name !== 'string' || typeof size !== 'number') return []
  const { kind, url, mediaType, shown } = state
  if (kind === 'stored' && typeof url === 'string' && typeof mediaType === 'string') {
    return [{ id, name, size, state: { kind, url, mediaType, shown: shown === true } }]
  }
  return [{ id, name, size, state: { kind: 'lost' } }]
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
