import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  activate,
  type Entry,
  type Instructions,
  readInstructions,
  readOrdinaryFile,
  type Skill,
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
  const read = entry.skill === undefined ? undefined : await readSkill(entry.skill, workspace)
  const { stdout } = context.terminal
  if (flags.json) {
    stdout.write(
      printJson({
        version: 1,
        skill: skillJson(entry),
        files: read?.files ?? [],
        instructions: read?.plain ?? null,
        tokens: read?.tokens ?? 0,
      }),
    )
    return exitCodes.done
  }
  stdout.write(renderShow(entry, read, workspace, stdout))
  await workspace.report([...entry.diagnostics, ...(read?.diagnostics ?? [])])
  return exitCodes.done
}

interface ReadSkill {
  readonly files: readonly { readonly path: string; readonly size: number }[]
  readonly fileCount: number
  /** Without the wrapping. */
  readonly plain: string
  /** As the model gets them. */
  readonly wrapped: string
  readonly tokens: number
  readonly diagnostics: Instructions['diagnostics']
}

async function readSkill(skill: Skill, { cwd, language, library }: Workspace): Promise<ReadSkill> {
  const instructions = await readInstructions(skill)
  // The hint stands in for arguments, so that their places in the text can be seen.
  const hint = skill.argumentHint ?? ''
  // Drawn anew for each activation, since a text that holds it is refused.
  const boundary = randomBytes(16).toString('hex')
  const activation = activate(skill, instructions, {
    arguments: hint,
    route: 'user',
    boundary,
    ...(language === undefined ? {} : { language }),
    // As the library says it to a run.
    projectDirectory: library.snapshot.repository ?? cwd,
  })
  return {
    files: await sizes(skill, instructions.resources),
    fileCount: instructions.resourceCount,
    plain: activation.body,
    // Zeros show the place of the boundary without posing as one.
    wrapped: activation.instructions.replaceAll(boundary, () => '0'.repeat(boundary.length)),
    tokens: activation.tokens,
    diagnostics: [...instructions.diagnostics, ...activation.diagnostics],
  }
}

async function sizes(skill: Skill, resources: readonly string[]) {
  const own = skill.location.slice(skill.directory.length + 1)
  return Promise.all(
    [own, ...resources].map(async (path) => {
      const size = await stat(join(skill.directory, path)).then(
        (stats) => stats.size,
        () => 0,
      )
      return { path, size }
    }),
  )
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
  read: ReadSkill | undefined,
  workspace: Workspace,
  output: Output,
): string {
  const { style, columns } = output
  const description = cleanText(entry.skill?.description ?? '')
  const blocks = [
    [style.bold(cleanLine(entry.name)), ...wrapText(description, { columns })].join('\n').trimEnd(),
    renderFacts(factsOf(entry, workspace, style), output),
  ]
  if (read !== undefined) {
    const width = Math.max(...read.files.map(({ path }) => path.length))
    const files = read.files.map(
      ({ path, size }) => `  ${padWidth(cleanLine(path), width)}  ${style.dim(bytes(size))}`,
    )
    const more = read.fileCount - (read.files.length - 1)
    if (more > 0) files.push(`  … and ${counted(more, 'more file')}`)
    blocks.push(`${style.bold('Files')}\n${files.join('\n')}`)
    blocks.push(
      `${style.bold('Instructions as the model reads them')} ${style.dim(`(${counted(read.tokens, 'token')})`)}\n` +
        wrapMarkdown(cleanText(read.wrapped).trimEnd(), columns),
    )
  }
  return `${blocks.join('\n\n')}\n`
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
