// Lists where skills are looked for from the present folder, and how many each place holds.
// Reads only. Usage: node look-around.mjs [FOLDER]
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'

const projectFolders = ['.skillet', '.agents', '.claude', '.pi', '.free-code']
const userFolders = ['.skillet', '.agents', '.claude', '.pi/agent', '.free-code']

const start = resolve(process.argv[2] ?? '.')
const home = homedir()

const places = [
  ...upToRepository(start).flatMap((folder) => below(folder, projectFolders, 'project')),
  ...below(home, userFolders, 'user'),
]
const width = Math.max(...places.map(({ path }) => path.length))
for (const { path, scope } of places) {
  const found = existsSync(path) ? plural(countSkills(path, 6), 'skill') : '–'
  console.log(`${path.padEnd(width)}  ${scope.padEnd(7)}  ${found}`)
}

/** The folders from here up to the one that holds `.git`; only this one where there is none. */
function upToRepository(folder) {
  const passed = []
  for (let here = folder; ; here = dirname(here)) {
    if (here === home || here === dirname(here)) return [folder].filter((only) => only !== home)
    passed.push(here)
    if (existsSync(join(here, '.git'))) return passed
  }
}

function below(folder, names, scope) {
  return names.map((name) => ({ path: join(folder, name, 'skills'), scope }))
}

/** Folders with a `SKILL.md`; what lies below one belongs to it. */
function countSkills(folder, depth) {
  let entries
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch {
    return 0
  }
  if (entries.some((entry) => entry.name === 'SKILL.md')) return 1
  if (depth === 0) return 0
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .reduce((sum, entry) => sum + countSkills(join(folder, entry.name), depth - 1), 0)
}

function plural(count, word) {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
