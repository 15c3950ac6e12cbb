import type { Context } from '../context.ts'
import type { Check } from './types.ts'

const least = [20, 19] as const

export function checkNode({ nodeVersion }: Pick<Context, 'nodeVersion'>): Check {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number)
  const recent = major > least[0] || (major === least[0] && minor >= least[1])
  const check = { area: 'Skillet', subject: 'Node', detail: nodeVersion } as const
  if (recent) return { ...check, status: 'ok' }
  return { ...check, status: 'error', remedy: `Install Node ${least.join('.')} or newer.` }
}
