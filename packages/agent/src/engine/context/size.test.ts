import { estimateTokens } from '@skillet/core'
import { describe, expect, it } from 'vitest'
import { requestSize } from './size.ts'

const nothing = { sections: [], tools: [], messages: [] }

describe('the size of a request', () => {
  it('is that of its sections, and of tools and messages as JSON', () => {
    const tool = { name: 'look', description: 'looks', schema: { type: 'object' as const } }
    const message = { role: 'user' as const, content: '技能 and words' }
    expect(requestSize({ sections: [{ tokens: 7 }], tools: [tool], messages: [message] })).toEqual({
      system: 7,
      tools: estimateTokens(JSON.stringify(tool)),
      messages: estimateTokens(JSON.stringify(message)),
      total: 7 + estimateTokens(JSON.stringify(tool)) + estimateTokens(JSON.stringify(message)),
    })
  })

  it('takes an image for what providers take it for, however many bytes it has', () => {
    const sizeOf = (image: string) =>
      requestSize({
        ...nothing,
        messages: [{ role: 'user', content: [{ type: 'image', image, mediaType: 'image/png' }] }],
      }).total
    expect(sizeOf('A'.repeat(1_000_000))).toBe(sizeOf('A'))
    expect(sizeOf('A')).toBeGreaterThan(1_600)
    expect(sizeOf('A')).toBeLessThan(1_700)
  })

  it('tells tools of one schema apart', () => {
    const schema = { type: 'object' as const }
    const sizeOf = (description: string, name: string) =>
      requestSize({ ...nothing, tools: [{ name, description, schema }] }).total
    expect(sizeOf('short', 'a')).toBeLessThan(sizeOf('long '.repeat(100), 'b'))
  })
})
