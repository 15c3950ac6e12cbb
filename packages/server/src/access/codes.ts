import { digestOf, findSecret, type SecretDigest } from './secrets.ts'

const lifetimeMs = 5 * 60_000
/** Those that are used or too old are remembered for a while, to say so. */
const mostRemembered = 100

interface Code {
  readonly digest: SecretDigest
  readonly until: number
  state: 'fresh' | 'used'
  readonly settle: (exchanged: boolean) => void
  readonly settled: Promise<boolean>
}

export type CodeOutcome = 'exchanged' | 'used' | 'late' | 'unknown'

/** Codes that open one page each: once, within five minutes. They live in memory alone. */
export interface Codes {
  /** 128 random bits, as hex. */
  make(): string
  exchange(code: string): CodeOutcome
  /** True once that code was exchanged; false when its time is over, or nobody knows it. */
  exchanged(code: string): Promise<boolean>
  close(): void
}

export function createCodes(now: () => number, random: (bytes: number) => string): Codes {
  let codes: readonly Code[] = []
  const timers = new Set<NodeJS.Timeout>()
  return {
    make() {
      const code = random(16)
      const { promise, resolve } = settleable()
      const timer = setTimeout(() => resolve(false), lifetimeMs).unref()
      timers.add(timer)
      const settle = (exchanged: boolean) => {
        clearTimeout(timer)
        timers.delete(timer)
        resolve(exchanged)
      }
      codes = [
        ...codes,
        {
          digest: digestOf(code),
          until: now() + lifetimeMs,
          state: 'fresh',
          settle,
          settled: promise,
        } satisfies Code,
      ].slice(-mostRemembered)
      return code
    },
    exchange(given) {
      const code = findSecret(given, codes)
      if (code === undefined) return 'unknown'
      if (code.state === 'used') return 'used'
      if (now() > code.until) return 'late'
      code.state = 'used'
      code.settle(true)
      return 'exchanged'
    },
    exchanged: async (given) => (await findSecret(given, codes)?.settled) ?? false,
    close() {
      for (const code of codes) code.settle(false)
    },
  }
}

function settleable() {
  let resolve: (value: boolean) => void = () => {}
  const promise = new Promise<boolean>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
