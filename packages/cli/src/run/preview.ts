import type { Engine, RequestPreview, SubmitOptions } from '@skillet/agent'
import type { Context } from '../context.ts'
import { wrapMarkdown } from '../markdown/index.ts'
import { cleanLine, cleanText } from '../screen/clean.ts'
import { sayError, sayNotice } from '../screen/notice.ts'
import { counted } from '../screen/numbers.ts'
import type { Output, Style } from '../screen/terminal.ts'
import { wrapLines } from '../screen/wrap.ts'

/** What would be sent; where nothing would, the reason goes to `stderr`. */
export async function previewOf(
  { terminal }: Context,
  engine: Engine,
  submit: SubmitOptions,
): Promise<RequestPreview | undefined> {
  const { NothingToPreviewError } = await import('@skillet/agent')
  const { stderr } = terminal
  try {
    const preview = await engine.preview(submit)
    for (const { message, hint } of preview.notices) sayNotice(stderr, message, hint)
    return preview
  } catch (error) {
    if (!(error instanceof NothingToPreviewError)) throw error
    sayError(stderr, error.message, error.hint)
    return undefined
  }
}

/** Of `prompt --json` and `run --dry-run --json`; `docs/schemas/prompt.schema.json` describes it. */
export function previewJson({ sections, tools, messages, total, model, system }: RequestPreview) {
  return { version: 1, model, sections, system, tools, messages, total }
}

/** The request by section, with sizes that sum to the last line: what `skillet prompt` prints. */
export function renderPreview(preview: RequestPreview, output: Output): string {
  const { sections, tools, messages, model, toolTokens, messageTokens, total } = preview
  const { style, columns } = output
  const names = tools.map(({ name }) => cleanLine(name)).join(', ')
  const parts = [
    ...sections.map((section) => ({
      title: section.kind === 'skill' ? `Skill ${cleanLine(section.title)}` : section.title,
      tokens: section.tokens,
      text: wrapMarkdown(cleanText(section.text).trim(), columns),
    })),
    {
      title: `Tools (${tools.length})`,
      tokens: toolTokens,
      text: wrapLines(names === '' ? 'none' : names, columns),
    },
    {
      title: `Messages (${messages.length})`,
      tokens: messageTokens,
      text: renderMessages(preview, columns),
    },
  ]
  const blocks = parts.map(
    ({ title, tokens, text }) =>
      `${heading(title, style)}${style.dim(` · ${counted(tokens, 'token')}`)}\n${text}`,
  )
  const sum = `About ${counted(total, 'token')} for ${cleanLine(model)}. Nothing was sent.`
  return `${blocks.join('\n\n')}\n\n${style.dim(sum)}\n`
}

/** The whole request, as text: what `run --dry-run` prints. */
export function renderRequest(preview: RequestPreview, { style, columns }: Output): string {
  const { system, messages, tools, model } = preview
  return [
    `${heading(`System, for ${cleanLine(model)}`, style)}\n${wrapMarkdown(cleanText(system), columns)}`,
    `${heading(`Messages (${messages.length})`, style)}\n${renderMessages(preview, columns)}`,
    `${heading(`Tools (${tools.length})`, style)}\n${wrapLines(cleanText(JSON.stringify(tools, undefined, 2)), columns)}`,
    '',
  ].join('\n\n')
}

function heading(title: string, style: Style): string {
  return style.bold(style.cyan(`━━ ${title}`))
}

function renderMessages({ messages }: RequestPreview, columns: number): string {
  const texts = messages.map((message) => cleanText(JSON.stringify(message, undefined, 2)))
  return wrapLines(texts.join('\n'), columns)
}
