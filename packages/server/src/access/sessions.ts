import { digestOf, isSecret, type SecretDigest } from './secrets.ts'

/** More pages than this at once have one owner only by mistake; the oldest has to be opened again. */
const mostSessions = 200

interface Session {
  readonly cookie: SecretDigest
  readonly key: SecretDigest
}

/** What a page was given: neither of the two opens anything alone. */
export interface GivenSession {
  readonly cookie: string
  readonly key: string
}

/**
 * Pages that were let in since the server started. The cookie is sent to every port of the host, the
 * key is bound to the origin: only both together are the page.
 */
export interface Sessions {
  open(): GivenSession
  holds(cookies: readonly string[], key: string): boolean
}

export function createSessions(random: (bytes: number) => string): Sessions {
  let sessions: readonly Session[] = []
  return {
    open() {
      const given = { cookie: random(16), key: random(16) }
      const kept = { cookie: digestOf(given.cookie), key: digestOf(given.key) }
      sessions = [...sessions, kept].slice(-mostSessions)
      return given
    },
    holds(cookies, key) {
      let found = false
      for (const session of sessions) {
        const hasKey = isSecret(key, session.key)
        for (const cookie of cookies) if (isSecret(cookie, session.cookie) && hasKey) found = true
      }
      return found
    },
  }
}
