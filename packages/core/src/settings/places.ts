import { posix, win32 } from 'node:path'
import type { Places } from './types.ts'

/** What `placesFor` decides by. */
export interface PlacesOptions {
  /** `process.platform`. */
  readonly platform: string
  /** `process.env`. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Absolute home folder. */
  readonly home: string
}

/**
 * Where settings and state are kept, by the conventions of the system. Touches no disk, throws
 * nothing.
 *
 * `SKILLET_HOME` replaces both folders and never moves the skill roots. As the XDG base
 * directory specification demands, a relative path in a variable counts as absent.
 *
 * @param options `process.platform`, `process.env` and the home folder, or others in their place
 * @returns absolute folders
 * @example
 * placesFor({ platform: 'linux', environment: {}, home: '/home/ada' }).config
 * // → '/home/ada/.config/skillet'
 */
export function placesFor({ platform, environment, home }: PlacesOptions): Places {
  const path = platform === 'win32' ? win32 : posix
  const join = (...parts: string[]): string => path.join(...parts)
  const folder = (variable: string): string | undefined => {
    const value = environment[variable]
    return value !== undefined && path.isAbsolute(value) ? value : undefined
  }
  const own = folder('SKILLET_HOME')
  if (own !== undefined) return { home, config: own, state: own }
  if (platform === 'win32') {
    return {
      home,
      config: join(folder('APPDATA') ?? join(home, 'AppData', 'Roaming'), 'skillet'),
      state: join(folder('LOCALAPPDATA') ?? join(home, 'AppData', 'Local'), 'skillet'),
    }
  }
  return {
    home,
    config: join(folder('XDG_CONFIG_HOME') ?? join(home, '.config'), 'skillet'),
    state: join(folder('XDG_STATE_HOME') ?? join(home, '.local', 'state'), 'skillet'),
  }
}
