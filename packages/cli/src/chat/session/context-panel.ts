import type { RequestPreview, SubmitOptions } from '@skillet/agent'
import { cleanLine, cleanText } from '../../screen/clean.ts'
import { count } from '../../screen/numbers.ts'
import { isEmpty, outgoing } from '../composer/index.ts'
import type { ListPanel, ListRow, PagerPanel } from '../panels/index.ts'
import { say } from '../state/events.ts'
import type { Chat } from './chat.ts'

/** What was shown last, so that a row can be opened. */
export interface ShownContext {
  readonly panel: ListPanel
  readonly texts: ReadonlyMap<string, { readonly title: string; readonly text: string }>
}

/** `/context`: what the next request would hold, by section, with sizes. Nothing is sent. */
export async function contextPanel(chat: Chat): Promise<ShownContext | undefined> {
  const { engine } = await chat.opened()
  const { NothingToPreviewError } = await import('@skillet/agent')
  const { status, composer } = chat.state()
  const { draft } = composer
  const submit: SubmitOptions = {
    // An empty message cannot be sent; the smallest one shows what goes with it.
    ...(isEmpty(draft) ? { text: '…' } : outgoing(draft)),
    ...(status.conversationId === undefined ? {} : { conversationId: status.conversationId }),
    ...(status.chosen === undefined ? {} : { model: status.chosen }),
    ...(status.dropping.length === 0 ? {} : { drop: status.dropping }),
  }
  try {
    return shown(await engine.preview(submit), chat)
  } catch (error) {
    if (!(error instanceof NothingToPreviewError)) throw error
    chat.change((state) => say(state, 'error', cleanLine(error.message), error.hint))
    return undefined
  }
}

interface Section {
  readonly id: string
  readonly kind: keyof Chat['words']['terminal']['contextSections']
  readonly title: string
  readonly tokens: number
  readonly text: string
}

function shown(preview: RequestPreview, { words, style, state }: Chat): ShownContext {
  const { terminal } = words
  const sections = sectionsOf(preview)
  const window = state().status.window
  const whole = Math.max(window, preview.total, 1)
  const rows = sections.map(({ id, kind, title, tokens }): ListRow => {
    const name = terminal.contextSections[kind]
    return {
      id,
      group: kind,
      sign: '',
      name: title === '' ? name : `${name} ${title}`,
      detail: '',
      bar: tokens / Math.max(preview.total, 1),
      badge: `≈ ${count(tokens)}`,
    }
  })
  const filled = Math.min(40, Math.ceil((preview.total / whole) * 40))
  const bar = `${style.cyan('█'.repeat(filled))}${style.dim('░'.repeat(40 - filled))} ${terminal.context(`${Math.round((preview.total / whole) * 100)} %`)}`
  const panel: ListPanel = {
    kind: 'list',
    purpose: 'context',
    title: terminal.contextTitle,
    head: [
      style.dim(terminal.contextTotal(count(preview.total), cleanLine(preview.model))),
      ...(window > 0 ? [bar] : []),
      ...preview.notices.map(({ message }) => style.yellow(cleanLine(message))),
    ],
    rows,
    filter: '',
    groups: [],
    empty: terminal.contextEmpty,
    keys: terminal.listKeys,
  }
  const texts = new Map(
    sections.map(({ id, kind, title, text }) => [
      id,
      { title: `${terminal.contextSections[kind]} ${title}`.trim(), text },
    ]),
  )
  return { panel, texts }
}

function sectionsOf({
  sections,
  tools,
  messages,
  toolTokens,
  messageTokens,
}: RequestPreview): readonly Section[] {
  const system = sections.map(
    ({ kind, title, text, tokens }, index): Section => ({
      id: `section ${index}`,
      kind,
      title: kind === 'skill' ? cleanLine(title) : '',
      tokens,
      text: cleanText(text),
    }),
  )
  const json = (value: unknown) => cleanText(JSON.stringify(value, undefined, 2))
  return [
    ...system,
    {
      id: 'tools',
      kind: 'tools',
      title: `(${tools.length})`,
      tokens: toolTokens,
      text: json(tools),
    },
    {
      id: 'messages',
      kind: 'messages',
      title: `(${messages.length})`,
      tokens: messageTokens,
      text: json(messages),
    },
  ]
}

/** The exact text of one section. */
export function sectionPanel({ panel, texts }: ShownContext, id: string): PagerPanel | undefined {
  const section = texts.get(id)
  if (section === undefined) return undefined
  return {
    kind: 'pager',
    purpose: 'section',
    id,
    title: section.title,
    lines: section.text.split('\n'),
    top: 0,
    actions: [],
    back: { ...panel, highlight: id },
  }
}
