import type { LanguageModelV3 } from '@ai-sdk/provider'
import type { Activation, Language, Skill, Snapshot } from '@skillet/core'
import { createGuided } from '../model/index.ts'
import type { ModelChoice, Models, ModelUnavailable } from '../model/types.ts'
import type { ToolOutcome } from '../tools/types.ts'
import type { ChosenModel, ModelFacts, Notice, Refused, RunningModel } from './turn-state.ts'

/** Tokens of a window, where an AI SDK model is given as it is and nobody says. */
const assumedContextWindow = 128_000

/** Whether a person agrees that a skill's model takes the conversation off this machine. */
export type OverrideConsent = (skill: Skill, model: RunningModel) => Promise<boolean>

/** What guided is made with: it parses nothing out of the prompt. */
export interface GuidedGround {
  /** What the person typed beside the skill's name. */
  readonly message: string
  readonly snapshot: Snapshot
  /** Names of the tools that it may call. */
  readonly tools: readonly string[]
  readonly language: Language | undefined
  readonly activation: Activation | undefined
  /** Names the turn, so that its call ids differ from those of other turns. */
  readonly turn: string
  readonly outcomeOf: (callId: string) => ToolOutcome | undefined
}

/** A model, and what a person should know about how it was chosen. */
export interface Choice {
  readonly kind: 'chosen'
  readonly model: ChosenModel
  readonly notices: readonly Notice[]
}

/** The model of a turn: the one that the person names, else the skill's, else the engine's. */
export async function turnModel(
  models: Models | LanguageModelV3 | undefined,
  wanted: string | undefined,
  skill: Skill | undefined,
  consent: OverrideConsent,
): Promise<Choice | Refused> {
  const choice = await chooseModel(models, wanted)
  if (choice.kind === 'refused' || !skill || wanted !== undefined) return choice
  return overrideModel(models, choice.model, skill, consent)
}

/** The model of a turn for which nobody names one; guided where none can be had. */
export async function defaultModel(
  models: Models | LanguageModelV3 | undefined,
): Promise<ModelFacts> {
  const choice = await chooseModel(models, undefined)
  return choice.kind === 'chosen' ? choice.model : guided(assumedContextWindow)
}

async function chooseModel(
  model: Models | LanguageModelV3 | undefined,
  wanted: string | undefined,
): Promise<Choice | Refused> {
  if (model === undefined) return chosen(guided(assumedContextWindow))
  if (!isModels(model)) {
    const only = onlyModel(model)
    return wanted === undefined || isCalled(only, wanted) ? chosen(only) : notThisOne(only, wanted)
  }
  const choice = await model.choose(wanted)
  return choice.kind === 'unavailable' ? unavailable(choice) : chosen(fromChoice(choice))
}

function chosen(model: ChosenModel, ...notices: readonly Notice[]): Choice {
  return { kind: 'chosen', model, notices }
}

/**
 * The skill's own model, where it can be had; else the present one stays and the notice names
 * skill and model (bug 57).
 */
export async function overrideModel(
  models: Models | LanguageModelV3 | undefined,
  present: ChosenModel,
  skill: Skill,
  consent: OverrideConsent,
): Promise<Choice> {
  const wanted = skill.model
  if (wanted === undefined || isCalled(present, wanted)) return chosen(present)
  const stays = (why: string, hint: string) => {
    const message = `The skill ${JSON.stringify(skill.name)} asks for the model ${wanted}, ${why}. The present model stays: ${present.id}.`
    return chosen(present, { code: 'model-unavailable', message, hint })
  }
  if (models === undefined || !isModels(models)) {
    return stays('which this engine does not have', 'Create the engine with a choice of models.')
  }
  const choice = await models.resolve(wanted)
  if (choice.kind !== 'provider') {
    return choice.kind === 'unavailable'
      ? stays('which cannot be had', `${choice.message} ${choice.hint}`)
      : stays('which is no language model', 'Name a model of a provider.')
  }
  const model = fromChoice(choice)
  if (model.kind !== 'provider') return chosen(present)
  const leaves = !model.local && present.local
  if (leaves && !(await consent(skill, model))) {
    return stays(
      'which runs elsewhere, and nobody agreed to that',
      'To agree, choose it as your model.',
    )
  }
  const message = `The skill ${JSON.stringify(skill.name)} sets the model for this turn: ${model.id}.`
  return chosen(model, { code: 'model-override', message })
}

/** Makes guided with all that it works from; every other model is ready as it is. */
export function readyModel(chosen: ChosenModel, ground: GuidedGround): RunningModel {
  if ('model' in chosen) return chosen
  const { message, snapshot, tools, language, activation, turn, outcomeOf } = ground
  const model = createGuided({
    message,
    snapshot,
    tools,
    turn,
    outcomeOf,
    ...(language && { language }),
    ...(activation && { activation }),
  })
  return { ...chosen, model }
}

/** Key values that must never be shown, stored or sent. */
export function knownSecrets(model: Models | LanguageModelV3 | undefined): readonly string[] {
  return model !== undefined && isModels(model) ? model.secrets : []
}

function isModels(model: Models | LanguageModelV3): model is Models {
  return !('specificationVersion' in model)
}

function fromChoice(choice: ModelChoice): ChosenModel {
  if (choice.kind === 'guided') {
    return guided(choice.contextWindow)
  }
  const { reason: _, ...facts } = choice
  return facts
}

function guided(contextWindow: number): ModelFacts & { readonly kind: 'guided' } {
  return {
    id: 'guided',
    provider: 'guided',
    kind: 'guided',
    local: true,
    contextWindow,
    images: false,
  }
}

function onlyModel(model: LanguageModelV3): RunningModel {
  return {
    id: `${model.provider}/${model.modelId}`,
    provider: model.provider,
    kind: 'provider',
    model,
    local: false,
    contextWindow: assumedContextWindow,
    images: true,
  }
}

function isCalled(present: ChosenModel, name: string): boolean {
  return name === present.id || ('model' in present && name === present.model.modelId)
}

function unavailable({ message, hint }: Pick<ModelUnavailable, 'message' | 'hint'>): Refused {
  return { kind: 'refused', error: { class: 'model', message, hint } }
}

function notThisOne(only: RunningModel, wanted: string): Refused {
  const message = `This engine has the model ${only.id} alone, not ${wanted}.`
  return unavailable({ message, hint: 'Create the engine with a choice of models.' })
}
