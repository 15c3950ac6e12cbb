import { largestAttachment, mostAttachments } from '@skillet/server/contract'

/** What of some files can be attached to a message that has `already` others, and why others cannot. */
export function admit<F extends Pick<File, 'name' | 'size'>>(
  files: readonly F[],
  already: number,
): { readonly taken: readonly F[]; readonly refused: readonly Refused[] } {
  const fit = files.filter(({ size }) => size > 0 && size <= largestAttachment)
  const taken = fit.slice(0, Math.max(0, mostAttachments - already))
  const refused = files
    .filter((file) => !fit.includes(file))
    .map(
      ({ name, size }): Refused =>
        size === 0 ? { why: 'empty', name } : { why: 'too-large', name, size },
    )
  return {
    taken,
    refused: taken.length < fit.length ? [...refused, { why: 'too-many' }] : refused,
  }
}

/** Why a file stays out. */
export type Refused =
  /** A dropped folder looks like a file without bytes. */
  | { readonly why: 'empty'; readonly name: string }
  | { readonly why: 'too-large'; readonly name: string; readonly size: number }
  | { readonly why: 'too-many' }
