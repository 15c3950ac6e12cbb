import { expect, it, vi } from 'vitest'
import { finish, saying, scripted } from '../../test/engine-world.ts'
import { streamStep } from './step.ts'

it('prints nothing of what a provider’s package warns about', async () => {
  const printed = [
    vi.spyOn(console, 'warn').mockImplementation(() => {}),
    vi.spyOn(console, 'info').mockImplementation(() => {}),
    vi.spyOn(console, 'log').mockImplementation(() => {}),
  ]
  const warnings = [{ type: 'other' as const, message: 'This setting is unknown.' }]
  const model = scripted([[{ type: 'stream-start', warnings }, ...saying('ok'), finish()]])
  const outcome = await streamStep(
    { model, system: 's', messages: [{ role: 'user', content: 'hi' }], tools: {}, step: 1 },
    {
      emit: () => {},
      describe: () => ({ class: 'unknown', message: '', hint: '', retryable: false }),
      signal: new AbortController().signal,
      stallMs: 1,
      wait: () => new Promise(() => {}),
      usedCallIds: new Set(),
    },
  )
  expect(outcome.kind).toBe('answered')
  for (const spy of printed) expect(spy).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})
