/** The loader that Skillet is measured beside: pi 0.73.1, installed outside the repository. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cache } from './corpus.mjs'

const version = '0.73.1'
const name = '@mariozechner/pi-coding-agent'

/** The file with `loadSkillsFromDir`, or undefined where the package cannot be installed. */
export function piLoader() {
  const folder = join(cache, `pi-${version}`)
  const loader = join(folder, 'node_modules', name, 'dist/core/skills.js')
  if (existsSync(loader)) return loader
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  spawnSync(
    'npm',
    ['install', `${name}@${version}`, '--ignore-scripts', '--no-audit', '--no-fund'],
    {
      cwd: folder,
      stdio: 'ignore',
    },
  )
  return existsSync(loader) ? loader : undefined
}
