import type { EngineEvent } from '@skillet/agent'
import { ofType } from './engine-world.ts'
import type { Fault, Wire } from './servers/faults/index.ts'

/** What one fault comes to over one protocol. */
export interface Seen {
  readonly events: readonly EngineEvent[]
  /** Of the message after it. */
  readonly next: readonly EngineEvent[]
  readonly attempts: number
  /** Requests that went where a redirect pointed. */
  readonly elsewhere: number
}

interface Told {
  readonly wire: Wire
  readonly sentence: string
  readonly again: boolean
}

const wireNames: Readonly<Record<Wire, string>> = {
  anthropic: 'Anthropic',
  responses: 'OpenAI responses',
  'openai-chat': 'OpenAI chat',
  chat: 'OpenAI-compatible',
  google: 'Google',
}

/** Gathers what a person sees of each fault, and writes it down as a page. */
export class FaultTable {
  readonly #told = new Map<Fault, Told[]>()
  #met = 0

  add(fault: Fault, route: { wire: Wire; title: string; model: string }, seen: Seen | undefined) {
    this.#met += 1
    if (seen === undefined) return
    const { wire, title, model } = route
    const name = model.slice(model.indexOf('/') + 1)
    const sentence = whatIsSeen(seen.events)
      .split(`${title}'s`)
      .join("PROVIDER's")
      .split(title)
      .join('PROVIDER')
      .split(name)
      .join('MODEL')
      .replace(/\b[A-Z_]+_API_KEY\b/g, 'PROVIDER_API_KEY')
      .replace(/providers\.[\w-]+\./g, 'providers.PROVIDER.')
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, 'ADDRESS')
    const told = { wire, sentence, again: ofType(seen.events, 'retrying').length > 0 }
    this.#told.set(fault, [...(this.#told.get(fault) ?? []), told])
  }

  isWhole(faults: readonly unknown[], routes: readonly unknown[]): boolean {
    return this.#met === faults.length * routes.length
  }

  page(faults: readonly Fault[]): string {
    const groups = [...new Set(faults.map(({ group }) => group))]
    const sections = groups.map((group) => {
      const rows = this.#rows(faults.filter((fault) => fault.group === group))
      return `## ${group}\n\n| A provider that … | What you see | Tried again |\n|---|---|---|\n${rows.join('\n')}\n`
    })
    return `${introduction}\n${sections.join('\n')}`
  }

  /** Statuses that come to the same are one row. */
  #rows(faults: readonly Fault[]): readonly string[] {
    const whatByRest = new Map<string, string[]>()
    for (const fault of faults) {
      const told = this.#told.get(fault) ?? []
      if (told.length === 0) continue
      const status = /^answers (\d{3})$/.exec(fault.what)?.[1]
      const row = this.#row(told)
      const rest = status === undefined ? row : row.split(`(${status})`).join('(STATUS)')
      const what = [...(whatByRest.get(rest) ?? []), status ?? fault.what]
      whatByRest.set(rest, what)
    }
    return [...whatByRest].map(([rest, what]) => `| ${titleOf(what)} | ${rest}`)
  }

  #row(told: readonly Told[]): string {
    const wiresBySentence = new Map<string, Told[]>()
    for (const one of told) {
      wiresBySentence.set(one.sentence, [...(wiresBySentence.get(one.sentence) ?? []), one])
    }
    const sentences = [...wiresBySentence].map(([sentence, same]) =>
      wiresBySentence.size === 1
        ? cell(sentence)
        : `${same.map(({ wire }) => wireNames[wire]).join(', ')}: ${cell(sentence)}`,
    )
    const again = told.every((one) => one.again)
      ? 'yes'
      : told.some((one) => one.again)
        ? 'some'
        : ''
    return `${sentences.join('<br>')} | ${again} |`
  }
}

/** Several causes with one effect are named together. */
function titleOf(what: readonly string[]): string {
  const [first = ''] = what
  const all = [...new Set(what.map(cell))]
  return /^\d{3}$/.test(first) ? `answers ${all.join(', ')}` : all.join('; ')
}

/** The sentence of a failure; else what was said beside the answer; else that there is one. */
function whatIsSeen(events: readonly EngineEvent[]): string {
  const end = ofType(events, 'turn-end')[0]
  if (end?.error) return `${end.error.message} ${end.error.hint ?? ''}`.trim()
  if (end?.reason === 'step-limit') return 'The turn ends at the limit of its steps.'
  const notices = ofType(events, 'notice').map(({ message }) => message)
  const mistakes = ofType(events, 'tool-output').flatMap(({ outcome }) =>
    outcome && !outcome.ok ? [outcome.text.split('\n').slice(0, 2).join(' ')] : [],
  )
  const ran = ofType(events, 'tool-output').some(({ outcome }) => outcome?.ok)
  if (mistakes.length > 0) return `The model is told: ${mistakes[0]}`
  if (notices.length > 0) return notices.join(' ')
  return ran ? 'The call runs.' : 'The answer.'
}

const cell = (text: string): string => text.replace(/[|<>*_`\\]/g, (mark) => `\\${mark}`)

const introduction = `# What happens when a provider misbehaves

This page is written by a test (\`packages/agent/test/misbehaving-provider.test.ts\`): servers on loopback misbehave in each of these ways, over each protocol that can, and the engine talks to them through the real packages of the providers. \`npx vitest run packages/agent/test/misbehaving-provider.test.ts -u\` writes it again.

After every row, the conversation goes on: the next message is answered. Names stand for what was named: PROVIDER, MODEL, ADDRESS. *Tried again* means up to four further requests, and only where nothing of the answer had been shown. [Models](models.md) says how to connect one.
`
