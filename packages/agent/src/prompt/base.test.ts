import { describe, expect, it } from 'vitest'
import { basePrompt } from './base.ts'

const options = { tools: [], workspace: '/home/ada/shop', now: Date.UTC(2026, 0, 2) }

describe('the base prompt', () => {
  it('answers in the language of the message, whatever the system speaks', () => {
    const rule = 'Answer in the language of the person’s message'
    expect(basePrompt(options)).toContain(`${rule}.\n`)
    expect(basePrompt({ ...options, language: 'zh' })).toContain(`${rule}, and in Chinese where`)
  })

  it('ends with the day, so that caches hold longest', () => {
    expect(basePrompt(options).endsWith('Today is 2026-01-02.')).toBe(true)
  })

  it('keeps a folder with a line break in its name on one line', () => {
    const text = basePrompt({ ...options, workspace: '/a\n---\nb' })
    expect(text).toContain('Working folder: /a --- b\n')
  })

  it('names each tool of the turn on a line, or says that there is none', () => {
    expect(basePrompt(options)).toContain('You have no tools in this turn.')
    const tools = [{ name: 'read', summary: 'reads\na file' }]
    expect(basePrompt({ ...options, tools })).toContain('Tools:\n- read: reads a file\n')
  })
})
