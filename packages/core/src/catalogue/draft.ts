import { cutAtGrapheme } from './graphemes.ts'
import * as markup from './markup.ts'
import type { Catalogue } from './types.ts'
import { waterLevel } from './water-fill.ts'

/** A description cut below this says nothing; names alone are the better use of the room. */
const leastDescription = 20

/** A skill with its texts escaped. */
export interface Row {
  readonly name: string
  readonly title: string
  readonly location: string
  readonly description: string
  /** The description before escaping. */
  readonly plain: string
  /** Whether the description was over the limit by itself. */
  readonly long: boolean
}

/** One way to write the block, from most to least room. */
export type Draft = Pick<Catalogue, 'text' | 'shown' | 'shortened' | 'omitted' | 'detail'>

export interface Room {
  readonly loader: 'activate_skill' | 'read'
  /** Characters the block should take. */
  readonly budget: number
  /** Characters it may never pass. */
  readonly most: number
}

/** Tries each way to write the block, most telling first. */
export function fit(rows: readonly Row[], room: Room): Draft {
  const whole = draftOf(rows, room, { locations: true, level: Number.POSITIVE_INFINITY })
  if (whole.text.length <= room.budget) return whole
  if (room.loader === 'read') return shorten(rows, room, true) ?? namesAndLocations(rows, room)
  const bare = draftOf(rows, room, { locations: false, level: Number.POSITIVE_INFINITY })
  if (bare.text.length <= room.budget) return bare
  return shorten(rows, room, false) ?? names(rows, room)
}

interface Level {
  readonly locations: boolean
  /** Characters a description may take. */
  readonly level: number
}

function draftOf(rows: readonly Row[], { loader }: Room, { locations, level }: Level): Draft {
  const written = rows.map((row) => {
    if (level === 0) return { row, description: undefined }
    return { row, description: cutEscaped(row, level) }
  })
  const elements = written.map(({ row, description }) =>
    markup.skillElement({
      name: row.title,
      description,
      location: locations ? row.location : undefined,
    }),
  )
  const detail = locations ? 'whole' : 'without-locations'
  return {
    text: block(loader, elements),
    shown: rows.map((row) => row.name),
    shortened: written
      .filter(({ row, description }) => row.long || description !== row.description)
      .map(({ row }) => row.name),
    omitted: [],
    detail: Number.isFinite(level) ? 'shortened' : detail,
  }
}

/** The description as it is written, at most `level` long, no entity cut in two. */
function cutEscaped(row: Row, level: number): string {
  if (row.description.length <= level) return row.description
  return markup.escapeText(
    cutAtGrapheme(row.plain, level, (text) => markup.escapeText(text).length),
  )
}

function block(loader: Room['loader'], elements: readonly string[]): string {
  return [markup.introduction(loader), '', markup.blockStart, ...elements, markup.blockEnd].join(
    '\n',
  )
}

/** Descriptions cut evenly to what fits; undefined where too little of them would be left. */
function shorten(rows: readonly Row[], room: Room, locations: boolean): Draft | undefined {
  const empty = rows.map((row) => ({ ...row, description: '', plain: '' }))
  const frame = draftOf(empty, room, { locations, level: Number.POSITIVE_INFINITY }).text.length
  const lengths = rows.map((row) => row.description.length)
  const level = waterLevel(lengths, room.budget - frame)
  return level < leastDescription ? undefined : draftOf(rows, room, { locations, level })
}

/** For hosts that only read files: names and locations stay as long as they can, over the budget if need be. */
function namesAndLocations(rows: readonly Row[], room: Room): Draft {
  const whole = draftOf(rows, room, { locations: true, level: 0 })
  const listed = { ...whole, detail: 'names' } as const
  const budget = room.most
  if (listed.text.length <= budget) return listed
  const elements = rows.map((row) =>
    markup.skillElement({ name: row.title, location: row.location }),
  )
  const kept = countThatFit(elements, { ...room, budget }, block(room.loader, []).length, 1)
  return partial(rows, kept, room, elements.slice(0, kept))
}

/** One line of names, and a count of those that did not fit. */
function names(rows: readonly Row[], room: Room): Draft {
  const titles = rows.map((row) => markup.escapeText(markup.nameInList(row.name)))
  const empty = block(room.loader, [markup.namesElement([])]).length
  const kept = countThatFit(titles, room, empty, markup.nameSeparator.length)
  return partial(rows, kept, room, [markup.namesElement(titles.slice(0, kept))])
}

function countThatFit(texts: readonly string[], room: Room, frame: number, gap: number): number {
  const total = texts.reduce((sum, text) => sum + text.length + gap, frame)
  if (total - gap <= room.budget) return texts.length
  let left = room.budget - frame - markup.moreElement(texts.length, room.loader).length - 1
  const kept = texts.findIndex((text) => {
    left -= text.length + gap
    return left < 0
  })
  return kept < 0 ? texts.length : kept
}

function partial(
  rows: readonly Row[],
  kept: number,
  { loader }: Room,
  elements: readonly string[],
): Draft {
  const all = rows.map((row) => row.name)
  const omitted = all.slice(kept)
  const more = omitted.length === 0 ? [] : [markup.moreElement(omitted.length, loader)]
  const shown = all.slice(0, kept)
  return {
    text: block(loader, [...(kept === 0 ? [] : elements), ...more]),
    shown,
    shortened: shown,
    omitted,
    detail: 'names',
  }
}
