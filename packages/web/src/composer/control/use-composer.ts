import {
  type CompositionEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefCallback,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { createStore, useStore } from 'zustand'
import { useSentences } from '../../language/index.ts'
import { type Content, changeDraft, draftOf, useDraft } from '../draft/index.ts'
import {
  type ComposerEvent,
  type ComposerState,
  composerWith,
  type Effect,
  type Press,
  step,
  type World,
} from '../model/index.ts'
import { boxOf, kindOf, replaceIn } from './text-box.ts'
import { sourceOf, worldNow } from './world.ts'

type RunEffect = Extract<Effect, { type: 'run' }>

/** What the model leaves to whoever shows it. */
export interface ComposerHooks {
  readonly submit: () => void
  readonly run: (command: RunEffect['command'], argument: string) => void
  /** The person does something: what was said about the last thing is old. */
  readonly wrote: () => void
}

/** The composer of one conversation: its state, and what ties it to the elements of the page. */
export interface ComposerControl {
  readonly state: ComposerState
  readonly source: World['source']
  readonly dispatch: (event: ComposerEvent) => boolean
  /** Ends a composition at once, so that what it holds counts. */
  readonly commit: () => void
  readonly focusText: () => void
  readonly textProps: TextProps
  readonly fieldProps: (field: number) => FieldElementProps
}

export interface TextProps {
  readonly ref: RefCallback<HTMLTextAreaElement>
  readonly onInput: (event: FormEvent<HTMLTextAreaElement>) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onCompositionStart: (event: CompositionEvent) => void
  readonly onCompositionEnd: (event: CompositionEvent) => void
  readonly onBlur: () => void
}

export interface FieldElementProps {
  readonly ref: RefCallback<HTMLInputElement>
  readonly value: string
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onCompositionStart: () => void
  readonly onCompositionEnd: () => void
}

/**
 * Runs the composer's model on the elements of the page. The text area is the only keeper of its
 * text while someone writes: React sets none, so that neither undo nor an input method is disturbed.
 */
export function useComposer(id: string, hooks: ComposerHooks): ComposerControl {
  const { menu: words } = useSentences()
  const { text, chip, fields: values } = useDraft(id)
  const store = useMemo(() => createStore(() => composerWith(contentOf(id))), [id])
  const state = useStore(store)
  const element = useRef<HTMLTextAreaElement>(null)
  const inputs = useRef<(HTMLInputElement | null)[]>([])
  const placing = useRef(false)
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(hooks)
  useLayoutEffect(() => {
    latest.current = hooks
  })

  const wanted = useRef<number>(undefined)
  /** A field that the pick brings is on the page only after it was drawn. */
  const focusOn = useCallback((place: 'text' | number): void => {
    if (place === 'text') element.current?.focus({ preventScroll: true })
    else if (inputs.current[place]) inputs.current[place]?.focus()
    else wanted.current = place
  }, [])
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    inputs.current[wanted.current]?.focus()
    wanted.current = undefined
  })

  const carryOut = useCallback(
    (effect: Effect): void => {
      const { current: box } = element
      switch (effect.type) {
        case 'replace':
          if (box === null) return
          placing.current = true
          replaceIn(box, effect.start, effect.end, effect.with)
          placing.current = false
          return
        case 'focus':
          focusOn(effect.on)
          return
        case 'undo':
          document.execCommand('undo')
          return
        case 'submit':
          latest.current.submit()
          return
        case 'run':
          latest.current.run(effect.command, effect.argument)
      }
    },
    [focusOn],
  )

  const dispatch = useCallback(
    (event: ComposerEvent): boolean => {
      const before = store.getState()
      const world = worldNow(words, before.content.chip)
      const { state: after, effects, taken } = step(before, event, world)
      if (after !== before) store.setState(after, true)
      if (after.content !== before.content) {
        changeDraft(id, (draft) => ({ ...draft, ...after.content }))
        latest.current.wrote()
      }
      for (const effect of effects) carryOut(effect)
      return taken
    },
    [id, store, words, carryOut],
  )

  // What came from elsewhere: another part of the page filled the draft, or sending gave it back.
  useLayoutEffect(() => {
    const { content } = store.getState()
    if (content.text === text && content.chip === chip && content.fields === values) return
    const now = contentOf(id)
    if (content.text === text) {
      store.setState({ content: now })
      return
    }
    store.setState(composerWith(now), true)
    const { current: box } = element
    if (box === null || box.value === text) return
    placing.current = true
    if (document.activeElement === box) replaceIn(box, 0, box.value.length, text)
    else box.value = text
    placing.current = false
  }, [id, store, text, chip, values])

  const settle = useCallback(() => {
    clearTimeout(settling.current)
    settling.current = undefined
    if (!store.getState().composing) return
    const { current: box } = element
    const isText = box !== null && document.activeElement === box
    dispatch({ type: 'composition-settled', box: isText ? boxOf(box) : undefined })
  }, [dispatch, store])

  useEffect(() => {
    const moved = () => {
      const { current: box } = element
      if (box !== null && document.activeElement === box)
        dispatch({ type: 'caret', box: boxOf(box) })
    }
    document.addEventListener('selectionchange', moved)
    return () => document.removeEventListener('selectionchange', moved)
  }, [dispatch])

  const composition = useMemo(
    () => ({
      onCompositionStart: () => {
        clearTimeout(settling.current)
        dispatch({ type: 'composition-started' })
      },
      // Safari's Enter comes after this event, in the same task.
      onCompositionEnd: () => {
        settling.current = setTimeout(settle)
      },
    }),
    [dispatch, settle],
  )

  const ref = useCallback((box: HTMLTextAreaElement | null) => {
    element.current = box
  }, [])

  const textProps = useMemo(
    (): TextProps => ({
      ref,
      ...composition,
      onInput: ({ currentTarget, nativeEvent }) => {
        const kind = placing.current ? 'placed' : kindOf(nativeEvent)
        dispatch({ type: 'input', kind, box: boxOf(currentTarget) })
      },
      onKeyDown: (event) => {
        const { current: box } = element
        if (box === null) return
        if (dispatch({ type: 'key', press: pressOf(event), box: boxOf(box) }))
          event.preventDefault()
      },
      onBlur: () => void dispatch({ type: 'left' }),
    }),
    [ref, composition, dispatch],
  )

  const fieldProps = useCallback(
    (field: number): FieldElementProps => ({
      ...composition,
      ref: (input) => {
        inputs.current[field] = input
      },
      value: state.content.fields[field] ?? '',
      onChange: ({ target }) => void dispatch({ type: 'field-input', field, value: target.value }),
      onKeyDown: (event) => {
        if (dispatch({ type: 'field-key', field, press: pressOf(event) })) event.preventDefault()
      },
    }),
    [composition, dispatch, state.content.fields],
  )

  const commit = useCallback(() => {
    if (!store.getState().composing) return
    const active = document.activeElement
    if (active instanceof HTMLElement) {
      active.blur()
      active.focus({ preventScroll: true })
    }
    settle()
  }, [store, settle])

  const focusText = useCallback(() => element.current?.focus({ preventScroll: true }), [])

  return { state, source: sourceOf(words), dispatch, commit, focusText, textProps, fieldProps }
}

function contentOf(id: string): Content {
  const { text, chip, fields } = draftOf(id)
  return { text, chip, fields }
}

function pressOf({ nativeEvent }: KeyboardEvent): Press {
  return nativeEvent
}
