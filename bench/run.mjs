/** `npm run bench`: measures, prints, and writes `bench/results.md`. */
import { writeFileSync } from 'node:fs'
import { arch, cpus, platform, totalmem } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { build, install, requireNode, root } from '../scripts/prepare.mjs'
import { measureBrowser } from './browser.mjs'
import { realSkills } from './corpus.mjs'
import { measureEngine } from './engine.mjs'
import { measureInProcess } from './in-process.mjs'
import { measureLoading } from './loading.mjs'
import { describeRealFiles } from './real-files.mjs'
import { measureStartUp } from './start-up.mjs'
import { measureTerminal } from './terminal.mjs'

requireNode()
install()
build()

const corpus = realSkills()
const sections = [
  heading(),
  startUp(),
  loading(),
  await inProcess(),
  engine(),
  await terminal(),
  await browser(),
  await realFiles(),
]
const text = `${sections.join('\n\n')}\n`
writeFileSync(join(root, 'bench/results.md'), text)
process.stdout.write(text)

function heading() {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return [
    '# Results of `npm run bench`',
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${platform()} ${arch()}, ` +
      `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${memory} GiB. ` +
      'Medians of runs that took turns; compare ratios, not milliseconds.',
  ].join('\n\n')
}

function startUp() {
  return `## Start-up\n\n${table(measureStartUp())}`
}

function loading() {
  const { times, reloads, memory, cold } = measureLoading(corpus)
  return [
    '## Loading',
    'The bare loop lists the same folders and reads the first block of each `SKILL.md`. The disk is ' +
      'warm, and so is `node:fs`; the code of each contestant is not, but where the table says so. ' +
      'The calls alone are those that `openLibrary` makes of the system: the floor.',
    table(times),
    `### Reload\n\n${table(reloads)}`,
    `### Memory\n\nWhat is kept holds names, descriptions and paths.\n\n${table(memory)}`,
    '### Cold disk\n\nThe system was told to forget every file before each run. ' +
      `Needs root on Linux.\n\n${table(cold)}`,
  ].join('\n\n')
}

async function inProcess() {
  return `## In a running program\n\n${table(await measureInProcess())}`
}

function engine() {
  const { firstByte, long, store } = measureEngine()
  return [
    '## Engine',
    'From the call to the request at a provider on loopback. The engine keeps the message on the ' +
      `disk before it sends anything.\n\n${table(firstByte)}`,
    '### A long conversation\n\nFrom the call to the request, and from the end of the answer to ' +
      `the end of the turn.\n\n${table(long)}`,
    `### A store of 10,000 conversations, 40,000 messages\n\n${table(store)}`,
  ].join('\n\n')
}

async function terminal() {
  return `## Terminal chat\n\n${table(await measureTerminal())}`
}

async function browser() {
  const rows = await measureBrowser()
  return `## Browser client\n\n${rows.length === 0 ? 'No Chromium here.' : table(rows)}`
}

async function realFiles() {
  if (!corpus)
    return '## Real files\n\nNo archive of real files here; `SKILLET_CORPUS` names a folder.'
  const { ms, states, invalid, repaired, differences } = await describeRealFiles(corpus)
  return [
    '## Real files',
    `\`skillet list --skill FOLDER --all --json\` ended after ${(ms / 1000).toFixed(2)} s.`,
    table(states),
    `Invalid, by code:\n\n${table(invalid)}`,
    `Reported on files that load:\n\n${table(repaired)}`,
    ...(differences ? [comparison(differences)] : []),
  ].join('\n\n')
}

function comparison({ pi, skillet, onlySkillet, onlyPi, unknownToSkillet }) {
  const lines = [
    `pi 0.73.1 loads ${pi} of these files, Skillet reads ${skillet} (loaded or shadowed by a ` +
      `skill of the same name); ${onlySkillet} of them only Skillet. Loaded by pi alone: ` +
      `${onlyPi.length}; never seen by Skillet: ${unknownToSkillet.length}.`,
    ...onlyPi.map(
      ({ location, state, reason }) =>
        `- \`${location.slice(corpus?.length)}\`: ${state}. ${reason}`,
    ),
    ...unknownToSkillet.map((path) => `- \`${path.slice(corpus?.length)}\`: no entry`),
  ]
  return lines.join('\n')
}

function table(rows) {
  if (rows.length === 0) return '(none)'
  const keys = Object.keys(rows[0])
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [
    line(keys),
    line(keys.map(() => '---')),
    ...rows.map((row) => line(keys.map((key) => row[key]))),
  ].join('\n')
}
