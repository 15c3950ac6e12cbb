import type { Engine } from '@skillet/agent'

/** A turn ends two seconds after it was told to; what hangs for longer is left behind. */
const mostMs = 3_000

/** Ends the turns of an engine, and waits until what they wrote is in the store. */
export async function closeEngine(engine: Engine): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, mostMs)
  })
  await Promise.race([engine.close(), late])
  clearTimeout(timer)
}
