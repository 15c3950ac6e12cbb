import { type Language, languages, sentences } from '@skillet/language'
import type { ToolOutput } from '@skillet/server/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Call, CallState } from '../../calls/index.ts'
import { LanguageProvider } from '../../language/index.ts'
import { ToolCard } from './tool-card.tsx'

const call = (state: CallState, output?: Partial<ToolOutput>): Call => ({
  state,
  asked: [],
  part: {
    type: 'dynamic-tool',
    toolName: 'bash',
    toolCallId: '1',
    input: { command: 'npm test' },
    ...(output === undefined
      ? { state: 'input-available' }
      : { state: 'output-available', output: { ok: true, text: '', ...output } }),
  },
})

const card = (language: Language, shown: Call) =>
  renderToStaticMarkup(
    <LanguageProvider language={language}>
      <ToolCard call={shown} />
    </LanguageProvider>,
  )

describe.each(languages)('a tool card in %s', (language) => {
  const { chat } = sentences(language)
  const states = Object.keys(chat.toolState) as CallState[]

  it.each(states)('%s has its word, an icon, the tool and what it is about', (state) => {
    const html = card(language, call(state, state === 'running' ? { live: true } : undefined))
    expect(html).toContain(chat.toolState[state])
    expect(html).toContain('<svg')
    expect(html).toContain('bash')
    expect(html).toContain('npm test')
  })

  it('done is closed; failed is open with its exit code and its last 12 lines', () => {
    const text = Array.from({ length: 40 }, (_, at) => `line ${at}.`).join('\n')
    expect(card(language, call('done', { text, exitCode: 0 }))).not.toContain('line 39.')
    const failed = card(language, call('failed', { ok: false, text, exitCode: 3 }))
    expect(failed).toContain(chat.exitCode(3))
    expect(failed).toContain('line 28.')
    expect(failed).not.toContain('line 27.')
    expect(failed).toContain(chat.lastLines('12', '40'))
  })

  it('says by whom it was refused, and what was left out', () => {
    const denied = { by: 'rule', reason: 'deny bash' } as const
    const refused = card(language, call('refused', { ok: false, denied }))
    expect(refused).toContain(chat.refusedByRule('deny bash'))
    const cut = card(language, call('failed', { ok: false, text: 'x', truncated: 2048 }))
    expect(cut).toContain(chat.bytesLeftOut('2 KiB'))
  })

  it('only what runs can be stopped', () => {
    const button = `${chat.stop}</button>`
    expect(card(language, call('running', { live: true, text: 'x' }))).toContain(button)
    expect(card(language, call('done'))).not.toContain(button)
  })
})
