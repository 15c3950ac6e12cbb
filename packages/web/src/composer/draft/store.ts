import { useMemo } from 'react'
import { create } from 'zustand'
import { usePage } from '../../state/index.ts'
import { readKept, writeKept } from './kept.ts'
import { together } from './together.ts'
import { type Content, type Draft, emptyDraft } from './types.ts'

interface Drafts {
  /** By conversation; read from storage when first asked for. */
  readonly byId: Readonly<Record<string, Draft>>
  /** The browser did not take the last change: it lasts as long as the page. */
  readonly unkept: boolean
  /** The conversation whose composer is to have the focus, once it is on the page. */
  readonly focusWish: string | undefined
}

const useDrafts = create<Drafts>(() => ({ byId: {}, unkept: false, focusWish: undefined }))

/** Writing a long draft at each key would be felt; so long it may wait, in milliseconds. */
const restMs = 200
const unwritten = new Map<string, ReturnType<typeof setTimeout>>()

/** Drafts that are on their way to the server, in order. Kept until it has them. */
const onTheirWay = new Map<string, readonly Draft[]>()

/** The present draft of a conversation. */
export function draftOf(id: string): Draft {
  const known = useDrafts.getState().byId[id]
  if (known !== undefined) return known
  const draft = id === '' ? emptyDraft : readKept(localStorage, id)
  useDrafts.setState(({ byId }) => ({ byId: { ...byId, [id]: draft } }))
  return draft
}

/** Changes a draft, here and in storage. */
export function changeDraft(id: string, change: (draft: Draft) => Draft): void {
  const before = draftOf(id)
  const draft = change(before)
  if (draft === before) return
  useDrafts.setState(({ byId }) => ({ byId: { ...byId, [id]: draft } }))
  if (!unwritten.has(id))
    unwritten.set(
      id,
      setTimeout(() => write(id), restMs),
    )
}

function write(id: string): void {
  clearTimeout(unwritten.get(id))
  unwritten.delete(id)
  const unkept = !writeKept(localStorage, id, together(onTheirWay.get(id) ?? [], draftOf(id)))
  if (useDrafts.getState().unkept !== unkept) useDrafts.setState({ unkept })
}

/** Writes what waits, as when the page goes away. */
export function writeDrafts(): void {
  for (const id of Array.from(unwritten.keys())) write(id)
}

/** Takes the draft out of the composer, to be sent. What else was chosen for this conversation stays. */
export function takeDraft(id: string): Draft {
  const draft = draftOf(id)
  onTheirWay.set(id, [...(onTheirWay.get(id) ?? []), draft])
  changeDraft(id, ({ model }) => ({ ...emptyDraft, model }))
  return draft
}

/** The first of the drafts on their way; undefined: none is. */
export function firstOnItsWay(id: string): Draft | undefined {
  return onTheirWay.get(id)?.[0]
}

/** The server has the first of them. */
export function arrived(id: string): void {
  onTheirWay.set(id, (onTheirWay.get(id) ?? []).slice(1))
  write(id)
}

/** None of them was taken: they stand before what was written since. */
export function takeBack(id: string): void {
  const sent = onTheirWay.get(id) ?? []
  onTheirWay.delete(id)
  changeDraft(id, (draft) => together(sent, draft))
}

/** Drafts whose skill was saved since it was picked say so, also those that are not shown. */
export function markChanged(paths: ReadonlySet<string>): void {
  for (const id of Object.keys(useDrafts.getState().byId)) {
    changeDraft(id, (draft) =>
      draft.chip !== undefined && !draft.chip.changed && paths.has(draft.chip.path)
        ? { ...draft, chip: { ...draft.chip, changed: true } }
        : draft,
    )
  }
}

/** A draft, and how to change parts of it. */
export interface DraftWithSetters extends Draft {
  readonly setContent: (content: Partial<Content>) => void
  readonly setDrop: (drop: Draft['drop']) => void
  readonly setModel: (model: string | undefined) => void
}

/** What a person is about to send in a conversation. */
export function useDraft(conversationId: string): DraftWithSetters {
  const stored = useDrafts(({ byId }) => byId[conversationId])
  const draft = stored ?? draftOf(conversationId)
  return useMemo(
    () => ({
      ...draft,
      setContent: (content) => changeDraft(conversationId, (now) => ({ ...now, ...content })),
      setDrop: (drop) => changeDraft(conversationId, (now) => ({ ...now, drop })),
      setModel: (model) => changeDraft(conversationId, (now) => ({ ...now, model })),
    }),
    [conversationId, draft],
  )
}

/** Whether the browser keeps what is written. */
export function useUnkept(): boolean {
  return useDrafts(({ unkept }) => unkept)
}

/** Whether the composer of this conversation is to have the focus. */
export function useFocusWish(id: string): boolean {
  return useDrafts(({ focusWish }) => focusWish === id)
}

export function answerFocusWish(): void {
  useDrafts.setState({ focusWish: undefined })
}

export interface Filling {
  readonly text?: string
  /** Path of a skill's file, or what is typed for it. */
  readonly skill?: string
}

/** Puts a text or a skill into a composer, as if a person had typed or picked it, and focuses it. */
export function fillComposer(conversationId: string, { text, skill }: Filling): void {
  const entries = usePage.getState().skills?.entries ?? []
  const entry = entries.find(({ path }) => path === skill)
  const named = entry ?? entries.find(({ callableAs }) => callableAs === skill)
  changeDraft(conversationId, (draft) => ({
    ...draft,
    ...(text === undefined ? {} : { text }),
    ...(skill === undefined
      ? {}
      : {
          chip: { path: named?.path ?? skill, name: named?.callableAs ?? skill, changed: false },
          fields: [],
        }),
  }))
  useDrafts.setState({ focusWish: conversationId })
}

/** An active skill ends with the next message, or, asked once more, stays. */
export function toggleDrop(conversationId: string, location: string): void {
  changeDraft(conversationId, (draft) => ({
    ...draft,
    drop: draft.drop.includes(location)
      ? draft.drop.filter((one) => one !== location)
      : [...draft.drop, location],
  }))
}
