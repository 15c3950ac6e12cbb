import { afterEach, describe, expect, it } from 'vitest'
import { calling, calls, noted, says, scripted } from '../../agent/test/engine-world.ts'
import {
  type ChatOptions,
  type ChatWorld,
  chunksOf,
  openChat,
  reduced,
  typed,
} from './chat-world.ts'

let world: ChatWorld
afterEach(() => world.stop())
const open = async (options: ChatOptions) => {
  world = await openChat(options)
}

describe('POST /api/chat', () => {
  it('streams the answer as the AI SDK reads it, under the id that the store has', async () => {
    await open({ model: scripted([says('Hello!')]) })
    const response = await world.say('hi')
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    const message = await reduced(await chunksOf(response))
    const [person, answer] = await world.messages()
    expect(person).toMatchObject({ role: 'user', parts: [{ type: 'text', text: 'hi' }] })
    expect(answer?.id).toBe(message?.id)
    expect(answer?.parts).toEqual(JSON.parse(JSON.stringify(message?.parts)))
    expect(answer?.parts).toMatchObject([{ type: 'step-start' }, { type: 'text', text: 'Hello!' }])
  })

  it('tells a page that has the conversation open', async () => {
    await open({ model: scripted([says('Hello!')]) })
    const live = world.live({ conversation: 'c' })
    const accepted = await world.say('hi', {}).then((response) => response.status)
    expect(accepted).toBe(200)
    await live.next('message', ({ message }) => message.metadata?.end !== undefined)
    expect(live.events.map(({ type }) => type)).toContain('chunk')
  })

  it('pauses at a question, and streams the rest to the request that answers it', async () => {
    const bash = noted('bash', 'run')
    const model = scripted([calls(calling('bash', { command: 'ls' })), says('done')])
    await open({ model, tools: [bash] })
    const first = await chunksOf(await world.say('go'))
    expect(first.at(-1)).toMatchObject({ type: 'tool-approval-request' })
    const asked = await reduced(first)
    const answered = {
      ...asked,
      parts: asked?.parts.map((part) =>
        part.type === 'dynamic-tool' && part.state === 'approval-requested'
          ? { ...part, state: 'approval-responded', approval: { ...part.approval, approved: true } }
          : part,
      ),
    }
    const rest = await world.post('/api/chat', { id: 'c', messages: [typed('go'), answered] })
    expect(rest.status).toBe(200)
    const whole = await reduced(await chunksOf(rest), answered as typeof asked)
    expect(bash.ran).toHaveLength(1)
    expect(whole?.id).toBe(asked?.id)
    expect(whole?.parts.at(-1)).toMatchObject({ type: 'text', text: 'done' })
  })
})
