import type { World } from '../types.ts'

/** After settings, rules or trust changed: every page reads anew what follows from them. */
export function tellSession({ settings, hub }: Pick<World, 'settings' | 'hub'>): void {
  settings.changed?.()
  hub.publish({ type: 'session' })
}
