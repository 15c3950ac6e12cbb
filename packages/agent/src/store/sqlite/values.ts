import type { Row, Value } from './connection.ts'

/** A column that holds text. */
export function textAt(row: Row, column: number): string {
  const value = row[column]
  if (typeof value === 'string') return value
  throw new TypeError(`Column ${column} holds no text.`)
}

/** A column that holds text or nothing. */
export function optionalTextAt(row: Row, column: number): string | undefined {
  return row[column] === null ? undefined : textAt(row, column)
}

/** A column that holds a number. */
export function numberAt(row: Row, column: number): number {
  const value = row[column]
  if (typeof value === 'number') return value
  throw new TypeError(`Column ${column} holds no number.`)
}

/** A column that holds a number or nothing. */
export function optionalNumberAt(row: Row, column: number): number | undefined {
  return row[column] === null ? undefined : numberAt(row, column)
}

/** A column that holds JSON, as whoever wrote it says. */
export function jsonAt<T>(row: Row, column: number): T {
  const value: T = JSON.parse(textAt(row, column))
  return value
}

/**
 * Free text is kept as JSON: the database's binding ends a text at its first NUL, and lone
 * surrogates have no UTF-8.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value)
}

/** A value, or nothing. */
export function orNull<T extends Value>(value: T | undefined): T | null {
  return value ?? null
}
