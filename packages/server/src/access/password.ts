import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, Buffer>(scrypt)
const triesAMinute = 5
const minuteMs = 60_000

export type PasswordOutcome =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'too-many'; readonly retryAfterSeconds: number }

/** The password of a server beyond loopback: five tries a minute, from wherever they come. */
export interface Password {
  try(given: string): Promise<PasswordOutcome>
}

export function createPassword(password: string, now: () => number): Password {
  const salt = randomBytes(16)
  const kept = derive(password, salt, 32)
  let tries: readonly number[] = []
  return {
    async try(given) {
      tries = tries.filter((at) => at > now() - minuteMs)
      const [oldest] = tries
      if (oldest !== undefined && tries.length >= triesAMinute) {
        const retryAfterSeconds = Math.ceil((oldest + minuteMs - now()) / 1000)
        return { kind: 'too-many', retryAfterSeconds }
      }
      // Counted before the work, so that many at once are no way around.
      tries = [...tries, now()]
      const right = timingSafeEqual(await derive(given, salt, 32), await kept)
      return { kind: right ? 'right' : 'wrong' }
    },
  }
}
