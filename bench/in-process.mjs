/** What a running program waits for: a keystroke in the menu, a search, one hostile file. Warm. */
import { median } from './measure.mjs'

const words = ['pdf', 'release', 'sql', 'unit', 'minutes']

/** A table row for each task, in milliseconds a call, in a process that has done it before. */
export async function measureInProcess() {
  const { parseSkill } = await import('../packages/core/dist/index.js')
  const { matchSkills } = await import('../packages/core/dist/menu.js')
  const { searchSkills } = await import('../packages/core/dist/search.js')
  const skills = Array.from({ length: 10_000 }, (_, index) => skill(parseSkill, index))
  const typed = ['s', 'sk', 'skill-00', 'pdf', 'release', 'xyz', '技']
  const tasks = {
    'menu, one keystroke over 10,000 skills': typed.map(
      (text) => () => matchSkills(skills, text, 50),
    ),
    'search over 10,000 skills': words.map((word) => () => searchSkills(skills, word, 10)),
    ...Object.fromEntries(
      Object.entries({ ...hostile(), ...further() }).map(([title, fields]) => [
        `frontmatter: ${title}`,
        [() => parseSkill(fileWith(fields), { location: '/skills/x/SKILL.md' })],
      ]),
    ),
  }
  return Object.entries(tasks).map(([what, calls]) => ({ what, ...timesOf(calls) }))
}

/** Each as long as a frontmatter may be, so that all of it is looked at. */
function hostile() {
  const filled = (filler, opening = '') =>
    opening + filler.repeat(Math.floor(16_000 / filler.length))
  return {
    'an alias bomb of 10 levels': aliasBomb(10),
    '16 KiB of `? `': filled('? '),
    '16 KiB of `a: #`': filled('a: #\n'),
    '16 KiB of `a: @`': filled('a: @\n'),
    '16 KiB of `x: [][]…`': filled('[]', 'x: '),
    '16 KiB of `*a: `': filled('*a: '),
    '16 KiB of keys': filled('k: v\n'),
    '7,000 brackets deep': `x: ${'['.repeat(7_000)}${']'.repeat(7_000)}`,
  }
}

/** Longer than a frontmatter may be: what it costs to refuse them. */
function further() {
  return {
    '100,000 keys': Array.from({ length: 100_000 }, (_, index) => `k${index}: v`).join('\n'),
    'a line of 1 MiB': `x: ${'a'.repeat(1024 * 1024)}`,
    '10,000 levels deep': `x: ${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  }
}

function aliasBomb(levels) {
  const lines = ['  - &l0 [x, x, x, x, x, x, x, x, x, x]']
  for (let level = 1; level < levels; level += 1) {
    lines.push(
      `  - &l${level} [${Array(10)
        .fill(`*l${level - 1}`)
        .join(', ')}]`,
    )
  }
  return `x:\n${lines.join('\n')}`
}

function fileWith(fields) {
  return `---\nname: x\ndescription: d\n${fields}\n---\nbody\n`
}

function skill(parseSkill, index) {
  const word = words[index % words.length]
  const name = `skill-${String(index).padStart(5, '0')}`
  const text = `---\nname: ${name}\ndescription: Works on ${word} of set ${index}.\n---\n`
  return parseSkill(text, { location: `/skills/${name}/SKILL.md` }).skill
}

function timesOf(calls) {
  const first = timeOf(calls[0])
  const warm = Array.from({ length: 15 }, () => calls.map(timeOf)).flat()
  return {
    'first call': `${first.toFixed(1)} ms`,
    'later calls, median': `${median(warm).toFixed(1)} ms`,
    'later calls, worst': `${Math.max(...warm).toFixed(1)} ms`,
  }
}

function timeOf(call) {
  const start = performance.now()
  call()
  return performance.now() - start
}
