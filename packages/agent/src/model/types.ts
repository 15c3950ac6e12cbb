import type { LanguageModelV3 } from '@ai-sdk/provider'

/** A model that can be used, and why it was chosen. */
export type ModelChoice =
  | {
      readonly kind: 'provider'
      /** `provider/model`. */
      readonly id: string
      readonly provider: string
      readonly model: LanguageModelV3
      /** True where the endpoint is on loopback. */
      readonly local: boolean
      /** Context window in tokens; an estimate where the provider does not say. */
      readonly contextWindow: number
      /** Whether it is sent the images of a person's messages. */
      readonly images: boolean
      /** Whether it is sent images in tool results, which fewer protocols have. Default: as `images`. */
      readonly imagesInResults?: boolean
      /** Where the choice came from, for people: `--model`, `settings`, `ANTHROPIC_API_KEY is set`. */
      readonly reason: string
    }
  | {
      readonly kind: 'guided'
      readonly id: 'guided'
      readonly reason: string
      readonly contextWindow: number
    }

/** Why a model cannot be had, and what to do. */
export interface ModelUnavailable {
  readonly kind: 'unavailable'
  readonly id: string
  readonly message: string
  readonly hint: string
}

/** One place that was looked at for a model. */
export interface ModelFinding {
  /** `environment`, `settings`, `loopback` … */
  readonly place: string
  readonly looked: string
  readonly found: boolean
  readonly detail: string
}

/** Which models there are. */
export interface Models {
  /** The wanted model, else settings, first key, loopback server, guided. */
  choose(wanted?: string): Promise<ModelChoice | ModelUnavailable>
  /** One model by id or alias; never falls back. */
  resolve(id: string): Promise<ModelChoice | ModelUnavailable>
  /** Every place looked at, for `doctor` and the first-run page. */
  findings(): Promise<readonly ModelFinding[]>
  /** Known key values, so that output can be blanked of them. */
  readonly secrets: readonly string[]
}

/** A provider, for a page of settings. */
export interface ListedProvider {
  readonly name: string
  readonly local: boolean
  /** A key is there or not needed, and a server on loopback answers. */
  readonly usable: boolean
  readonly key: 'found' | 'missing' | 'not-needed'
  /** The variable of the environment that its key was found in. Absent: it is from the settings. */
  readonly variable?: string
  /** Of a server on loopback what it holds; else the one that is taken where none is named. */
  readonly models: readonly string[]
}

/** A short name, and what it stands for. */
export interface ListedModel {
  readonly alias: string
  readonly id: string
}

/** Every provider and alias that a person can choose from. */
export interface ModelListing {
  readonly providers: readonly ListedProvider[]
  readonly aliases: readonly ListedModel[]
}

/** Whether a model answers, else one sentence and what to do. Never what it said. */
export type ConnectionTest =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly id: string; readonly message: string; readonly hint: string }

/** A choice of models that can also be shown and tried. */
export interface ModelCatalogue extends Models {
  list(): Promise<ModelListing>
  /** Sends one short request; given up after 30 s unless a signal says otherwise. */
  test(id: string, signal?: AbortSignal): Promise<ConnectionTest>
}

/** Tokens, as far as the provider counts them. */
export interface Usage {
  readonly inputTokens?: number
  readonly outputTokens?: number
  /** The part of `inputTokens` that the provider had before it. */
  readonly cachedInputTokens?: number
  /** US dollars, where the provider says so or the settings have its prices. Never estimated. */
  readonly costUsd?: number
}

/** What went wrong between us and a provider, for people and for the retry. */
export interface ProviderFailure {
  readonly class:
    | 'auth'
    | 'rate-limit'
    | 'overloaded'
    | 'server'
    | 'timeout'
    | 'network'
    | 'cut'
    | 'stall'
    | 'context'
    /** The answer had no end. */
    | 'too-long'
    | 'request'
    | 'not-found'
    | 'aborted'
    | 'unknown'
  readonly status?: number
  readonly message: string
  readonly hint: string
  readonly retryable: boolean
  readonly retryAfterMs?: number
  /** Tokens of the model's window, where a provider that found a request too long names them. */
  readonly window?: number
}
