import type { World } from '../types.ts'
import { createCodes } from './codes.ts'
import { guard } from './guard.ts'
import { createPassword } from './password.ts'
import { accessRoutes } from './route.ts'
import { createSessions } from './sessions.ts'

export { answerOddities, throughDoor } from './door.ts'
export { askerOf, forDeciders, requireDecider } from './guard.ts'
export { inAddress, isLoopback } from './host.ts'
export {
  defaultLimits,
  headAlone,
  isAnsweredElsewhere,
  type Limits,
  limitBody,
  limitDepth,
  limitStreams,
} from './limits.ts'

/** Who comes in: by code or password once, then by cookie and key, or by a token. */
export function createAccess(
  { access, now, random }: Pick<World, 'access' | 'now' | 'random'>,
  port: () => number,
) {
  const codes = createCodes(now, random)
  const sessions = createSessions(random)
  const password = access.password === undefined ? undefined : createPassword(access.password, now)
  const cookieName = () => `skillet-${port()}`
  const { tokens = [], allowedOrigins = [] } = access
  return {
    codes,
    guard: guard({
      sessions,
      tokens,
      allowedOrigins,
      cookieName,
      needsPassword: password !== undefined,
    }),
    routes: () => accessRoutes({ codes, sessions, password, cookieName }),
  }
}
