const encoder = new TextEncoder()

/** A server-sent event: its type as `event`, the rest of it as JSON. */
export function frameOf({ type, ...rest }: { readonly type: string }, id?: string): Uint8Array {
  const head = id === undefined ? '' : `id: ${id}\n`
  // JSON has no line ends, so `data` is always one line.
  return encoder.encode(`${head}event: ${type}\ndata: ${JSON.stringify(rest)}\n\n`)
}

/** Says where a stream begins, and nothing more. */
export function idFrame(id: string): Uint8Array {
  return encoder.encode(`id: ${id}\n\n`)
}

/** Says that the connection is still there. */
export const keepAlive = encoder.encode(': here\n\n')
