import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Context } from '../context.ts'
import type { Check } from './types.ts'

type Lookout = Pick<Context, 'environment' | 'platform'>

/** Programs that Skillet's tools use, and what is different without them. */
export async function checkTools(lookout: Lookout): Promise<readonly Check[]> {
  return Promise.all(
    programs.map(async ({ name, need, without, remedy }): Promise<Check> => {
      const path = await findProgram(name, lookout)
      const check = { area: 'Tools', subject: name } as const
      return path === undefined
        ? { ...check, status: need, detail: `not found: ${without}`, remedy }
        : { ...check, status: 'ok', detail: path }
    }),
  )
}

const programs = [
  {
    name: 'bash',
    need: 'warning',
    without: 'skills cannot run commands',
    remedy: 'Install bash; on Windows it comes with Git.',
  },
  {
    name: 'git',
    need: 'note',
    without: 'skills that work with a repository cannot',
    remedy: 'Install git from your system’s packages.',
  },
  {
    name: 'rg',
    need: 'note',
    without: 'searching large folders is slower',
    remedy: 'Install ripgrep from your system’s packages.',
  },
] as const

async function findProgram(name: string, { environment, platform }: Lookout) {
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const names = platform === 'win32' ? [`${name}.exe`, `${name}.cmd`] : [name]
  for (const path of folders.flatMap((folder) => names.map((one) => join(folder, one)))) {
    const runs = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (runs) return path
  }
  return undefined
}
