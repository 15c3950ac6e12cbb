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

/**
 * Puts a value at a path of keys; the objects on the way are made where they are absent, or are
 * something else.
 */
export function setMember(text: string, path: readonly string[], value: unknown): string {
  const { object, rest, member } = reachMember(text, path)
  const [key, ...deeper] = rest
  if (key === undefined) return text
  const nested = deeper.reduceRight<unknown>((inside, name) => ({ [name]: inside }), value)
  return member === undefined
    ? addMember(text, object, key, nested)
    : splice(text, member.value, JSON.stringify(nested))
}

/** Takes away what stands at a path of keys. */
export function removeMember(text: string, path: readonly string[]): string {
  const { object, rest, member } = reachMember(text, path)
  if (member === undefined || rest.length !== 1) return text
  const index = object.members.indexOf(member)
  const next = object.members[index + 1]
  const previous = object.members[index - 1]
  const shorter =
    next !== undefined
      ? splice(text, { start: member.start, end: next.start }, '')
      : previous !== undefined
        ? splice(text, { start: previous.end, end: member.end }, '')
        : splice(text, object, '{}')
  // The same key may stand there twice.
  return removeMember(shorter, path)
}

/** The innermost object on a path, what is left of the path there, and the member it names. */
function reachMember(text: string, path: readonly string[]) {
  let object = objectIn(text)
  for (let at = 0; ; at += 1) {
    const rest = path.slice(at)
    const member = memberOf(object, rest[0] ?? '')
    if (rest.length <= 1 || member?.value.kind !== 'object') return { object, rest, member }
    object = member.value
  }
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

function addMember(text: string, root: JsonObject, key: string, value: unknown): string {
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
