import { createHash } from 'node:crypto'
import type { Opening } from '../sandbox/types.ts'
import { isWithin, realPathOf, shownPath } from '../tools/index.ts'
import type { Access } from '../tools/types.ts'
import { judgeLine } from './command-cover.ts'
import { escapeGlob } from './path-pattern.ts'
import { escapePattern, ruleTool } from './rule.ts'
import type { ApprovalRequest, CommandPlace } from './types.ts'
import { hidesSomething, holdsUnseen, visibleText } from './visible-text.ts'

/** What a request is made of; everything that is shown is in it. */
export interface ApprovalQuestion {
  readonly id: string
  readonly callId: string
  readonly tool: string
  readonly input: unknown
  readonly access: Access
  readonly workspace: string
  /** Why it asks, as `decide` says it. */
  readonly reason: string
  readonly diff?: string
  readonly baseHash?: string
  readonly skill?: string
  /** Of a command. Default: it runs without one. */
  readonly sandbox?: CommandPlace
  readonly openings?: readonly Opening[]
  /** Where only a person may say yes no rule is offered. */
  readonly personOnly?: boolean
}

/**
 * Makes the question that a person is shown. Its digest stands for tool, input, folder, the file
 * that a diff was made from and what the sandbox would open; an answer carries it back, and exactly
 * that runs.
 */
export function approvalRequest(question: ApprovalQuestion): ApprovalRequest {
  const { personOnly, reason, sandbox = { kind: 'none' }, ...shown } = question
  const isCommand = question.access.kind === 'run'
  return {
    ...shown,
    ...(isCommand && { sandbox }),
    ...(hides(question) && { hidden: true }),
    reason: visibleText(reason),
    rule: personOnly === true ? '' : shownRule(exactRuleFor(question)),
    digest: digestOf(question),
  }
}

/** Texts have line breaks; names have none. */
function hides({ tool, input, access, workspace, diff = '' }: ApprovalQuestion): boolean {
  if ([...textsIn(input), diff].some(hidesSomething)) return true
  return [tool, workspace, ...namesIn(access)].some(holdsUnseen)
}

function namesIn(access: Access): readonly string[] {
  switch (access.kind) {
    case 'run':
      return [access.cwd]
    case 'read':
    case 'write':
      return access.paths
    case 'skill':
      return [access.name]
    case 'none':
      return []
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) => [name, ...textsIn(field)])
}

/** sha-256, as hex, over what would run. Equal calls have equal digests, whatever their key order. */
export function digestOf(
  question: Pick<
    ApprovalQuestion,
    'tool' | 'input' | 'access' | 'workspace' | 'baseHash' | 'openings'
  >,
): string {
  const { tool, input, access, workspace, baseHash, openings = [] } = question
  const folder = access.kind === 'run' ? access.cwd : workspace
  return createHash('sha256')
    .update(JSON.stringify([tool, sorted(input), folder, workspace, baseHash ?? null, openings]))
    .digest('hex')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const keys = Object.keys(value).sort()
  return keys.map((key) => [key, sorted(Reflect.get(value, key))])
}

/** A rule is stored as it is shown: one that cannot be shown as it is, is not offered. */
function shownRule(rule: string): string {
  return holdsUnseen(rule.replace(/[\n\t]/gu, '')) ? '' : rule
}

/** The rule that means exactly this call, in this workspace; empty where none can. */
function exactRuleFor({ tool, access, workspace }: ApprovalQuestion): string {
  switch (access.kind) {
    case 'run':
      return exactly(tool, linePattern(access, workspace))
    case 'read':
    case 'write': {
      const [path, more] = access.paths
      if (path === undefined || more !== undefined) return ''
      return exactly(tool, pathPattern(path, workspace))
    }
    case 'skill':
      return exactly(tool, escapePattern(access.name))
    case 'none':
      return ''
  }
}

/** A rule names the tool that asks and no other, whatever others could do the same. */
function exactly(tool: string, pattern: string): string {
  if (pattern === '') return ''
  const named = ruleTool(tool)
  return `${named === tool.toLowerCase() ? tool : named}(${pattern})`
}

function linePattern(access: Extract<Access, { kind: 'run' }>, workspace: string): string {
  const line = judgeLine(access.command, { workspace, home: workspace, cwd: access.cwd })
  const plain =
    !line.readsProcesses &&
    line.doubts.length === 0 &&
    line.commands.every(({ doubts }) => doubts.length === 0)
  if (!plain || line.commands.length === 0) return ''
  return escapePattern(line.fromWorkspace)
}

function pathPattern(path: string, workspace: string): string {
  const real = realPathOf(workspace)
  const inside = isWithin(path, real) && path !== real
  return escapeGlob(inside ? shownPath(path, real) : path)
}

/**
 * What a call would do, as one sentence on one line: controls, line breaks and what does not show
 * are written as codes (`\\u{001B}`). Throws nothing.
 *
 * @param access what the tool says it would touch
 * @param options the folder that paths are shown relative to, and the language. Default `en`
 * @returns the sentence, with its full stop
 * @example
 * describeAccess({ kind: 'run', command: 'npm test', cwd: '~/site' }, { workspace: '/site' })
 * // → 'Skillet asks to run `npm test` in ~/site.'
 */
export function describeAccess(
  access: Access,
  options: { readonly workspace: string; readonly language?: 'en' | 'zh' },
): string {
  return visibleText(describe(access, options.workspace, options.language === 'zh'))
}

function describe(access: Access, workspace: string, zh: boolean): string {
  switch (access.kind) {
    case 'run': {
      const folder = access.cwd
      return zh
        ? `Skillet 请求在 ${folder} 中运行 ${code(access.command)}。`
        : `Skillet asks to run ${code(access.command)} in ${folder}.`
    }
    case 'read':
      return zh
        ? `Skillet 请求读取 ${named(access, workspace)}。`
        : `Skillet asks to read ${named(access, workspace)}.`
    case 'write':
      return zh
        ? `Skillet 请求写入 ${named(access, workspace)}。`
        : `Skillet asks to write ${named(access, workspace)}.`
    case 'skill':
      return zh
        ? `Skillet 请求加载技能「${access.name}」。`
        : `Skillet asks to load the skill ${JSON.stringify(access.name)}.`
    case 'none':
      return zh ? 'Skillet 请求继续。' : 'Skillet asks to go on.'
  }
}

function named(access: Extract<Access, { kind: 'read' | 'write' }>, workspace: string): string {
  return access.paths.map((path) => shownPath(path, workspace)).join(', ')
}

/** In backticks, with more of them where the text holds some, as in Markdown. */
function code(text: string): string {
  // As arguments of one call, the runs of a long command would overflow the stack.
  const longest = (text.match(/`+/gu) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  const fence = '`'.repeat(longest + 1)
  const pad = longest > 0 ? ' ' : ''
  return fence + pad + text + pad + fence
}
