import {
  type Activation,
  type Entry,
  previewSkill,
  readOrdinaryFile,
  type Skill,
  type SkillPreview,
} from '@skillet/core'
import type { Context } from '../context.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { LibraryFlags } from '../library/flags.ts'
import { lookUp } from '../library/look-up.ts'
import { openWorkspace, type Workspace } from '../library/open.ts'
import { skillJson } from '../library/shapes.ts'
import { wrapMarkdown } from '../markdown/index.ts'
import { cleanLine, cleanText } from '../screen/clean.ts'
import { printJson } from '../screen/json.ts'
import { sayError } from '../screen/notice.ts'
import { bytes, counted } from '../screen/numbers.ts'
import { shortPath } from '../screen/paths.ts'
import { scopeWord } from '../screen/scope.ts'
import type { Output, Style } from '../screen/terminal.ts'
import { padWidth } from '../screen/width.ts'
import { wrapText } from '../screen/wrap.ts'
import { stateSign } from './list.ts'

export interface ShowFlags extends LibraryFlags {
  readonly json?: boolean
  readonly raw?: boolean
}

/** `skillet show`: everything about one skill, whatever its state. Nothing of it is obeyed. */
export async function show(context: Context, flags: ShowFlags, name: string): Promise<ExitCode> {
  const workspace = await openWorkspace(context, flags)
  await workspace.reportFindings()
  const entry = lookUp(context, workspace, name)
  if (entry === undefined) return exitCodes.usage
  if (flags.raw) return showRaw(context, entry)
  const { cwd, language, library } = workspace
  const preview =
    entry.skill &&
    (await previewSkill(entry.skill, library.snapshot, {
      cwd,
      ...(language === undefined ? {} : { language }),
    }))
  const { stdout } = context.terminal
  if (flags.json) {
    stdout.write(
      printJson({
        version: 1,
        skill: skillJson(entry),
        files: preview?.files ?? [],
        instructions: preview?.activation?.body ?? null,
        tokens: preview?.activation?.tokens ?? 0,
      }),
    )
    return exitCodes.done
  }
  stdout.write(renderShow(entry, preview, workspace, stdout))
  await workspace.report([...entry.diagnostics, ...(preview?.diagnostics ?? [])])
  return exitCodes.done
}

/** Far above what loads as a skill: who asks for a file raw may look for what is wrong with it. */
const mostShown = 64 * 1024 * 1024

/** The Markdown file as it is: byte for byte into a pipe or file, cleaned on a terminal. */
function showRaw({ terminal }: Context, entry: Entry): ExitCode {
  const { stdout, stderr } = terminal
  const read = readOrdinaryFile(entry.path, mostShown)
  if (read.kind !== 'read') {
    const reason = read.kind === 'absent' ? 'it is not there' : read.reason
    sayError(stderr, `${entry.path} cannot be read: ${reason}`)
    return exitCodes.failed
  }
  const text = Buffer.from(read.bytes).toString('utf8')
  stdout.write(stdout.isTerminal ? cleanText(text) : text)
  return exitCodes.done
}

function renderShow(
  entry: Entry,
  preview: SkillPreview | undefined,
  workspace: Workspace,
  output: Output,
): string {
  const { style, columns } = output
  const description = cleanText(entry.skill?.description ?? '')
  const blocks = [
    [style.bold(cleanLine(entry.name)), ...wrapText(description, { columns })].join('\n').trimEnd(),
    renderFacts(factsOf(entry, workspace, style), output),
  ]
  if (preview !== undefined) blocks.push(`${style.bold('Files')}\n${renderFiles(preview, style)}`)
  if (preview?.activation !== undefined) {
    const { tokens } = preview.activation
    blocks.push(
      `${style.bold('Instructions as the model reads them')} ${style.dim(`(${counted(tokens, 'token')})`)}\n` +
        wrapMarkdown(cleanText(shownInstructions(preview.activation)).trimEnd(), columns),
    )
  }
  return `${blocks.join('\n\n')}\n`
}

function renderFiles({ files, resourceCount }: SkillPreview, style: Style): string {
  const width = Math.max(...files.map(({ path }) => path.length))
  const rows = files.map(
    ({ path, size }) => `  ${padWidth(cleanLine(path), width)}  ${style.dim(bytes(size))}`,
  )
  const more = resourceCount - (files.length - 1)
  return [...rows, ...(more > 0 ? [`  … and ${counted(more, 'more file')}`] : [])].join('\n')
}

/** Zeros show the place of the boundary without posing as one. */
function shownInstructions({ instructions, boundary }: Activation): string {
  return instructions.replaceAll(boundary, () => '0'.repeat(boundary.length))
}

function factsOf(
  entry: Entry,
  { standpoint }: Workspace,
  style: Style,
): readonly (readonly [string, string])[] {
  const { skill } = entry
  const path = (absolute: string) => shortPath(absolute, standpoint)
  const facts: [string, string | undefined][] = [
    ['call as', callAs(entry)],
    ['state', `${stateSign(entry.state, style)} ${entry.state}. ${cleanLine(entry.reason)}`],
    ['to do', entry.remedy],
    ['file', path(entry.path)],
    [
      'source',
      `${scopeWord(entry.scope)} · ${entry.client}${skill ? ` · ${path(skill.source.root)}` : ''}`,
    ],
  ]
  if (skill !== undefined) facts.push(...skillFacts(skill))
  return facts.flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, value]],
  )
}

function callAs({ callableAs, skill }: Entry): string {
  const call = `/${callableAs} ${skill?.argumentHint ?? ''}`.trim()
  if (skill === undefined) return ''
  if (!skill.userInvocable) return skill.modelInvocable ? 'by the model only' : 'by nobody'
  return skill.modelInvocable ? call : `${call} (by people only)`
}

function skillFacts(skill: Skill): readonly [string, string | undefined][] {
  const hooks = Object.entries(skill.hooks).filter(([, text]) => text !== undefined)
  const takes = skill.arguments.map(({ name, description }) =>
    description === undefined ? name : `${name}: ${description}`,
  )
  const metadata = Object.entries(skill.metadata).map(([key, value]) => `${key}: ${value}`)
  return [
    ['arguments', takes.join('\n')],
    ['tools', skill.tools.join(', ')],
    ['pre-approved', skill.allowedTools.join(', ')],
    ['model', skill.model],
    ['hooks', hooks.map(([name, text]) => `${name}: ${text}`).join('\n')],
    ['license', skill.license],
    ['requires', skill.compatibility],
    ['metadata', metadata.join('\n')],
    ['not used', Object.keys(skill.extra).join(', ')],
  ]
}

function renderFacts(
  facts: readonly (readonly [string, string])[],
  { style, columns }: Output,
): string {
  const width = Math.max(...facts.map(([key]) => key.length))
  return facts
    .flatMap(([key, value]) =>
      wrapText(key === 'state' ? value : cleanText(value), {
        columns,
        first: `  ${style.dim(padWidth(key, width))}  `,
        rest: ' '.repeat(width + 4),
      }),
    )
    .join('\n')
}
