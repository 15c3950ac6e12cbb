import { exportConversation } from '@skillet/agent'
import { describe, expect, it } from 'vitest'
import { calling, calls, noted, openWorld, says, scripted, stores } from '../engine-world.ts'
import { injections, mark } from './injections.ts'

/** What steers a terminal or turns text, and belongs in no file that is read as text. */
const steering = /(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
const all = injections.map(({ text }) => text).join('\n')

describe.each(stores)('threat P5: what is exported from a %s', (_, openStore) => {
  const open = async () => {
    const look = noted('look', 'none', () => ({ ok: true, text: all }))
    const model = scripted([calls(calling('look', { path: all })), says(all)])
    const world = await openWorld({
      model,
      tools: [look],
      skills: { a: all },
      openStore,
      permissions: { unattended: 'allow' },
    })
    await world.send({
      text: all,
      skill: 'a',
      attachments: [{ name: all, bytes: new TextEncoder().encode('x') }],
    })
    return world
  }

  it('Markdown has all texts, and none of them steers or turns anything', async () => {
    const world = await open()
    const text = (await exportConversation(world.store, 'c', { format: 'markdown' })) ?? ''
    expect(text.split(mark).length).toBeGreaterThan(injections.length)
    expect(steering.exec(text)?.[0]).toBeUndefined()
    world.close()
  })

  it('JSON gives back each text as it was, on any store', async () => {
    const world = await open()
    const text = (await exportConversation(world.store, 'c', { format: 'json' })) ?? ''
    expect(steering.exec(text)?.[0]).toBeUndefined()
    const [question, answer] = JSON.parse(text).messages
    expect(question.parts).toContainEqual({ type: 'text', text: all })
    expect(answer.parts).toContainEqual({ type: 'text', text: all })
    const call = answer.parts.find((part: { type: string }) => part.type === 'tool')
    expect(call).toMatchObject({ input: { path: all }, result: { outcome: { text: all } } })
    world.close()
  })
})
