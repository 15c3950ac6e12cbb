import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as v3 from 'zod/v3'
import { builtInTools } from '../tools/index.ts'
import type { Tool } from '../tools/types.ts'
import { checkTools } from './check-tools.ts'

const named = (name: string): Tool => ({
  name,
  description: 'For tests.',
  summary: 'for tests',
  schema: z.object({}),
  access: () => ({ kind: 'none' }),
  run: async () => ({ ok: true, text: '' }),
})

describe('the names of tools', () => {
  it('may be any that nobody means something else by', () => {
    const own = ['weather', 'saveFile', 'mcp__git__log', 'git-log'].map(named)
    expect(() => checkTools([...builtInTools, ...own])).not.toThrow()
  })

  it('may be that of a built-in tool that is left out', () => {
    const others = builtInTools.filter(({ name }) => name !== 'bash')
    expect(() => checkTools([...others, named('bash')])).not.toThrow()
  })

  it.each([
    ['twice', ['weather', 'weather'], 'Two tools are called "weather"'],
    ['in another case', ['weather', 'Weather'], '"Weather" and "weather" are one name'],
    ['that of a built-in tool', [...builtInTools.map(({ name }) => name), 'read'], 'Two tools'],
    ['another client’s for one', ['search'], 'models and rules mean "grep" by it'],
    ['what rules call one', ['skill'], 'models and rules mean "skill" by it'],
    ['in another case than one', ['Bash'], 'models and rules mean "bash" by it'],
    ['what the engine asks about', ['model'], 'choose another name'],
    ['what no provider takes', ['get weather'], 'a name is 1 to 64 letters'],
    ['what would be a rule', ['a(b)'], 'a name is 1 to 64 letters'],
    ['empty', [''], 'a name is 1 to 64 letters'],
  ])('are refused: %s', (_, names, message) => {
    expect(() => checkTools(names.map(named))).toThrow(TypeError)
    expect(() => checkTools(names.map(named))).toThrow(message)
  })

  it('come with a schema of zod 4', () => {
    // @ts-expect-error: a compiler says so, but not every program has one.
    const old: Tool = { ...named('weather'), schema: v3.object({}) }
    expect(() => checkTools([old])).toThrow('not one of zod 4')
  })
})
