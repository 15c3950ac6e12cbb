import type { Engine, RequestPreview, SubmitOptions } from '@skillet/agent'
import type { Context } from '../context.ts'
import { cleanLine, cleanText } from '../screen/clean.ts'
import { sayError, sayNotice } from '../screen/notice.ts'
import { counted } from '../screen/numbers.ts'
import type { Style } from '../screen/terminal.ts'

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
    for (const { message } of preview.notices) sayNotice(stderr, message)
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

/** The request by section, with sizes: what `skillet prompt` prints. */
export function renderPreview(preview: RequestPreview, style: Style): string {
  const heading = (title: string, size?: number) =>
    style.bold(style.cyan(`━━ ${title}`)) +
    (size === undefined ? '' : style.dim(` · ${counted(size, 'token')}`))
  const blocks = preview.sections.map(
    ({ title, text, tokens }) => `${heading(cleanLine(title), tokens)}\n${cleanText(text).trim()}`,
  )
  const tools = preview.tools.map(({ name }) => cleanLine(name)).join(', ')
  blocks.push(`${heading(`tools (${preview.tools.length})`)}\n${tools === '' ? 'none' : tools}`)
  blocks.push(`${heading(`messages (${preview.messages.length})`)}\n${renderMessages(preview)}`)
  const sum = `About ${counted(preview.total, 'token')} for ${cleanLine(preview.model)}. Nothing was sent.`
  return `${blocks.join('\n\n')}\n\n${style.dim(sum)}\n`
}

/** The whole request, as text: what `run --dry-run` prints. */
export function renderRequest({ system, messages, tools, model }: RequestPreview, style: Style) {
  const heading = (title: string) => style.bold(style.cyan(`━━ ${title}`))
  return [
    `${heading(`system, for ${cleanLine(model)}`)}\n${cleanText(system)}`,
    `${heading('messages')}\n${renderMessages({ messages })}`,
    `${heading('tools')}\n${cleanText(JSON.stringify(tools, undefined, 2))}`,
    '',
  ].join('\n\n')
}

function renderMessages({ messages }: Pick<RequestPreview, 'messages'>): string {
  return messages.map((message) => cleanText(JSON.stringify(message, undefined, 2))).join('\n')
}
