import type { Diagnostic } from '../../diagnostic.ts'
import { isInside } from '../../discovery/index.ts'
import { isChatCommand } from '../../menu/index.ts'
import { normaliseName } from '../../names.ts'
import type { Skill } from '../../skill.ts'
import { isTypeable } from '../callable-names.ts'
import type { Loaded } from '../load.ts'
import type { Entry, ExplanationStep } from '../types.ts'
import { scopeName } from './scope-name.ts'
import { Steps } from './steps.ts'

/** The steps that gave a file its state, ending at the one that decided. */
export function explainEntry(entry: Entry, loaded: Loaded): readonly ExplanationStep[] {
  const steps = new Steps()
  const stages = [found, notIgnored, read, trusted, enabled, first, callable]
  for (const stage of stages) {
    stage(entry, steps, loaded)
    if (steps.failed) break
  }
  if (entry.state === 'shadowed') return steps.conclude(entry.remedy ?? entry.reason)
  return steps.conclude(entry.remedy ?? nothingToDo(entry))
}

function nothingToDo({ skill, callableAs }: Entry): string {
  return skill?.userInvocable === false
    ? 'Nothing for the model, which calls it. To call it yourself, write `user-invocable: true` in its frontmatter.'
    : `Nothing: call it as \`/${callableAs}\`.`
}

type Stage = (entry: Entry, steps: Steps, loaded: Loaded) => void

/** Where Skillet looked, which file it came upon, and by which links. */
const found: Stage = ({ path, scope, client, skill, diagnostics }, steps, { snapshot }) => {
  const root = snapshot.roots.find((one) => isInside(path, one.path) && one.scope === scope)
  const place = root === undefined ? '' : ` in ${root.path}`
  steps.pass('roots', `Found${place} (scope ${scopeName(scope)}, client ${client}).`)
  steps.pass('file', `The file is ${path}.`, { file: path })
  steps.report('file', ofSteps(diagnostics, ['walk']))
  if (skill !== undefined && skill.realPath !== path) {
    steps.note('links', `It is reached through a link and really lies at ${skill.realPath}.`)
  }
  steps.report('links', ofSteps(diagnostics, ['link']))
}

const notIgnored: Stage = ({ path, state, reason, remedy, diagnostics }, steps) => {
  if (state !== 'ignored') {
    steps.pass('ignore rules', 'No ignore file leaves it out.')
    return
  }
  const related = diagnostics.flatMap((one) => one.related ?? [])[0]
  const line = related?.range?.start.line
  steps.fail('ignore rules', reason, {
    file: related?.file ?? path,
    ...(line === undefined ? {} : { line }),
    ...(remedy === undefined ? {} : { remedy }),
  })
}

const readings: readonly (readonly [step: string, codes: readonly string[], fine: string])[] = [
  ['decoding', ['bytes'], 'The file is readable UTF-8 text.'],
  ['fence', ['fence'], 'The frontmatter opens and closes with `---`.'],
  ['YAML', ['yaml'], 'The frontmatter is correct YAML.'],
  [
    'fields',
    ['name', 'description', 'compatibility', 'field', 'tools', 'flags'],
    'Every field can be read.',
  ],
]

/** From bytes to fields. The first that fails is the last that was tried. */
const read: Stage = ({ diagnostics, state, reason, remedy, path }, steps) => {
  for (const [step, codes, fine] of readings) {
    if (!steps.report(step, ofSteps(diagnostics, codes))) steps.pass(step, fine)
    if (steps.failed) return
  }
  if (state === 'invalid') {
    steps.fail('fields', reason, { file: path, ...(remedy === undefined ? {} : { remedy }) })
  }
}

const trusted: Stage = ({ scope, state, reason, remedy }, steps) => {
  if (scope !== 'project') {
    steps.pass('trust', `Skills of scope ${scopeName(scope)} need no trust.`)
  } else if (state === 'untrusted') {
    steps.fail('trust', reason, remedy === undefined ? {} : { remedy })
  } else {
    steps.pass('trust', 'The repository is trusted, and the skill is as it was then.')
  }
}

const enabled: Stage = ({ state, reason, remedy }, steps) => {
  if (state === 'disabled') steps.fail('settings', reason, remedy === undefined ? {} : { remedy })
  else steps.pass('settings', 'No setting turns it off.')
}

/** Which of several skills of one name counts. */
const first: Stage = (entry, steps, { snapshot }) => {
  const others = namesakes(entry, snapshot.entries)
  if (entry.state === 'shadowed') {
    const winner = others.find(({ state }) => state === 'loaded')
    steps.fail('precedence', entry.reason, {
      ...(winner === undefined ? {} : { file: winner.path }),
      ...(entry.remedy === undefined ? {} : { remedy: entry.remedy }),
    })
    return
  }
  steps.pass(
    'precedence',
    others.length === 0 ? 'No other skill has its name.' : 'It counts before others of its name.',
  )
  for (const { path, state, callableAs } of others) {
    steps.note('precedence', `${path} has the same name and is ${state} (\`/${callableAs}\`).`, {
      file: path,
    })
  }
}

const callable: Stage = (entry, steps) => {
  const { skill, callableAs, name } = entry
  if (skill === undefined) return
  if (isChatCommand(name)) {
    steps.note('name', `\`/${name}\` is a chat command, so the skill is \`/${callableAs}\`.`)
  } else if (normaliseName(name) !== normaliseName(callableAs)) {
    steps.note('name', `It is called as \`/${callableAs}\`, since ${whyNotByName(name)}.`)
  } else {
    steps.pass('name', `It is called as \`/${callableAs}\`.`)
  }
  flags(skill, entry, steps)
  catalogue(skill, steps)
}

function whyNotByName(name: string): string {
  if (/\s/.test(name)) return 'a blank would end its name'
  if (!isTypeable(name)) return 'its name holds characters that nobody can see'
  return name.startsWith('/') ? 'its name begins with a slash' : 'another skill is called so'
}

function flags(
  { userInvocable, modelInvocable, location }: Skill,
  entry: Entry,
  steps: Steps,
): void {
  if (!userInvocable && !modelInvocable) {
    steps.fail('flags', 'Neither people nor the model may call it.', {
      file: location,
      ...(entry.remedy === undefined ? {} : { remedy: entry.remedy }),
    })
  } else if (userInvocable && modelInvocable) {
    steps.pass('flags', entry.reason)
  } else {
    steps.note('flags', entry.reason, { file: location })
  }
}

function catalogue({ modelInvocable }: Skill, steps: Steps): void {
  if (modelInvocable) {
    steps.pass('catalogue', 'The model is told of it; a long list may shorten its description.')
  } else {
    steps.note('catalogue', 'The model is not told of it.')
  }
}

function ofSteps(diagnostics: readonly Diagnostic[], steps: readonly string[]): Diagnostic[] {
  return diagnostics.filter(({ code }) => steps.includes(code.slice(0, code.indexOf('/'))))
}

function namesakes(entry: Entry, entries: readonly Entry[]): Entry[] {
  const name = normaliseName(entry.name)
  return entries.filter((other) => other !== entry && normaliseName(other.name) === name)
}
