import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'

const hostile = 'a\u202eb\u200b\u3164\u{e0041}\u0007'
const marked = 'a⟨U+202E⟩b⟨U+200B⟩⟨U+3164⟩⟨U+E0041⟩⟨U+0007⟩'

const html = renderToStaticMarkup

const given: unknown[] = []
function Edited(properties: { readonly title: string; readonly text: string }) {
  given.push(properties)
  return null
}

function Around({ children }: { readonly children: ReactNode }) {
  return children
}

describe('threat T8: what JSX makes of foreign text', () => {
  it('writes what hides in a text as its code, alone and in lists', () => {
    expect(html(<p>{hostile}</p>)).toBe(`<p>${marked}</p>`)
    expect(html(<p>by {hostile}</p>)).toBe(`<p>by ${marked}</p>`)
    const list = [hostile, <b key="b">{hostile}</b>]
    expect(html(<p>{list}</p>)).toBe(`<p>${marked}<b>${marked}</b></p>`)
  })

  it.each(['alt', 'aria-label', 'aria-description', 'placeholder', 'title'])(
    'in %s too',
    (name) => {
      expect(html(<input {...{ [name]: hostile }} />)).toBe(`<input ${name}="${marked}"/>`)
    },
  )

  it('reaches what another component makes of its children', () => {
    expect(html(<Around>{hostile}</Around>)).toBe(marked)
  })

  it('leaves what is typed, copied or sent, and what a component gets', () => {
    expect(html(<input defaultValue={hostile} />)).toBe(`<input value="${hostile}"/>`)
    expect(html(<textarea defaultValue={hostile} />)).toBe(`<textarea>${hostile}</textarea>`)
    html(<Edited title={hostile} text={hostile} />)
    expect(given).toEqual([{ title: hostile, text: hostile }])
  })

  it('leaves prose as it is, in every language', () => {
    const prose = 'Bonjour\u00a0! 10\u202f000 文\u3000字 می\u200cخواهم 👩‍👩‍👧 ❤️ tab\tand\nline'
    expect(html(<p>{prose}</p>)).toBe(`<p>${prose}</p>`)
  })
})
