import { useEffect, useRef } from 'react'
import { usePlace } from '../../focus/index.ts'
import { useSentences } from '../../language/index.ts'
import type { ComposerControl } from '../control/index.ts'

export interface TextProps {
  readonly control: ComposerControl
  /** What stands in it at first; later it keeps its text itself. */
  readonly initial: string
  readonly placeholder: string
  /** Of the open menu's list and its highlighted row. */
  readonly menu: { readonly list: string; readonly row: string | undefined } | undefined
}

/** The text of the message. While the menu is open, and only then, it is a combobox. */
export function Text({ control, initial, placeholder, menu }: TextProps) {
  const { composer } = useSentences()
  const place = usePlace('text')
  const element = useRef<HTMLTextAreaElement>(null)
  const { textProps } = control
  const { ref } = textProps
  useGrowing(element, control.state.content.text)
  const combobox =
    menu === undefined
      ? { 'aria-haspopup': 'listbox' as const }
      : {
          role: 'combobox',
          'aria-expanded': true,
          'aria-controls': menu.list,
          'aria-autocomplete': 'list' as const,
          'aria-haspopup': 'listbox' as const,
          ...(menu.row === undefined ? {} : { 'aria-activedescendant': menu.row }),
        }
  return (
    <textarea
      {...textProps}
      {...combobox}
      ref={(box) => {
        element.current = box
        ref(box)
        return box === null ? undefined : place(box)
      }}
      aria-label={composer.text}
      placeholder={placeholder}
      defaultValue={initial}
      rows={1}
      dir="auto"
      spellCheck
      autoCapitalize="sentences"
      autoComplete="off"
      className="field-sizing-content max-h-[40dvh] min-h-12 w-full resize-none overflow-y-auto bg-transparent px-3 pt-3 pb-1 text-reading text-text outline-none"
    />
  )
}

/** Grows with its text in browsers whose style sheets cannot say so. */
function useGrowing(element: React.RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew whenever the text changes
  useEffect(() => {
    const { current: box } = element
    if (box === null || CSS.supports('field-sizing', 'content')) return
    box.style.height = 'auto'
    box.style.height = `${box.scrollHeight}px`
  }, [element, text])
}
