export { type ArgumentField, argumentFields, filledArguments } from '@skillet/core/menu'

/** The filled values in one line, for the chip. */
export function argumentsLine(values: readonly string[]): string {
  return values
    .map((value) => value.trim())
    .filter((value) => value !== '')
    .join(' ')
}
