import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EngineEvent, parseRule } from '@skillet/agent'
import { describe, expect, it } from 'vitest'
import { calling, calls, messagesOf, ofType, openWorld, says, scripted } from './engine-world.ts'
import { addNote } from './examples/add-note.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const made = calls(calling('add_note', { name: 'todo', text: 'Buy tea.' }))
const files = { 'notes/todo.md': 'Sleep.\n' }

describe('docs/writing-tools.md', () => {
  it('shows the tool that is tested here', () => {
    expect(read('../../../docs/writing-tools.md')).toContain(
      `\`\`\`ts\n${read('./examples/add-note.ts')}\`\`\``,
    )
  })
})

describe('the tool of the page', () => {
  it('runs by a rule of its name, and is stopped by a rule about writing', async () => {
    const rules = [parseRule('add_note(notes/**)', 'allow', 'user-settings')]
    const deny = parseRule('write(notes/**)', 'deny', 'user-settings')
    const ask = async (given: typeof rules) => {
      const model = scripted([made, says('ok')])
      const world = await openWorld({
        model,
        files,
        tools: [addNote],
        permissions: { rules: given },
      })
      const events = await world.send('go')
      const note = readFileSync(join(world.workspace, 'notes/todo.md'), 'utf8')
      world.close()
      return { events, note }
    }
    const { events, note } = await ask(rules)
    expect(note).toBe('Sleep.\nBuy tea.\n')
    expect(ofType(events, 'tool-output')).toMatchObject([
      { final: false, delta: 'Writing todo…\n' },
      { final: true, outcome: { ok: true, text: 'Added to todo.' } },
    ])
    const stopped = await ask([...rules, deny])
    expect(stopped.note).toBe('Sleep.\n')
    expect(ofType(stopped.events, 'tool-denied')).toMatchObject([{ by: 'rule' }])
    expect((await ask([])).note).toBe('Sleep.\n')
  })

  it('is asked about with its diff, and again where the note changed meanwhile', async () => {
    const model = scripted([made, says('ok')])
    const world = await openWorld({
      model,
      files,
      tools: [addNote],
      permissions: { attended: true },
    })
    const note = join(world.workspace, 'notes/todo.md')
    const events: EngineEvent[] = []
    for await (const event of world.engine.submitMessage({ conversationId: 'c', text: 'go' })) {
      events.push(event)
      if (event.type !== 'approval-request') continue
      if (ofType(events, 'approval-request').length === 1) writeFileSync(note, 'Work.\n')
      const { id, digest } = event.request
      await world.engine.answer(id, { decision: 'once', digest })
    }
    expect(ofType(events, 'approval-request').map(({ request }) => request)).toMatchObject([
      { rule: 'add_note(notes/todo.md)', diff: expect.stringContaining('+Buy tea.') },
      { rule: 'add_note(notes/todo.md)' },
    ])
    expect(readFileSync(note, 'utf8')).toBe('Work.\nBuy tea.\n')
    world.close()
  })

  it('sends arguments that do not fit back to the model', async () => {
    const model = scripted([calls(calling('add_note', { name: '../x', text: 'x' })), says('ok')])
    const world = await openWorld({ model, tools: [addNote] })
    await world.send('go')
    expect(messagesOf(model.requests[1])[2]).toContain('The input of add_note does not fit:')
    world.close()
  })
})
