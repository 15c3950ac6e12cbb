import { dirname, resolve } from 'node:path'
import type { SandboxOptions } from '@skillet/agent'
import type { Settings } from '@skillet/core'

/** What a person's settings say of the sandbox. A project has no say. */
export function sandboxOptions({ user, userFile }: Settings): SandboxOptions {
  const { sandbox = 'auto' } = user
  if (typeof sandbox === 'string') return { mode: sandbox }
  const { network, readable } = sandbox
  return {
    ...(network !== undefined && { network }),
    ...(readable !== undefined && { readable: readable.map((path) => absolute(path, userFile)) }),
  }
}

/** A relative path starts at the folder of the file it stands in; who is at home is the engine's to say. */
function absolute(path: string, userFile: string): string {
  return /^[~$]/u.test(path) ? path : resolve(dirname(userFile), path)
}
