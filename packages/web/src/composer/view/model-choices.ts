import type { SettingsPage } from '@skillet/server/contract'

/** A model that can be chosen for the next message. */
export interface ModelChoice {
  /** `provider/model` */
  readonly id: string
  readonly alias?: string
}

type Models = Pick<SettingsPage, 'aliases' | 'providers'>

/** The short names, then the known models, of every provider that can be used. */
export function choicesIn({ aliases, providers }: Models): readonly ModelChoice[] {
  const usable = providers.filter((provider) => provider.usable)
  const models = usable.flatMap(({ name, models: names }) =>
    names.map((model) => ({ id: `${name}/${model}` })),
  )
  const short = aliases.filter(({ id }) => usable.some(({ name }) => id.startsWith(`${name}/`)))
  return [...short, ...models]
}

/**
 * What `/model` chooses: one of the list, or any model of a provider that can be used, since many
 * providers do not say which ones they have. Undefined where it names none.
 */
export function modelNamed(settings: Models, wanted: string): string | undefined {
  const found = choicesIn(settings).find(({ id, alias }) => id === wanted || alias === wanted)
  if (found !== undefined) return found.alias ?? found.id
  const isOfProvider = settings.providers.some(
    ({ name, usable }) =>
      usable && wanted.startsWith(`${name}/`) && wanted.length > name.length + 1,
  )
  return isOfProvider ? wanted : undefined
}
