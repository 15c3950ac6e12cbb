/**
 * The real skills that the figures are measured on: an archive of `SKILL.md` files, unpacked once
 * into the cache folder. `SKILLET_CORPUS` names a folder, `SKILLET_CORPUS_ARCHIVE` an archive.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { root } from '../scripts/prepare.mjs'

/** The cache folder of the benchmarks, outside the repository. */
export const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'skillet-bench')

/** The folder of real skills, or undefined where there is neither a folder nor an archive. */
export function realSkills() {
  const named = process.env.SKILLET_CORPUS
  if (named) return existsSync(named) ? named : undefined
  const archive =
    process.env.SKILLET_CORPUS_ARCHIVE ?? join(root, '../shared/data/real-skills.tar.xz')
  if (!existsSync(archive)) return undefined
  const folder = join(cache, 'real-skills')
  const complete = join(folder, '.complete')
  if (!existsSync(complete)) {
    mkdirSync(folder, { recursive: true })
    execFileSync('tar', ['-C', folder, '-xJf', archive])
    writeFileSync(complete, '')
  }
  return folder
}

/** A generated set of that many skills of the usual shape and size. */
export function generatedSkills(count) {
  const folder = join(cache, `generated-${count}`)
  if (existsSync(join(folder, '.complete'))) return folder
  for (let index = 0; index < count; index++) {
    const name = `skill-${String(index).padStart(5, '0')}`
    mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, name, 'SKILL.md'), skillText(name, index))
  }
  writeFileSync(join(folder, '.complete'), '')
  return folder
}

const kinds = ['PDF forms', 'release notes', 'SQL queries', 'unit tests', 'meeting minutes']

function skillText(name, index) {
  const kind = kinds[index % kinds.length]
  const step = `Look at the ${kind} in front of you, name what is missing, and mend it.\n`
  return `---
name: ${name}
description: Works on ${kind} of set ${index}. Use when somebody mentions ${kind}, or asks what is wrong with them.
license: MIT
argument-hint: "[file]"
metadata:
  version: "1.${index % 10}"
---
# ${kind}

${step.repeat(20 + (index % 60))}`
}
