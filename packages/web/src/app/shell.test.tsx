import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Router } from 'wouter'
import { addressOf } from '../frame/index.ts'
import { App, type Regions } from './index.ts'

const regions: Regions = {
  followers: [() => <p>FOLLOWS</p>],
  Status: () => <p>STATUS</p>,
  Conversations: ({ id }) => <p>LIST {id}</p>,
  Title: ({ id }) => <h1>TITLE {id}</h1>,
  Conversation: ({ id }) => <p>MESSAGES {id}</p>,
  Inspector: () => <p>INSPECTOR</p>,
  Search: () => null,
  Skills: () => <p>SKILLS</p>,
  Settings: () => <p>SETTINGS</p>,
  Start: () => <p>START</p>,
}

const page = (path: string, language: 'en' | 'zh' = 'en') =>
  renderToStaticMarkup(
    <Router ssrPath={path}>
      <App language={language} theme="system" regions={regions} />
    </Router>,
  )

describe('the page', () => {
  test('has its regions in document order', () => {
    const marks = [
      'Skip to',
      'STATUS',
      '<nav',
      'LIST',
      '</nav>',
      '<header',
      'TITLE',
      '<main',
      'MESSAGES',
    ]
    const out = page('/c/abc')
    const places = marks.map((mark) => out.indexOf(mark))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places).not.toContain(-1)
  })

  test('has one of each landmark, named, and one polite status and one alert at all', () => {
    const out = page('/')
    expect(out.match(/<nav/g)).toHaveLength(1)
    expect(out).toContain('<nav aria-label="Conversations"')
    expect(out.match(/<main/g)).toHaveLength(1)
    expect(out.match(/<h1/g)).toHaveLength(1)
    expect(out.match(/role="status"/g)).toHaveLength(1)
    expect(out.match(/role="alert"/g)).toHaveLength(1)
  })

  test.each([
    ['/', 'MESSAGES '],
    ['/c/a%20b', 'MESSAGES a b'],
    ['/skills', 'SKILLS'],
    ['/settings', 'SETTINGS'],
    ['/start', 'START'],
    ['/nope', 'Go to the conversations'],
    ['/c/a/b', 'Go to the conversations'],
  ])('shows at %s %s', (path, text) => {
    expect(page(path)).toContain(text)
  })

  test('marks the page that is shown', () => {
    expect(page('/settings')).toMatch(/aria-current="page" href="\/settings"/)
    expect(page('/').match(/ aria-current=/g)).toBeNull()
  })

  test('speaks the language of the person', () => {
    expect(page('/skills', 'zh')).toMatch(/<h1[^>]*>技能<\/h1>/)
  })
})

test('the address of a conversation leads to it', () => {
  expect(page(addressOf('0192f 对话'))).toContain('MESSAGES 0192f 对话')
})
