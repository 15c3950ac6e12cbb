import { createModels, type EngineEvent } from '@skillet/agent'
import { describe, expect, it } from 'vitest'
import { ofType, openWorld } from './engine-world.ts'
import { says, startOpenAI } from './servers/index.ts'

describe('a model that was found on loopback', () => {
  it('is named to the reader before the first text goes to it, and nothing but lists is asked before', async () => {
    const seen: EngineEvent[] = []
    const namedBefore: (readonly string[])[] = []
    await using ollama = await startOpenAI(
      () => {
        namedBefore.push(ofType(seen, 'turn-start').map(({ model }) => model))
        return says('Hello.')
      },
      { models: ['qwen3:8b'] },
    )
    const world = await openWorld({
      model: createModels({ environment: {}, probe: { origins: { ollama: ollama.origin } } }),
    })
    const submitted = world.engine.submitMessage({ conversationId: 'c', text: 'my secret plan' })
    for await (const event of submitted) seen.push(event)
    expect(ofType(seen, 'turn-end')[0]?.reason).toBe('done')
    expect(namedBefore).toEqual([['ollama/qwen3:8b']])
    const paths = ollama.connections.map(({ path }) => path)
    expect(paths[0]).toBe('/api/tags')
    expect(paths.filter((path) => path.endsWith('/chat/completions'))).toHaveLength(1)
    expect(paths.at(-1)).toMatch(/\/chat\/completions$/u)
    world.close()
  })
})
