import type { SettingsPage } from '@skillet/server/contract'

/** A model that can be chosen for the next message. */
export interface ModelChoice {
  /** `provider/model` */
  readonly id: string
  readonly alias?: string
}

/** The short names, then every model of a provider that can be used. */
export function choicesIn({
  aliases,
  providers,
}: Pick<SettingsPage, 'aliases' | 'providers'>): readonly ModelChoice[] {
  const models = providers
    .filter(({ usable }) => usable)
    .flatMap(({ name, models: names }) => names.map((model) => ({ id: `${name}/${model}` })))
  return [...aliases, ...models]
}
