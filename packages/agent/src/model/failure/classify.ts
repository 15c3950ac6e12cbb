import type { ProviderFailure } from '../types.ts'
import type { Facts } from './facts.ts'
import { isContextOverflow } from './overflow.ts'

export type FailureClass = ProviderFailure['class']

/** What happened, finer than the class where people need to do different things. */
export type Kind =
  | FailureClass
  | 'redirect'
  | 'refused-endpoint'
  | 'no-credit'
  | 'protocol'
  | 'foreign'
  | 'proxy'
  | 'headers'
  | 'unfinished'
  | 'certificate'
  | 'unknown-host'

export function classify(facts: Facts, aborted: boolean): Kind {
  if (aborted) return 'aborted'
  return byName(facts) ?? byAnswer(facts) ?? byCode(facts) ?? byLastName(facts) ?? 'unknown'
}

/** Errors of our own, and those of the packages that have one meaning. */
function byName({ names, said, stall }: Facts): Kind | undefined {
  const has = (name: string) => names.includes(name)
  if (stall !== undefined) return stall.phase === 'headers' ? 'headers' : 'stall'
  if (has('AnswerTooLongError')) return 'too-long'
  if (has('RedirectError')) return 'redirect'
  if (has('ForeignAnswerError')) return 'foreign'
  if (has('ProxyError')) return 'proxy'
  if (has('RefusedEndpointError')) return 'refused-endpoint'
  if (has('UnfinishedStreamError') || has('AI_NoOutputGeneratedError')) return 'unfinished'
  if (has('AI_EmptyResponseBodyError')) return 'unfinished'
  if (has('AI_InvalidResponseDataError') && /without a finish/.test(said)) return 'unfinished'
  if (has('AI_LoadAPIKeyError')) return 'auth'
  return undefined
}

const byType: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['overloaded_error', 'overloaded'],
  ['UNAVAILABLE', 'overloaded'],
  ['rate_limit_error', 'rate-limit'],
  ['rate_limit_exceeded', 'rate-limit'],
  ['RESOURCE_EXHAUSTED', 'rate-limit'],
  ['insufficient_quota', 'no-credit'],
  ['billing_error', 'no-credit'],
  ['authentication_error', 'auth'],
  ['permission_error', 'auth'],
  ['invalid_api_key', 'auth'],
  ['API_KEY_INVALID', 'auth'],
  ['UNAUTHENTICATED', 'auth'],
  ['PERMISSION_DENIED', 'auth'],
  ['model_not_found', 'not-found'],
  ['not_found_error', 'not-found'],
  ['NOT_FOUND', 'not-found'],
  ['timeout_error', 'timeout'],
  ['DEADLINE_EXCEEDED', 'timeout'],
  ['api_error', 'server'],
  ['server_error', 'server'],
  ['INTERNAL', 'server'],
])

/** What the provider said, by its own word first: some say 400 for a wrong key, some 403 for a rate. */
function byAnswer({ status, types, said }: Facts): Kind | undefined {
  if (isContextOverflow(status, said, types)) return 'context'
  const spoken = types.flatMap((type) => byType.get(type) ?? [])
  if (spoken.includes('no-credit')) return 'no-credit'
  if (status === 400 && /api key not valid/i.test(said)) return 'auth'
  if (/credit balance is too low/i.test(said)) return 'no-credit'
  if (status !== undefined && status !== 400 && status !== 500) return byStatus(status)
  return spoken[0] ?? (status === undefined ? undefined : byStatus(status))
}

/** Conflict, too early, and a client that a gateway took to be gone: the next try may pass. */
const tooEarly: ReadonlySet<number> = new Set([409, 425, 499])

function byStatus(status: number): Kind {
  switch (status) {
    case 401:
    case 403:
    case 407:
      return 'auth'
    case 402:
      return 'no-credit'
    case 404:
      return 'not-found'
    case 408:
    case 504:
    case 524:
      return 'timeout'
    case 429:
      return 'rate-limit'
    case 503:
    case 529:
      return 'overloaded'
    default:
      return status >= 500 || tooEarly.has(status) ? 'server' : 'request'
  }
}

const codes: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['ECONNREFUSED', 'network'],
  ['EHOSTUNREACH', 'network'],
  ['ENETUNREACH', 'network'],
  ['ENETDOWN', 'network'],
  ['EAI_AGAIN', 'network'],
  ['ENOTFOUND', 'unknown-host'],
  ['ECONNRESET', 'cut'],
  ['EPIPE', 'cut'],
  ['UND_ERR_SOCKET', 'cut'],
  ['ERR_STREAM_PREMATURE_CLOSE', 'cut'],
  ['ETIMEDOUT', 'timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'stall'],
])

function byCode(facts: Facts): Kind | undefined {
  for (const code of facts.codes) {
    const kind = codes.get(code)
    if (kind !== undefined) return kind
    if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code)) return 'certificate'
  }
  return undefined
}

/** An abort that no person asked for is the package's way of giving up on a silent stream. */
function byLastName({ names, said }: Facts): Kind | undefined {
  if (names.includes('TimeoutError')) return 'timeout'
  if (names.includes('AbortError') || names.includes('ResponseAborted')) return 'stall'
  if (names.some((name) => /JSONParse|TypeValidation|InvalidResponseData/.test(name))) {
    return 'protocol'
  }
  if (/terminated|other side closed|socket hang up/i.test(said)) return 'cut'
  return /fetch failed|cannot connect/i.test(said) ? 'network' : undefined
}
