import { describe, expect, it } from 'vitest'
import { createMarkdown } from '../chat/markdown/index.ts'
import { createStyle } from '../screen/terminal.ts'
import { withoutColours } from '../screen/width.ts'
import { createMarkdownView } from './index.ts'

const style = createStyle(true)

function streamed(text: string): string {
  const view = createMarkdownView({ style, columns: () => 80 })
  return (view.push(text) + view.flush()).trimEnd()
}

function laidOut(text: string): string {
  return createMarkdown(style, () => undefined)
    .lines(text, 80)
    .join('\n')
}

describe('what both ways to show Markdown have in common', () => {
  it.each([
    ['a link says where it leads', '[the guide](docs/a.md)', 'the guide (docs/a.md)'],
    ['not twice', '[https://a.example](https://a.example)', 'https://a.example'],
    ['nor for a mail address', '[a@b.example](mailto:a@b.example)', 'a@b.example'],
    ['a link without text is its address', 'see [](https://a.example)', 'see https://a.example'],
    ['so is a picture', '![](a.png) and ![alt](b.png)', 'a.png and alt (b.png)'],
    ['an entity is the letter that was meant', 'a &lt;b&gt; &amp; c', 'a <b> & c'],
    ['but not in code', 'write `&lt;`', 'write &lt;'],
    ['marks become looks', '**a** `b` *c*', 'a b c'],
    ['an escaped mark is text', 'an \\*escaped\\* star', 'an *escaped* star'],
  ])('%s: %j', (_what, source, text) => {
    expect(withoutColours(streamed(source))).toBe(text)
    expect(streamed(source)).toBe(laidOut(source))
  })
})
