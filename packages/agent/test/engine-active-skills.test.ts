import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  calling,
  calls,
  messagesOf,
  noted,
  ofType,
  openWorld,
  says,
  scripted,
  systemOf,
  type TestWorld,
  toolsOf,
  type WorldOptions,
} from './engine-world.ts'

let world: TestWorld
afterEach(() => world.close())

async function open(options: WorldOptions): Promise<TestWorld> {
  world = await openWorld(options)
  return world
}

const load = (name: string, id?: string) => calls(calling('activate_skill', { name }, id))
const narrow = 'tools: [look]\n---\nNARROW'
const wide = 'tools: [look, touch]\n---\nWIDE'

describe('the tools that active skills leave', () => {
  it('threat E7: are not widened by a file that is edited in mid-turn and loaded again', async () => {
    const touch = noted('touch')
    const look = noted('look', 'none', () => {
      world.writeSkill('a', wide)
      return { ok: true, text: '' }
    })
    const model = scripted([
      load('a', '1'),
      calls(calling('look', {})),
      load('a', '2'),
      calls(calling('touch', {}, 't')),
      says('done'),
    ])
    const { builtInTools } = await import('@skillet/agent')
    await open({ model, tools: [look, touch, ...builtInTools], skills: { a: narrow } })
    const events = await world.send('go')
    expect(touch.ran).toEqual([])
    expect(ofType(events, 'tool-denied')).toMatchObject([{ tool: 'touch', by: 'skill' }])
    expect(toolsOf(model.requests[3])).not.toContain('touch')
    expect(messagesOf(model.requests[3]).at(-1)).toContain('WIDE')
    expect(ofType(events, 'notice').map(({ code }) => code)).toEqual(['skill-edited'])
  })

  it('threat E7: stay as narrow in later turns, until the person picks the skill anew or drops it', async () => {
    const touch = noted('touch')
    const model = scripted([says('a1'), load('a'), says('a2'), says('a3'), says('a4'), says('a5')])
    const { builtInTools } = await import('@skillet/agent')
    await open({ model, tools: [noted('look'), touch, ...builtInTools], skills: { a: narrow } })
    await world.send('/a')
    world.writeSkill('a', 'ALL')
    await world.send('load it')
    expect(toolsOf(model.requests[2])).not.toContain('touch')
    await world.send('on')
    expect(toolsOf(model.requests[3])).not.toContain('touch')
    const events = await world.send('/a')
    expect(toolsOf(model.requests[4])).toContain('touch')
    // The model loaded the edited file before: that is what the person had been told.
    expect(ofType(events, 'notice')).toEqual([])
    world.writeSkill('a', narrow)
    await world.send('/a')
    expect(toolsOf(model.requests[5])).not.toContain('touch')
  })
})

describe('a skill whose file was edited', () => {
  it('holds as it was handed over, until it is activated again, which says so', async () => {
    const model = scripted([says('a')])
    await open({ model, skills: { a: 'OLD' } })
    await world.send('/a')
    world.writeSkill('a', 'NEW')
    expect(ofType(await world.send('on'), 'notice')).toEqual([])
    expect(systemOf(model.requests[1])).toContain('OLD')
    const events = await world.send('/a')
    expect(ofType(events, 'notice')).toMatchObject([
      { code: 'skill-edited', message: expect.stringContaining('"a"') },
    ])
    expect(systemOf(model.requests[2])).toContain('NEW')
    expect(systemOf(model.requests[2])).not.toContain('OLD')
  })

  it('says nothing where the text stayed and the arguments alone are new', async () => {
    const model = scripted([says('a')])
    await open({ model, skills: { a: 'DO $ARGUMENTS' } })
    await world.send('/a one')
    expect(ofType(await world.send('/a two'), 'notice')).toEqual([])
    expect(systemOf(model.requests[1])).toContain('DO two')
    expect(systemOf(model.requests[1])).not.toContain('DO one')
  })

  it('is compared with the branch, not with what was said on another one', async () => {
    await open({ model: scripted([says('a')]), skills: { a: 'OLD' } })
    await world.send('one')
    await world.send('/a')
    world.writeSkill('a', 'NEW')
    const [, , question] = await world.store.messages('c')
    const events = await world.send({ text: '/a', ...(question && { edits: question.id }) })
    expect(ofType(events, 'notice')).toEqual([])
  })
})

