import type { Reply } from '../script.ts'

/** The protocols that a provider may speak, as the table of faults names them. */
export type Wire = 'anthropic' | 'responses' | 'openai-chat' | 'chat' | 'google'

/** How a turn may end under a fault. */
export type Expected =
  /** With all of the text that is shown. */
  | { readonly reason: 'done'; readonly text: string }
  | { readonly reason: 'step-limit' }
  | { readonly reason: 'error'; readonly class: string }

/** One way in which a provider misbehaves, and what has to come of it. */
export interface Fault {
  readonly group: string
  /** What the provider does, as the table says it. */
  readonly what: string
  /** What it sends; undefined: this protocol has no way to do so. */
  readonly reply: (wire: Wire, origin: string) => Reply | undefined
  readonly expected: Expected
  /** Where one protocol says it differently. */
  readonly except?: Partial<Readonly<Record<Wire, Expected>>>
  /** Whether it does so once, and answers the next request. Default: every time. */
  readonly once?: true
  /** It stays silent: the limits of the guard are short. */
  readonly silent?: true
}

/** What a provider has to say, with characters of one to four bytes. */
export const whole = 'All is well. 一切正常 🙂'
/** What it says once it is mended. */
export const mended = 'Good again.'

export const shows = (text: string): Expected => ({ reason: 'done', text })
export const done: Expected = shows(whole)
export const fails = (kind: string): Expected => ({ reason: 'error', class: kind })
