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
      Object.entries(hostile).map(([title, filler]) => [
        `16 KiB of frontmatter made of ${title}`,
        [() => parseSkill(hostileText(filler), { location: '/skills/x/SKILL.md' })],
      ]),
    ),
  }
  return Object.entries(tasks).map(([what, calls]) => ({ what, ...timesOf(calls) }))
}

const hostile = {
  '`a: #`': 'a: #\n',
  '`a: @`': 'a: @\n',
  '`x: [][]…`': '[]',
  '`*a: `': '*a: ',
  '`? `': '? ',
}

function hostileText(filler) {
  const opening = filler === '[]' ? 'x: ' : ''
  const repeated = filler.repeat(Math.floor(16_000 / filler.length))
  return `---\nname: x\ndescription: d\n${opening}${repeated}\n---\nbody\n`
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
