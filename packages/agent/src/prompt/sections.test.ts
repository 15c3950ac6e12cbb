import { describe, expect, it } from 'vitest'
import { systemPrompt } from './sections.ts'

const options = { skills: [], base: 'BASE', catalogue: '', contextWindow: 100_000 }

const skill = (name: string, instructions: string) => ({
  name,
  location: `/${name}`,
  instructions,
})

describe('the system prompt', () => {
  it('ancestor C: each skill, base, joined by `---`; then a blank line and the catalogue', () => {
    const { text, sections } = systemPrompt({
      ...options,
      skills: [skill('a', 'SKILL')],
      catalogue: 'CATALOGUE',
    })
    expect(text).toBe('SKILL\n---\nBASE\n\nCATALOGUE')
    expect(sections.map(({ kind }) => kind)).toEqual(['skill', 'base', 'catalogue'])
  })

  it('joins only what is present', () => {
    expect(systemPrompt(options).text).toBe('BASE')
  })

  it('says of several skills that the newest prevails', () => {
    const skills = ['old', 'new'].map((name) => skill(name, `of ${name}`))
    const { sections } = systemPrompt({ ...options, skills })
    expect(sections[0]?.text).toBe('of old')
    expect(sections[1]?.text).toMatch(/^of new\n.*"new".*prevails/u)
  })

  it('leaves older skills out beyond a quarter of the window, never the newest', () => {
    const long = 'word '.repeat(400)
    const skills = ['a', 'b', 'c'].map((name) => skill(name, long))
    const tight = systemPrompt({ ...options, skills, contextWindow: 5_000 })
    expect(tight.leftOut).toEqual(skills.slice(0, 1))
    const tiny = systemPrompt({ ...options, skills, contextWindow: 100 })
    expect(tiny.leftOut).toEqual(skills.slice(0, 2))
  })

  it('measures each section', () => {
    expect(systemPrompt(options).sections[0]?.tokens).toBeGreaterThan(0)
  })
})
