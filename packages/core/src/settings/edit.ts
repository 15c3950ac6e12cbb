/** Changes to a JSON text that leave every other letter as it stands. */

import { type JsonArray, type JsonObject, memberOf, readJson } from './json.ts'

/** Adds a text to the end of a list, which is made where it is absent. */
export function addToList(text: string, key: string, value: string): string {
  const root = objectIn(text)
  const list = memberOf(root, key)?.value
  if (list === undefined) return addMember(text, root, key, [value])
  if (list.kind !== 'array') return splice(text, list, JSON.stringify([value]))
  return addItem(text, list, JSON.stringify(value))
}

/** Takes out every item that equals one of these texts. */
export function removeFromList(text: string, key: string, values: readonly string[]): string {
  const list = memberOf(objectIn(text), key)?.value
  if (list?.kind !== 'array') return text
  const index = list.items.findIndex(
    (item) =>
      item.kind === 'scalar' && typeof item.value === 'string' && values.includes(item.value),
  )
  if (index === -1) return text
  return removeFromList(removeItem(text, list, index), key, values)
}

/** How many items a list has; 0 where there is none. */
export function lengthOfList(text: string, key: string): number {
  const list = memberOf(objectIn(text), key)?.value
  return list?.kind === 'array' ? list.items.length : 0
}

function objectIn(text: string): JsonObject {
  const { node, fault } = readJson(text)
  if (node?.kind !== 'object') throw new TypeError(fault?.message ?? 'not a JSON object')
  return node
}

function addItem(text: string, list: JsonArray, item: string): string {
  const last = list.items.at(-1)
  if (last === undefined) return splice(text, list, `[${item}]`)
  // The blanks before the last item show how the person lays the list out.
  const before = text.slice(list.items.at(-2)?.end ?? list.start, last.start)
  const layout = before.replace(/^\s*[[,]/, '')
  const gap = list.items.length > 1 || layout.includes('\n') ? layout : ' '
  return splice(text, { start: last.end, end: last.end }, `,${gap}${item}`)
}

function removeItem(text: string, list: JsonArray, index: number): string {
  const item = list.items[index]
  const next = list.items[index + 1]
  const previous = list.items[index - 1]
  if (item === undefined) return text
  if (next !== undefined) return splice(text, { start: item.start, end: next.start }, '')
  if (previous !== undefined) return splice(text, { start: previous.end, end: item.end }, '')
  return splice(text, list, '[]')
}

function addMember(text: string, root: JsonObject, key: string, value: readonly string[]): string {
  const written = `${JSON.stringify(key)}: ${JSON.stringify(value)}`
  const last = root.members.at(-1)
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  if (last === undefined) return splice(text, root, `{${newline}  ${written}${newline}}`)
  const lead = /\s*$/.exec(text.slice(root.start + 1, last.start))?.[0] ?? ''
  return splice(text, { start: last.end, end: last.end }, `,${lead === '' ? ' ' : lead}${written}`)
}

function splice(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  middle: string,
): string {
  return text.slice(0, start) + middle + text.slice(end)
}
