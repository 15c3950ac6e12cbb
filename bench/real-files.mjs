/** What becomes of the real files: states, codes, and where Skillet and pi differ. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { root } from '../scripts/prepare.mjs'
import { piLoader } from './pi.mjs'

export async function describeRealFiles(corpus) {
  const { skills, ms } = listAll(corpus)
  const states = count(skills.map((skill) => skill.state))
  const repaired = count(
    skills
      .filter((skill) => skill.state !== 'invalid')
      .flatMap((skill) => [...new Set(skill.diagnostics.map(({ code }) => code))]),
  )
  return {
    ms,
    states: rows(states, 'state'),
    invalid: invalidByKind(
      skills.filter((skill) => skill.state === 'invalid'),
      corpus,
    ),
    repaired: rows(repaired, 'code'),
    differences: await comparedWithPi(corpus, skills),
  }
}

function listAll(corpus) {
  const command = join(root, 'packages/cli/dist/skillet.cjs')
  const start = performance.now()
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    [command, 'list', '--skill', corpus, '--all', '--json'],
    { encoding: 'utf8', maxBuffer: 1024 * 1024 * 1024 },
  )
  if (status !== 0) throw new Error(`skillet list ended with ${status}: ${stderr}`)
  const below = JSON.parse(stdout).skills.filter((skill) => skill.location.startsWith(corpus))
  return { skills: below, ms: performance.now() - start }
}

/** Every file that pi loads and Skillet does not, with Skillet's reason, and the count the other way. */
async function comparedWithPi(corpus, skills) {
  const loader = piLoader()
  if (!loader) return undefined
  const { loadSkillsFromDir } = await import(pathToFileURL(loader).href)
  const theirs = new Set(
    loadSkillsFromDir({ dir: corpus, source: 'user' }).skills.map((skill) => skill.filePath),
  )
  const reachable = new Set(['loaded', 'shadowed'])
  const ours = new Set(
    skills.filter((skill) => reachable.has(skill.state)).map((skill) => skill.location),
  )
  return {
    pi: theirs.size,
    skillet: ours.size,
    onlySkillet: [...ours].filter((path) => !theirs.has(path)).length,
    onlyPi: skills
      .filter((skill) => theirs.has(skill.location) && !ours.has(skill.location))
      .map(({ location, state, reason }) => ({ location, state, reason })),
    unknownToSkillet: [...theirs].filter(
      (path) => !skills.some((skill) => skill.location === path),
    ),
  }
}

/** A row for each code and message, with the first file it was said of. Why each: docs/real-files.md. */
function invalidByKind(skills, corpus) {
  const kinds = new Map()
  for (const { location, diagnostics } of skills) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    const codes = [...new Set(errors.map(({ code }) => code))].join(' ')
    const messages = errors.map(({ message }) => message.replaceAll(/ \(`[^)]*\)/g, () => ''))
    const kind = `${codes} | ${messages.join(' ')}`
    const known = kinds.get(kind)
    if (known) known.files += 1
    else {
      const example = location.slice(corpus.length).replaceAll('\\', '/').replace(/^\/+/, '')
      kinds.set(kind, { codes, message: messages.join(' '), files: 1, example: `\`${example}\`` })
    }
  }
  return [...kinds.values()].sort((a, b) => b.files - a.files)
}

function count(values) {
  const counts = new Map()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

function rows(counts, title) {
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([value, files]) => ({ [title]: value, files }))
}
