import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { LanguageProvider } from '../language/index.ts'
import {
  Badge,
  Boundary,
  Button,
  CopyButton,
  classes,
  Empty,
  Field,
  Icon,
  IconButton,
  iconNames,
  Notice,
  Prose,
  Segmented,
  Switch,
  TextInput,
} from './index.ts'

const html = renderToStaticMarkup

describe('a sentence of Skillet', () => {
  test('shows what stands between backticks as code, and leaves a lone backtick alone', () => {
    const said = { message: 'No skill "x".', hint: 'Run `skillet why x` or `skillet list`.' }
    const code = (text: string) => `<code class="font-mono break-words">${text}</code>`
    expect(html(<Prose of={said} />)).toBe(
      `No skill &quot;x&quot;. Run ${code('skillet why x')} or ${code('skillet list')}.`,
    )
    expect(html(<Prose of={{ message: 'a ` b' }} />)).toBe('a ` b')
    expect(html(<Prose of={{}} />)).toBe('')
  })
})

describe('a button', () => {
  test('sends no form unless it is told to', () => {
    expect(html(<Button>Go</Button>)).toContain('type="button"')
    expect(html(<Button type="submit">Go</Button>)).toContain('type="submit"')
  })

  test('that is busy says so, does nothing, and keeps the focus', () => {
    const out = html(<Button busy>Save</Button>)
    expect(out).toContain('aria-busy="true"')
    expect(out).toContain('aria-disabled="true"')
    expect(out).not.toMatch(/ disabled=/)
  })

  test('with only an icon has a name, and says whether it is pressed', () => {
    const out = html(<IconButton icon="wrap" label="Wrap long lines" pressed={false} />)
    expect(out).toContain('aria-label="Wrap long lines"')
    expect(out).toContain('aria-pressed="false"')
    expect(html(<IconButton icon="close" label="Close" />)).not.toContain(' aria-pressed=')
  })

  test('that copies is named in the language of the page', () => {
    const out = html(
      <LanguageProvider language="zh">
        <CopyButton text="a" />
      </LanguageProvider>,
    )
    expect(out).toContain('aria-label="复制"')
  })
})

describe('an icon', () => {
  test('is hidden from screen readers, since a word is beside it', () => {
    expect(html(<Icon name="trust" />)).toContain('aria-hidden="true"')
  })

  test('stays on its field of 16 by 16', () => {
    expect(iconNames.length).toBeGreaterThan(50)
    for (const name of iconNames) {
      const path = / d="([^"]+)"/.exec(html(<Icon name={name} />))?.[1] ?? ''
      expect(path, name).toMatch(/^M[\d.MLHVCSAZmlhvcsaz\s-]+$/)
      for (const start of path.matchAll(/[ML]([\d.]+) ([\d.]+)/g))
        for (const place of start.slice(1)) expect(Number(place), name).toBeLessThanOrEqual(15)
    }
  })
})

describe('a field', () => {
  test('ties its label, its help and its error to the control', () => {
    const out = html(
      <Field label="Key" help="From your provider" state={{ kind: 'error', message: 'Refused' }}>
        <TextInput />
      </Field>,
    )
    const id = /<input[^>]* id="([^"]+)"/.exec(out)?.[1]
    expect(out).toContain(`for="${id}"`)
    expect(out).toContain('aria-invalid="true"')
    expect(out).toContain('Refused')
  })

  test('says that it was saved', () => {
    const saved = html(
      <Field label="Name" state={{ kind: 'saved' }}>
        <TextInput />
      </Field>,
    )
    expect(saved).toMatch(/role="status"[^>]*>.*Saved/)
  })
})

describe('what is chosen', () => {
  test('is said by roles, not by looks', () => {
    const on = html(<Switch label="Other folders" help="Read-only" checked onChange={() => {}} />)
    expect(on).toContain('role="switch"')
    expect(on).toContain('aria-checked="true"')
    const options = [
      { value: 'light', label: 'Light' },
      { value: 'dark', label: 'Dark' },
    ] as const
    const out = html(<Segmented label="Theme" value="dark" options={options} onChange={() => {}} />)
    expect(out).toContain('role="radiogroup"')
    expect(out.match(/role="radio"/g)).toHaveLength(2)
    expect(out.match(/aria-checked="true"/g)).toHaveLength(1)
  })
})

describe('a state', () => {
  test.each(['neutral', 'accent', 'success', 'warning', 'danger'] as const)(
    '%s has an icon and a word',
    (tone) => {
      expect(html(<Notice tone={tone}>What happened</Notice>)).toMatch(/<svg.*What happened/)
      expect(html(<Badge tone={tone}>loaded</Badge>)).toContain('loaded')
    },
  )

  test('of nothing says what to do', () => {
    const out = html(
      <Empty icon="skill" title="No skill matches" action={<Button>Clear</Button>}>
        Try another word
      </Empty>,
    )
    expect(out).toMatch(/No skill matches.*Try another word.*Clear/)
  })
})

test('a boundary tries again with another key, and only then', () => {
  const error = new Error('broken')
  const failed = { ...Boundary.getDerivedStateFromError(error), resetKey: 'a' }
  const state = { failed: { error }, resetKey: 'a' }
  expect(failed).toEqual(state)
  const props = { instead: () => null, children: null }
  expect(Boundary.getDerivedStateFromProps({ ...props, resetKey: 'a' }, state)).toBeNull()
  expect(Boundary.getDerivedStateFromProps({ ...props, resetKey: 'b' }, state)).toEqual({
    failed: undefined,
    resetKey: 'b',
  })
})

test('class names that do not hold are left out', () => {
  expect(classes('a', false, undefined, '', 'b')).toBe('a b')
})
