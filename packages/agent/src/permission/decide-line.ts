import { skillPlace } from '../tools/index.ts'
import type { Access } from '../tools/types.ts'
import {
  covers,
  doubtAbout,
  isForeign,
  type JudgedCommand,
  type JudgedLine,
  judgeLine,
  reserveAbout,
  touchesCommand,
  touchOf,
  unremarkable,
} from './command-cover.ts'
import { strongest } from './precedence.ts'
import type { PermissionContext, Rule, Verdict } from './types.ts'
import { visibleText } from './visible-text.ts'

type RunAccess = Extract<Access, { kind: 'run' }>

/**
 * Whether a command line may run. Each of its commands must be allowed; one that asks makes the
 * whole line ask, and one that is denied makes it denied.
 */
export function decideLine(
  access: RunAccess,
  rules: readonly Rule[],
  context: PermissionContext,
): Verdict {
  const line = judgeLine(access.command, {
    ...context,
    cwd: access.cwd,
    readable: context.readableSkills
      .filter((skill) => !skill.singleFile)
      .map(skillPlace)
      .filter((path) => path !== undefined),
  })
  const denied = deniedBy(rules, line)
  if (denied !== undefined) return denied
  if (line.readsProcesses) return askAboutProcesses()
  const allows = rules.filter((rule) => rule.effect === 'allow').map(asWritten)
  const asks = rules.filter((rule) => rule.effect === 'ask')
  const verdicts = pieces(line).map((command) => decideCommand(command, line, allows, asks))
  return verdicts.find(({ effect }) => effect === 'ask') ?? verdicts[0] ?? askAbout(undefined)
}

/** A rule that names what the line runs is the better reason than one that may. */
function deniedBy(rules: readonly Rule[], line: JudgedLine): Verdict | undefined {
  const touching = rules.flatMap((rule) => {
    const touch = rule.effect === 'deny' ? touchOf(rule, line) : undefined
    return touch === undefined ? [] : [touch]
  })
  const touch = touching.find(({ unread }) => unread === undefined) ?? touching[0]
  if (touch === undefined) return undefined
  const { rule, unread } = touch
  const says = `The rule ${rule.source} says deny`
  const reason =
    unread === undefined
      ? `${says}.`
      : visibleText(`${says}, and whether it is meant here cannot be told: ${unread}.`)
  return { effect: 'deny', rule, reason }
}

function askAboutProcesses(): Verdict {
  const reason =
    'It may read the environment or memory of a running process, where keys are; this is asked every time.'
  return { effect: 'ask', reason, personOnly: true }
}

/**
 * A bare `bash` that a person wrote gives the tool away, whatever the line holds. One that a skill
 * or a project wrote means any plain command: its author is not who it would run for.
 */
function asWritten(rule: Rule): Rule {
  return isForeign(rule) && rule.pattern === undefined ? { ...rule, pattern: '*' } : rule
}

/** A line in which no command was found is still one thing to decide on. */
function pieces(line: JudgedLine): readonly JudgedCommand[] {
  if (line.commands.length > 0) return line.commands
  const nothing = {
    words: [],
    parts: [],
    text: '',
    written: line.text,
    writtenWords: [],
    doubts: [],
    ...unremarkable,
    reach: line.reach,
  }
  return [nothing]
}

function decideCommand(
  command: JudgedCommand,
  line: JudgedLine,
  allows: readonly Rule[],
  asks: readonly Rule[],
): Verdict {
  const matching = [
    ...allows.filter((rule) => covers(rule, command, line)),
    ...asks.filter((rule) => asksAbout(rule, command, line)),
  ]
  return strongest(matching) ?? askAbout(doubtAbout(line, command) ?? reserveAbout(command))
}

function asksAbout(rule: Rule, command: JudgedCommand, line: JudgedLine): boolean {
  if (rule.pattern === undefined || line.commands.length <= 1) {
    return touchOf(rule, line) !== undefined
  }
  return touchesCommand(rule.pattern, command)
}

function askAbout(doubt: string | undefined): Verdict {
  if (doubt === undefined) return { effect: 'ask', reason: 'Running a command needs approval.' }
  return {
    effect: 'ask',
    reason: visibleText(
      `Running a command needs approval, and no pattern covers this one: ${doubt}.`,
    ),
  }
}
