/** One labelled line behind a chip, for one argument of its skill. */
export interface ArgumentField {
  /** Undefined: the single field of a skill that names none. */
  readonly name: string | undefined
  readonly help: string
  readonly placeholder: string
}

/** What a skill says about its arguments. */
export interface TakesArguments {
  readonly arguments: readonly {
    readonly name: string
    readonly description?: string | undefined
  }[]
  readonly argumentHint?: string | undefined
}

/**
 * The fields of a skill: one for each argument that it declares, else one for each `<a>` or `[a]` of
 * its hint, else a single one with the hint as placeholder. A skill that takes nothing has none.
 * Throws nothing.
 *
 * @param skill a `Skill` is one
 * @returns in the order in which they are shown and sent
 * @example
 * argumentFields({ arguments: [], argumentHint: '<file>' })
 * // → [{ name: 'file', help: '', placeholder: '<file>' }]
 */
export function argumentFields(skill: TakesArguments): readonly ArgumentField[] {
  const hint = skill.argumentHint?.trim() ?? ''
  const named = partsOfHint(hint)
  const { arguments: declared } = skill
  if (declared.length > 0) {
    return declared.map(({ name, description = '' }, index) => ({
      name,
      help: description,
      placeholder: named.length === declared.length ? (named[index] ?? '') : '',
    }))
  }
  if (named.length > 0) {
    return named.map((part) => ({ name: part.slice(1, -1).trim(), help: '', placeholder: part }))
  }
  return hint === '' ? [] : [{ name: undefined, help: '', placeholder: hint }]
}

const part = /<[^<>[\]]+>|\[[^<>[\]]+\]/gu

/** `<file> [format]` as its parts; none where anything else stands between them. */
function partsOfHint(hint: string): readonly string[] {
  const isList = hint.split(part).every((between) => between.trim() === '')
  return isList ? (hint.match(part) ?? []) : []
}

/**
 * What goes with the message: a list, one string a field, up to the last one that is filled; the
 * text of a single unnamed field as it stands; nothing where all are empty, which is no error.
 * Throws nothing.
 *
 * @param fields undefined while the skills are not read yet: then every value counts
 * @param values what was written into them, in their order
 * @returns as `activate` takes it; undefined where nothing was filled in
 * @example
 * filledArguments(argumentFields({ arguments: [], argumentHint: '<a> [b]' }), ['x', '']) // → ['x']
 */
export function filledArguments(
  fields: readonly Pick<ArgumentField, 'name'>[] | undefined,
  values: readonly string[],
): string | readonly string[] | undefined {
  const given = fields === undefined ? values : fields.map((_, index) => values[index] ?? '')
  const last = given.findLastIndex((value) => value.trim() !== '')
  if (last < 0) return undefined
  const [only, second] = fields ?? []
  const isUnnamed = only !== undefined && only.name === undefined && second === undefined
  return isUnnamed ? given[0] : given.slice(0, last + 1)
}
