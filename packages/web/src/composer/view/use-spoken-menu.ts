import { calledAs, type OpenMenu } from '@skillet/core/menu'
import { useEffect } from 'react'
import { useAnnounce } from '../../announce/index.ts'
import { useFormat, useSentences } from '../../language/index.ts'

/** So long nothing may change before the menu is read out, in milliseconds. */
const restMs = 300

/** Says how many rows there are and which is highlighted, once typing and arrows rest. */
export function useSpokenMenu(menu: OpenMenu | undefined, at: number): void {
  const { composer, menu: words } = useSentences()
  const { number } = useFormat()
  const announce = useAnnounce()
  const sentence = sentenceOf()
  useEffect(() => {
    if (sentence === undefined) return
    const timer = setTimeout(() => announce.status(sentence), restMs)
    return () => clearTimeout(timer)
  }, [announce, sentence])

  function sentenceOf(): string | undefined {
    if (menu === undefined) return undefined
    const row = menu.rows[at]?.row
    if (row === undefined) return composer.noHits
    const all = menu.rows.length
    return composer.hits(number(all + menu.more), calledAs(row), words.place(at + 1, all))
  }
}