describe('what a skill brings for a turn', () => {
  const asks = (id: string) => calls(calling('look', { command: 'x' }, id))
  const text = 'allowed-tools: look\n---\nOPEN'

  it('ends with the turn, also where it ended with an error, was stopped, or is gone back behind', async () => {
    const look = noted('look', 'run')
    const stop = new AbortController()
    const model = scripted([
      asks('1'),
      new Error('broken'),
      asks('2'),
      says('a'),
      () => {
        stop.abort()
        return asks('3')
      },
      asks('4'),
      says('a'),
    ])
    await open({ model, tools: [look], skills: { open: text } })
    const failed = await world.send('/open')
    expect(failed.at(-1)).toMatchObject({ reason: 'error' })
    expect(look.ran).toHaveLength(1)
    const [, after] = [failed, await world.send('on')]
    expect(ofType(after, 'tool-denied')).toHaveLength(1)
    const stopped = await world.send({ text: '/open', signal: stop.signal })
    expect(stopped.at(-1)).toMatchObject({ reason: 'aborted' })
    expect(ofType(await world.send('on'), 'tool-denied')).toHaveLength(1)
    expect(look.ran).toHaveLength(1)
  })
})

describe('an answer that did not come to its end', () => {
  it('reads right to the model: what was said, and a call whose outcome nobody knows', async () => {
    const stop = new AbortController()
    const look = noted('look', 'none', () => {
      stop.abort()
      return new Promise(() => {})
    })
    const model = scripted([
      [...says('half').slice(0, 3), ...load('none').slice(0, 0), ...calls(calling('look', {}))],
      says('a'),
    ])
    await open({
      model,
      tools: [look],
      wait: (ms, signal) =>
        ms === 2_000
          ? Promise.resolve()
          : new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    })
    const events = await world.send({ text: 'go', signal: stop.signal })
    expect(events.at(-1)).toMatchObject({ reason: 'aborted' })
    expect((await world.store.messages('c')).at(-1)?.end).toEqual({ reason: 'aborted' })
    await world.send('on')
    expect(messagesOf(model.requests[1])).toEqual([
      'user: go',
      'assistant: half | look({})',
      expect.stringMatching(/^tool: .*unknown/su),
      'user: on',
    ])
  })

  it('puts no word into the model’s mouth where nothing had come, and says so', async () => {
    const model = scripted([new Error('broken'), says('a')])
    await open({ model })
    await world.send('one')
    await world.send('two')
    expect(messagesOf(model.requests[1])).toEqual([
      'user: one',
      'assistant: [This message was not answered.]',
      'user: two',
    ])
  })

  it('keeps the error with the sentence that `turn-end` had', async () => {
    await open({ model: scripted([new Error('broken')]) })
    const events = await world.send('one')
    const end = events.at(-1)
    expect(end).toMatchObject({ type: 'turn-end', reason: 'error' })
    expect((await world.store.messages('c')).at(-1)?.end).toEqual(
      end?.type === 'turn-end' ? { reason: end.reason, error: end.error } : undefined,
    )
  })
})

describe('a retry with another model', () => {
  it('is answered by it, for that turn alone', async () => {
    await open({ model: scripted([says('a')]) })
    await world.send('one')
    const events: unknown[] = []
    for await (const event of world.engine.retry({ conversationId: 'c', model: 'other/two' })) {
      events.push(event)
    }
    expect(events.at(-1)).toMatchObject({ reason: 'error', error: { class: 'model' } })
    const [question, before, answer] = await world.store.allMessages('c')
    // The message was sent before, and stays so: only the new answer never began.
    expect(question).not.toHaveProperty('state')
    expect(answer).toMatchObject({ state: 'unsent', end: { reason: 'error' } })
    expect((await world.store.messages('c')).at(-1)?.id).toBe(before?.id)
  })
})

describe('the file of a skill', () => {
  it('that is no skill any more is reported, and nothing of the message is sent', async () => {
    const model = scripted([says('a')])
    await open({ model, skills: { a: 'BODY' } })
    writeFileSync(join(world.workspace, '.agents/skills/a/SKILL.md'), 'no frontmatter')
    const events = await world.send('/a')
    expect(events.at(-1)).toMatchObject({ reason: 'error', error: { class: 'skill' } })
    expect(model.requests).toEqual([])
  })
})
