import { describe, expect, it } from 'vitest'
import { exportName } from './export-name.ts'

describe('the name of an exported file', () => {
  it('is the title', () => {
    expect(exportName('审查 fences', 'markdown')).toBe('审查 fences.md')
    expect(exportName('a', 'json')).toBe('a.json')
  })

  it('has nothing that a system forbids, and hides nothing', () => {
    expect(exportName('../a:b\u202e\n?', 'markdown')).toBe('a b.md')
  })

  it('is never empty, nor very long', () => {
    expect(exportName('///', 'json')).toBe('conversation.json')
    expect(exportName('x'.repeat(500), 'json')).toHaveLength(85)
  })
})
