import type { ContextSettings } from '@skillet/core'
import { describe, expect, it } from 'vitest'
import { modelsOf, ofType, openWorld, says, scripted, systemOf } from './engine-world.ts'

describe('how much of the context skills may take', () => {
  const kept = async (context: ContextSettings, contextWindow: number) => {
    const model = modelsOf(scripted([says('ok')]), [], contextWindow)
    const skills = { long: 'x'.repeat(100_000) }
    const world = await openWorld({ model, skills, context })
    const [event] = ofType(await world.send('/long'), 'skill-activated')
    world.close()
    return 100_000 - (event?.truncated ?? 0)
  }

  it.each([
    [{ instructionCharacters: 10_000 }, 1_000_000, 10_000],
    [{ instructions: 30 }, 40_000, 42_000],
    [{ instructions: 100, instructionCharacters: 90_000 }, 1_000_000, 90_000],
  ])('one skill, with %j in %i tokens', async (context, window, expected) => {
    expect(Math.abs((await kept(context, window)) - expected)).toBeLessThan(1_500)
  })

  it.each([
    [undefined, ['c']],
    [{ activeSkills: 100 }, ['a', 'b', 'c']],
  ])('all active ones together, with %j', async (context, names) => {
    const model = scripted([says('ok')])
    const body = 'word '.repeat(500)
    const world = await openWorld({
      model: modelsOf(model, [], 6_000),
      skills: { a: body, b: body, c: body },
      ...(context && { context }),
    })
    for (const name of ['a', 'b', 'c']) await world.send(`/${name}`)
    const sent = systemOf(model.requests[2])
    expect(['a', 'b', 'c'].filter((name) => sent.includes(`Skill "${name}"`))).toEqual(names)
    world.close()
  })
})

describe('a skill that is dropped', () => {
  it('and not active is named, with those that are; the others go', async () => {
    const model = scripted([says('ok')])
    const world = await openWorld({ model, skills: { pdf: 'Body.', docx: 'Body.' } })
    await world.send('/pdf')
    await world.send('/docx')
    const events = await world.send({ text: 'on', drop: ['pdf', 'nope', 'PDFF'] })
    expect(ofType(events, 'skill-dropped').map(({ name }) => name)).toEqual(['pdf'])
    expect(ofType(events, 'notice')).toMatchObject([
      {
        code: 'drop-not-active',
        message: 'Not active, so not dropped: "nope", "PDFF".',
        hint: 'Active are: pdf, docx.',
      },
    ])
    const [answer] = await world.engine.conversation('c').then((view) => view?.activeSkills ?? [])
    expect(answer?.name).toBe('docx')
    expect(ofType(await world.send({ text: 'on', drop: ['docx'] }), 'notice')).toEqual([])
    const [notice] = ofType(await world.send({ text: 'on', drop: ['docx'] }), 'notice')
    expect(notice?.hint).toBe('No skill is active here.')
    world.close()
  })
})
