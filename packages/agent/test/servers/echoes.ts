import {
  bytes,
  call,
  type Piece,
  type Reply,
  reasoning,
  says,
  status,
  stream,
  text,
} from './script.ts'

/** Keys as providers make them, and as people choose them. */
export const keys: readonly string[] = [
  'sk-ant-api03-Zq8w2LkPz0mXv5RtY7uI-Nb4cVx1Qe3sDf6Gh_AA',
  'sk-proj-9fKd03LsmQwErTyUiOpAsDfGh',
  'sk-or-v1-0a1b2c3d4e5f60718293a4b5c6d7e8f9',
  'AIzaSyA-0123456789abcdefghijklmnopqrstu',
  'gsk_Qw12Er34Ty56Ui78Op90',
  'hf_AbCdEfGhIjKlMnOpQrStUv',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl',
  'plum-window',
  'a.b*c+d?(e)[f]{g}|$1^h',
  'quote"back\\slash\'s',
]

const json = (code: number, body: unknown): Reply =>
  bytes([JSON.stringify(body)], { status: code, headers: { 'content-type': 'application/json' } })

const failsWith = (message: string): Piece => ({ kind: 'error', type: 'api_error', message })

/** Every place in which a server that echoes what it was sent could put the key. */
export const echoes: readonly (readonly [
  where: string,
  replies: (key: string) => readonly Reply[],
])[] = [
  ['a refused request', (key) => [status(400, `The parameter ${key} is unknown.`)]],
  ['a refused key', (key) => [status(401, `Incorrect API key: ${key}.`)]],
  ['a detail of a refusal', (key) => [json(422, { detail: `not ${key}`, error: `no ${key}` })]],
  ['a page', (key) => [bytes([`<h1>${key}</h1>`], { status: 400, headers: { 'x-key': key } })]],
  ['a type of error', (key) => [json(400, { error: { message: 'no', type: key, code: key } })]],
  [
    'an address to go to',
    (key) => [bytes([], { status: 307, headers: { location: `/?${encodeURIComponent(key)}` } })],
  ],
  ['an error in a stream', (key) => [stream([text('So '), failsWith(`bad ${key}`)])]],
  ['the first event', (key) => [stream([failsWith(`bad ${key}`)])]],
  ['an event that is no JSON', (key) => [bytes([`data: {"a": ${key}\n\n`])]],
  ['an answer', (key) => [says(`Your key is ${key}, I think.`)]],
  ['an answer that breaks off', (key) => [stream([text(`Your key: ${key}`)], { ending: 'cut' })]],
  ['what is thought', (key) => [stream([reasoning(`The key is ${key}.`), text('Well.')])]],
  ['a call', (key) => [stream([call('read', { path: key })]), says('Well.')]],
  ['the name of a tool', (key) => [stream([call(key, {})]), says('Well.')]],
  [
    'a command',
    (key) => [stream([call('bash', { command: `echo ${JSON.stringify(key)}` })]), says('Well.')],
  ],
]

/** A key as it may stand in a text, in JSON, and in an address. */
export const spellingsOf = (key: string) => [
  key,
  JSON.stringify(key).slice(1, -1),
  encodeURIComponent(key),
]
