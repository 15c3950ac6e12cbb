import type { Probe } from './loopback.ts'
import type { ModelUnavailable } from './types.ts'

/** Why a model cannot be had, each with what to do. Keys are named, never shown. */

const sentence = (id: string, message: string, hint: string): ModelUnavailable => ({
  kind: 'unavailable',
  id,
  message,
  hint,
})

export const missingKey = (id: string, provider: string, variable: string) =>
  sentence(
    id,
    `There is no key for ${provider}, so ${id} cannot be used.`,
    `Set ${variable}, or write apiKey under providers.${provider} in your settings file, or name another model.`,
  )

export const unknownProvider = (id: string, provider: string, known: readonly string[]) =>
  sentence(
    id,
    `No provider is called ${provider}.`,
    `Known are ${known.join(', ')}. Another one needs providers.${provider}.baseURL in your settings file.`,
  )

export const unknownModel = (id: string, known: readonly string[]) =>
  sentence(
    id,
    id === '' ? 'The name of the model is empty.' : `No provider is known for the model ${id}.`,
    `Write provider/model, where the provider is one of ${known.join(', ')}.`,
  )

export const noModelName = (id: string, provider: string) =>
  sentence(id, `${id} names a provider and no model.`, `Write ${provider}/ and the model's name.`)

export const badEndpoint = (id: string, provider: string, problem: string) =>
  sentence(
    id,
    `${id} cannot be used: ${problem}`,
    `Correct providers.${provider}.baseURL in your settings file, or the variable that holds the address.`,
  )

export const serverSilent = (id: string, { server, origin, kind }: Probe) =>
  sentence(
    id,
    kind === 'silent'
      ? `${server.title} does not answer at ${origin}, so ${id} cannot be used.`
      : `What answers at ${origin} is not ${server.title}, so ${id} cannot be used.`,
    server.name === 'ollama'
      ? 'Start it with `ollama serve`, or name another model.'
      : `Start the server of ${server.title}, or name another model.`,
  )

export const notOnServer = (id: string, title: string, models: readonly string[]) =>
  sentence(
    id,
    `${title} does not have the model of ${id}.`,
    models.length === 0
      ? `It has none yet. Load one into ${title} first.`
      : `It has ${models.slice(0, 5).join(', ')}${models.length > 5 ? ` and ${models.length - 5} more` : ''}.`,
  )
