import type { FailureClass, Kind } from './classify.ts'

/** What a sentence may name: nothing of what was sent but the model. */
export interface Who {
  /** For people: `Anthropic`, or the name in the settings. */
  readonly provider: string
  readonly model: string
  /** `ANTHROPIC_API_KEY`, or where in the settings it would stand. */
  readonly keyPlace: string
  readonly origin: string | undefined
  readonly local: boolean
  readonly ollama: boolean
  /** ` (401)` or nothing. */
  readonly code: string
  /** `: “…”` or nothing: the provider's own words, checked. */
  readonly words: string
  /** `in 20 s` or `in a minute`. */
  readonly wait: string
  readonly seconds: number | undefined
  /** What came instead of a stream: `text/html`. */
  readonly mediaType: string | undefined
  /** The variable that names the proxy. */
  readonly proxy: string
}

export interface Wording {
  readonly class: FailureClass
  readonly retryable: boolean
  readonly message: string
  readonly hint: string
}

const another = 'or choose another model'

/** One sentence for each kind, and one thing to do. */
export function wordingOf(kind: Kind, who: Who): Wording {
  const { provider, model, code, words } = who
  const silent = who.seconds === undefined ? 'too long' : `${who.seconds} s`
  switch (kind) {
    case 'aborted':
      return say('aborted', false, 'The answer was stopped.', 'Send the message again to go on.')
    case 'auth':
      return say(
        'auth',
        false,
        `${provider} refused the key${code}.`,
        `Check ${who.keyPlace}, and that the key may use ${model}, ${another}.`,
      )
    case 'no-credit':
      return say(
        'rate-limit',
        false,
        `${provider} says that the account has no credit left${code}.`,
        `Add credit at ${provider}, ${another}.`,
      )
    case 'rate-limit':
      return say(
        'rate-limit',
        true,
        `${provider} takes no more requests for now${code}.`,
        `Try again ${who.wait}, ${another}.`,
      )
    case 'overloaded':
      return say(
        'overloaded',
        true,
        `${provider} is overloaded${code}.`,
        `Try again ${who.wait}, ${another}.`,
      )
    case 'server':
      return say(
        'server',
        true,
        `${provider} had an error of its own${code}.`,
        `Try again ${who.wait}, ${another}.`,
      )
    case 'timeout':
      return say(
        'timeout',
        true,
        `${provider} did not answer in time${code}.`,
        `Try again; check the network, ${another}.`,
      )
    case 'headers':
      return say(
        'timeout',
        false,
        `${provider} did not begin to answer within ${silent}.`,
        who.local
          ? `A large model may still be loading. See whether the server is busy, ${another}.`
          : `Try again; check the network and the proxy, ${another}.`,
      )
    case 'stall':
      return say(
        'stall',
        false,
        `${provider} began to answer and then sent nothing for ${silent}.`,
        `Try again, ${another}.`,
      )
    case 'network':
      return say(
        'network',
        true,
        `${provider} cannot be reached${at(who)}.`,
        who.local
          ? running(who)
          : `Check the network, the address and, where one is set, the proxy, ${another}.`,
      )
    case 'unknown-host':
      return say(
        'network',
        false,
        `The name of ${provider}'s server cannot be resolved${at(who)}.`,
        `Check the network and the spelling of the address, ${another}.`,
      )
    case 'certificate':
      return say(
        'network',
        false,
        `The certificate of ${provider}'s server is not trusted${at(who)}.`,
        'Where a proxy opens connections, set NODE_EXTRA_CA_CERTS to the file with its certificate.',
      )
    case 'cut':
      return say(
        'cut',
        true,
        `The connection to ${provider} broke off.`,
        who.local ? running(who) : `Try again; check the network, ${another}.`,
      )
    case 'unfinished':
      return say(
        'cut',
        true,
        `${provider} ended its answer without finishing it.`,
        `Try again; if it stays so, check the address of ${provider}, ${another}.`,
      )
    case 'too-long':
      return say(
        'too-long',
        false,
        `${provider} went on and on, so the answer was stopped.`,
        `Ask for less at once, ${another}.`,
      )
    case 'protocol':
      return say(
        'server',
        false,
        `What answers${at(who) || ' there'} does not speak ${provider}'s protocol.`,
        `Check the address and the kind of the provider in the settings, ${another}.`,
      )
    case 'foreign':
      return say(
        'server',
        false,
        `What answers${at(who) || ' there'} does not speak ${provider}'s protocol: it sent ${who.mediaType ?? 'something else'} instead of an event stream.`,
        `Check baseURL of the provider, which often ends in /v1, and its kind in the settings, ${another}.`,
      )
    case 'proxy':
      return say(
        'network',
        false,
        code === ''
          ? `The proxy that ${who.proxy} names cannot be used, so nothing was sent to ${provider}.`
          : `The proxy that ${who.proxy} names let nothing through to ${provider}${code}.`,
        `Check address, user and password in ${who.proxy}, or list the host of ${provider} in NO_PROXY.`,
      )
    case 'context':
      return say(
        'context',
        false,
        `The conversation is longer than ${model} can take${code}.`,
        'Start a new conversation, drop a skill, or choose a model with a larger window.',
      )
    case 'not-found':
      return say(
        'not-found',
        false,
        `${provider} does not know the model ${model}${code}.`,
        who.ollama
          ? `Fetch it with \`ollama pull ${model}\`, ${another}.`
          : `Check its name and the address, ${another}.`,
      )
    case 'redirect':
      return say(
        'request',
        false,
        `${provider} answered with a redirect, which is not followed: it would send the key and the conversation elsewhere.`,
        'Write the final address as baseURL of the provider in the settings.',
      )
    case 'refused-endpoint':
      return say(
        'request',
        false,
        `The address of ${provider} is not one that models answer at, so nothing was sent.`,
        'Correct baseURL of the provider in the settings, or the variable that holds the address.',
      )
    case 'request':
      return say(
        'request',
        false,
        `${provider} refused the request${code}${words}`,
        `Check whether ${model} can use tools and takes what was attached, ${another}.`,
      )
    case 'unknown':
      return say(
        'unknown',
        false,
        `The request to ${provider} failed in a way that is not known here.`,
        `Try again, ${another}.`,
      )
  }
}

const say = (kind: FailureClass, retryable: boolean, message: string, hint: string): Wording => ({
  class: kind,
  retryable,
  message,
  hint,
})

const at = ({ origin }: Who): string => (origin === undefined ? '' : ` at ${origin}`)

const running = ({ ollama, provider }: Who): string =>
  ollama
    ? `See whether it runs: \`ollama serve\` starts it, ${another}.`
    : `See whether ${provider} is running, ${another}.`
