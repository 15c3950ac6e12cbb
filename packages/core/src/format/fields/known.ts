/** The fields Skillet knows, and how each may be spelt. */
export const knownFields = [
  'name',
  'description',
  'license',
  'compatibility',
  'metadata',
  'allowed-tools',
  'tools',
  'model',
  'arguments',
  'argument-hint',
  'hooks',
  'disable-model-invocation',
  'user-invocable',
] as const

export type KnownField = (typeof knownFields)[number]

const byKey: ReadonlyMap<string, KnownField> = new Map<string, KnownField>([
  ...knownFields.map((field): [string, KnownField] => [field, field]),
  ['allowed_tools', 'allowed-tools'],
  ['argument_hint', 'argument-hint'],
])

export function knownField(key: string): KnownField | undefined {
  return byKey.get(key)
}

/** Fields whose value can be had from the line alone when YAML cannot read it. */
const fromOneLine: ReadonlySet<KnownField> = new Set<KnownField>([
  'name',
  'description',
  'license',
  'compatibility',
  'allowed-tools',
  'tools',
  'model',
  'argument-hint',
  'disable-model-invocation',
  'user-invocable',
])

/** Fields that hold prose or a name: here a `#` is more often text than a comment. */
const textFields: ReadonlySet<KnownField> = new Set<KnownField>([
  'name',
  'description',
  'license',
  'compatibility',
  'argument-hint',
])

export function isReadFromLine(field: KnownField): boolean {
  return fromOneLine.has(field)
}

export function isText(field: KnownField): boolean {
  return textFields.has(field)
}
