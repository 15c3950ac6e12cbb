import type { Access } from '../tools/types.ts'
import {
  covers,
  doubtAbout,
  type JudgedCommand,
  type JudgedLine,
  judgeLine,
  touches,
  touchesCommand,
} from './command-cover.ts'
import { strongest } from './precedence.ts'
import type { PermissionContext, Rule, Verdict } from './types.ts'

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
      .map((skill) => skill.directory),
  })
  const denied = rules.find((rule) => rule.effect === 'deny' && touches(rule, line))
  if (denied !== undefined) {
    return { effect: 'deny', rule: denied, reason: `The rule ${denied.source} says deny.` }
  }
  const allows = rules.filter((rule) => rule.effect === 'allow').map(asWritten)
  const asks = rules.filter((rule) => rule.effect === 'ask')
  const verdicts = pieces(line).map((command) => decideCommand(command, line, allows, asks))
  return verdicts.find(({ effect }) => effect === 'ask') ?? verdicts[0] ?? askAbout(undefined)
}

/**
 * A bare `bash` that a person wrote gives the tool away, whatever the line holds. One that a skill
 * or a project wrote means any plain command: its author is not who it would run for.
 */
function asWritten(rule: Rule): Rule {
  const foreign = rule.origin === 'skill' || rule.origin === 'project-settings'
  return foreign && rule.pattern === undefined ? { ...rule, pattern: '*' } : rule
}

/** A line in which no command was found is still one thing to decide on. */
function pieces(line: JudgedLine): readonly JudgedCommand[] {
  if (line.commands.length > 0) return line.commands
  const nothing = {
    words: [],
    text: '',
    written: line.text,
    doubts: [],
    delicate: undefined,
    spellings: [],
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
  return strongest(matching) ?? askAbout(doubtAbout(line, command) ?? command.delicate)
}

function asksAbout(rule: Rule, command: JudgedCommand, line: JudgedLine): boolean {
  if (rule.pattern === undefined || line.commands.length === 1) return touches(rule, line)
  return touchesCommand(rule.pattern, command)
}

function askAbout(doubt: string | undefined): Verdict {
  if (doubt === undefined) return { effect: 'ask', reason: 'Running a command needs approval.' }
  return {
    effect: 'ask',
    reason: `Running a command needs approval, and no pattern covers this one: ${doubt}.`,
  }
}
