import { originOf, refusedEndpoint } from './endpoint.ts'
import { builtIns, type Environment, keyVariables } from './providers.ts'
import type { ModelSources } from './sources.ts'
import type { ModelFinding } from './types.ts'

/** Every place where a model could come from, in the order of the choice. Names and yes or no: never a value. */
export async function listFindings(sources: ModelSources): Promise<readonly ModelFinding[]> {
  return [
    fromSettings(sources),
    ...fromProviders(sources),
    ...fromEnvironment(sources.environment),
    ...(await fromLoopback(sources)),
    ...fromProxies(sources.environment),
    {
      place: 'guided',
      looked: 'built in',
      found: true,
      detail: 'always there: follows a skill step by step without a language model',
    },
  ]
}

const fromSettings = ({ preferred }: ModelSources): ModelFinding => ({
  place: 'settings',
  looked: 'model',
  found: preferred !== undefined,
  detail: preferred === undefined ? 'no model is named' : `${preferred.id}, in ${preferred.place}`,
})

const fromProviders = ({ providers }: ModelSources): ModelFinding[] =>
  Object.entries(providers).map(([name, { baseURL, apiKey }]) => {
    const problem = baseURL === undefined ? undefined : refusedEndpoint(baseURL)
    const where = baseURL === undefined ? 'at its usual address' : `at ${originOf(baseURL)}`
    return {
      place: 'settings',
      looked: `providers.${name}`,
      found: problem === undefined,
      detail: problem ?? `${where}, ${apiKey ? 'with a key' : 'without a key of its own'}`,
    }
  })

function fromEnvironment(environment: Environment): ModelFinding[] {
  const isSet = (variable: string) => Boolean(environment[variable]?.trim())
  return [...builtIns].flatMap(([name, { baseVariable, tokenVariable }]) => {
    const keys = [...keyVariables(name), ...(tokenVariable === undefined ? [] : [tokenVariable])]
    const found: ModelFinding[] = keys.map((variable) => ({
      place: 'environment',
      looked: variable,
      found: isSet(variable),
      detail: isSet(variable) ? `set: the key of ${name}` : 'not set',
    }))
    const base = baseVariable === undefined ? undefined : environment[baseVariable]?.trim()
    if (baseVariable !== undefined && base) {
      const problem = refusedEndpoint(base)
      found.push({
        place: 'environment',
        looked: baseVariable,
        found: problem === undefined,
        detail: problem ?? `${name} is called at ${originOf(base)}`,
      })
    }
    return found
  })
}

async function fromLoopback(sources: ModelSources): Promise<ModelFinding[]> {
  return (await sources.probes()).map((probe) => ({
    place: 'loopback',
    looked: `${probe.server.title} at ${probe.origin}`,
    found: probe.kind === 'models' && probe.models.length > 0,
    detail:
      probe.kind === 'silent'
        ? 'nothing answers'
        : probe.kind === 'stranger'
          ? 'something else answers there'
          : probe.models.length === 0
            ? 'it answers, and has no model that can chat'
            : `${probe.models.length} ${probe.models.length === 1 ? 'model' : 'models'}: ${probe.models.slice(0, 5).join(', ')}`,
  }))
}

/** Node's own fetch goes through a proxy only where Node was started so; we can only say it. */
function fromProxies(environment: Environment): ModelFinding[] {
  const variable = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY'].find(
    (name) => Boolean(environment[name]?.trim()),
  )
  if (variable === undefined) return []
  const used = environment['NODE_USE_ENV_PROXY'] === '1'
  return [
    {
      place: 'environment',
      looked: variable,
      found: used,
      detail: used
        ? 'Node uses it from versions 22.21 and 24 on'
        : 'not used: set NODE_USE_ENV_PROXY=1 as well, with Node 22.21 or 24 and newer',
    },
  ]
}
