import { bytes, redirect, status } from '../script.ts'
import { type Expected, type Fault, fails } from './fault.ts'

/** A refusal by its status alone, with a sentence that says nothing more. */
const refusals: readonly (readonly [codes: readonly number[], expected: Expected])[] = [
  [[400, 405, 406, 410, 411, 415, 418, 422, 423, 424, 426, 428, 431, 451], fails('request')],
  [[401, 403], fails('auth')],
  [[407], fails('network')],
  [[402, 429], fails('rate-limit')],
  [[404], fails('not-found')],
  [[408, 504, 524], fails('timeout')],
  [[413], fails('context')],
  [[409, 425, 499], fails('server')],
  [
    [500, 501, 502, 505, 507, 508, 511, 520, 521, 522, 523, 525, 526, 530, 598, 599],
    fails('server'),
  ],
  [[503, 529], fails('overloaded')],
]

const page = '<!DOCTYPE html><html><body><h1>Something went wrong</h1></body></html>'
const html = { 'content-type': 'text/html; charset=utf-8' }
const json = { 'content-type': 'application/json' }

/** A page that has no end. */
function* endlessPage(): Generator<string> {
  for (;;) yield `<p>${'still loading '.repeat(4_096)}</p>\n`
}

export const statusFaults: readonly Fault[] = refusals.flatMap(([codes, expected]) =>
  codes.map((code) => ({
    group: 'Status',
    what: `answers ${code}`,
    reply: () => status(code, 'No.'),
    expected,
  })),
)

const errorPage = (code: number, expected: Expected): Fault => ({
  group: 'Error pages',
  what: `answers ${code} with an HTML page`,
  reply: () => bytes([page], { status: code, headers: html }),
  expected,
})

export const pageFaults: readonly Fault[] = [
  errorPage(400, fails('request')),
  errorPage(403, fails('auth')),
  errorPage(404, fails('not-found')),
  errorPage(502, fails('server')),
  errorPage(503, fails('overloaded')),
  {
    group: 'Error pages',
    what: 'answers 200 with an HTML page',
    reply: () => bytes([page], { headers: html }),
    expected: fails('server'),
  },
  {
    group: 'Error pages',
    what: 'answers 200 with JSON that is no stream',
    reply: () => bytes(['{"ok":true}'], { headers: json }),
    expected: fails('server'),
  },
  {
    group: 'Error pages',
    what: 'answers 500 with an empty body',
    reply: () => bytes([], { status: 500, headers: json }),
    expected: fails('server'),
  },
  {
    group: 'Error pages',
    what: 'answers 500 with JSON that breaks off',
    reply: () => bytes(['{"error": {"message": "half'], { status: 500, headers: json }),
    expected: fails('server'),
  },
  {
    group: 'Error pages',
    what: 'answers 400 with JSON of another shape',
    reply: () => bytes(['{"detail": "Not like this."}'], { status: 400, headers: json }),
    expected: fails('request'),
  },
  {
    group: 'Error pages',
    what: 'answers 503 with a page that has no end',
    reply: () => bytes(endlessPage(), { status: 503, headers: html }),
    expected: fails('overloaded'),
  },
  {
    group: 'Error pages',
    what: 'answers 500 and falls silent within the page',
    reply: () => bytes(['<html>'], { status: 500, headers: html, ending: 'stall' }),
    expected: fails('server'),
    silent: true,
  },
  {
    group: 'Error pages',
    what: 'answers 200 with an empty body',
    reply: () => bytes([]),
    expected: fails('cut'),
  },
  {
    group: 'Error pages',
    what: 'answers 204',
    reply: () => bytes([], { status: 204, headers: {} }),
    expected: fails('cut'),
  },
  ...([301, 302, 307, 308] as const).map(
    (code): Fault => ({
      group: 'Error pages',
      what: `answers ${code} and names another address`,
      reply: (_, origin) => redirect(origin, code),
      expected: fails('request'),
    }),
  ),
]
