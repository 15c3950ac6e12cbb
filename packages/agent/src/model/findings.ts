import { originOf, refusedEndpoint } from './endpoint.ts'
import { builtIns, type Environment, keyVariables } from './providers.ts'
import { proxiesIn, unusableProxy } from './proxy.ts'
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
      looked: 'built-in',
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

/** Of a proxy only the variable is named: its address may hold a password. */
function fromProxies(environment: Environment): ModelFinding[] {
  const proxies = proxiesIn(environment)
  if (proxies === undefined) return []
  const problem = unusableProxy(proxies)
  return [
    {
      place: 'environment',
      looked: proxies.variable,
      found: problem === undefined,
      detail:
        problem === undefined
          ? 'set: providers are called through this proxy, this machine and NO_PROXY directly'
          : `set, and cannot be used: ${problem}`,
    },
  ]
}
