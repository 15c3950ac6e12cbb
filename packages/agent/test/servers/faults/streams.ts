import {
  bytes,
  call,
  hangUp,
  type Piece,
  type Reply,
  reasoning,
  silence,
  stream,
  text,
} from '../script.ts'
import { done, type Fault, fails, shows, type Wire, whole } from './fault.ts'

/** The whole stream in one write of a changed text. */
const changed =
  (change: (body: string) => string) =>
  (body: string): Iterable<string> => [change(body)]

const bytesOf = (body: string): Uint8Array => new TextEncoder().encode(body)

function* eachByte(body: string): Generator<Uint8Array> {
  const all = bytesOf(body)
  for (let at = 0; at < all.length; at += 1) yield all.subarray(at, at + 1)
}

const eventsOf = (body: string): readonly string[] => body.split(/(?<=\n\n)/)

/** Events that hold this word go behind everything else. */
const movedToTheEnd = (word: string) =>
  changed((body) => {
    const events = eventsOf(body)
    const isLate = (one: string) => one.includes(word)
    return [...events.filter((one) => !isLate(one)), ...events.filter(isLate)].join('')
  })

const answer = (travel: (body: string) => Iterable<string | Uint8Array>, piece = text(whole)) =>
  stream([piece], { travel })

const mark = 'MARK MARK'
const long = 'on and on '.repeat(1_000)

/** The event with the mark again and again, each time with the filling in its place, and no end. */
function* withoutEnd(body: string, filling: string): Generator<string> {
  const events = eventsOf(body)
  const at = events.findIndex((one) => one.includes(mark))
  yield events.slice(0, at).join('')
  const again = (events[at] ?? '').split(mark).join(filling)
  for (;;) yield again
}

const endless = (piece: Piece, filling = long): Reply =>
  stream([piece], { ending: 'no-finish', travel: (body) => withoutEnd(body, filling) })

export const shapeFaults: readonly Fault[] = [
  {
    group: 'Shape of the stream',
    what: 'ends its lines with CRLF',
    reply: () => answer(changed((body) => body.replace(/\n/g, '\r\n'))),
    expected: done,
  },
  {
    group: 'Shape of the stream',
    what: 'leaves out the last line break',
    reply: () => answer(changed((body) => body.trimEnd())),
    expected: done,
  },
  {
    group: 'Shape of the stream',
    what: 'puts comments between the events',
    reply: () => answer(changed((body) => eventsOf(body).join(': still working\n\n'))),
    expected: done,
  },
  {
    group: 'Shape of the stream',
    what: 'begins with a byte order mark',
    reply: () => answer(changed((body) => `\uFEFF${body}`)),
    expected: done,
  },
  {
    group: 'Shape of the stream',
    what: 'sends one byte at a time, so that characters are cut',
    reply: () => answer(eachByte),
    expected: done,
  },
  {
    group: 'Shape of the stream',
    what: 'sends one event of three million characters',
    reply: () =>
      answer(
        (body) => [body.replace('All is well.', `All is ${'very '.repeat(600_000)}well.`)],
        text('All is well.'),
      ),
    expected: shows(`All is ${'very '.repeat(600_000)}well.`),
  },
  {
    group: 'Shape of the stream',
    what: 'sends bytes that are no UTF-8',
    reply: () =>
      answer((body) => {
        const all = bytesOf(body)
        const at = body.indexOf('All')
        return [all.subarray(0, at), new Uint8Array([0xff, 0xfe, 0xc3]), all.subarray(at)]
      }, text('All is well.')),
    expected: shows('\uFFFD\uFFFD\uFFFDAll is well.'),
  },
  {
    group: 'Shape of the stream',
    what: 'calls its stream plain text',
    reply: () =>
      stream([text(whole)], {
        travel: changed((body) => `${body}${body}`),
        contentType: 'text/plain',
      }),
    expected: done,
  },
  {
    group: 'Shape of the stream',
    what: 'calls its stream JSON',
    reply: () =>
      stream([text('All is well.')], {
        travel: changed((body) => body),
        contentType: 'application/json',
      }),
    expected: fails('server'),
  },
  {
    group: 'Shape of the stream',
    what: 'breaks the JSON of one event in mid-stream',
    reply: () =>
      answer(
        changed((body) => body.replace('"All is well.', '"All is "well')),
        text('All is well.'),
      ),
    expected: fails('server'),
  },
  {
    group: 'Shape of the stream',
    what: 'sends an event of another shape in mid-stream',
    reply: () =>
      answer(
        changed((body) => {
          const events = [...eventsOf(body)]
          events.splice(2, 0, 'data: [1, 2, 3]\n\n')
          return events.join('')
        }),
      ),
    expected: fails('server'),
  },
  {
    group: 'Shape of the stream',
    what: 'sends text that is no stream of events',
    reply: () => bytes(['upstream connect error or disconnect/reset before headers']),
    expected: fails('cut'),
  },
]

export const endFaults: readonly Fault[] = [
  {
    group: 'Broken connections',
    what: 'closes the connection before it answers',
    reply: () => hangUp,
    expected: fails('cut'),
  },
  {
    group: 'Broken connections',
    what: 'resets the connection after the headers',
    reply: () => bytes([], { ending: 'reset' }),
    expected: fails('cut'),
  },
  {
    group: 'Broken connections',
    what: 'resets the connection in mid-answer',
    reply: () =>
      stream([text('The first half of it')], { ending: 'reset', travel: (body) => [body] }),
    expected: fails('cut'),
  },
  {
    group: 'Broken connections',
    what: 'cuts the connection in mid-answer',
    reply: () => stream([text('The first half of it')], { ending: 'cut' }),
    expected: fails('cut'),
  },
  {
    group: 'Broken connections',
    what: 'resets the connection after the whole answer',
    reply: () => stream([text(whole)], { closes: true, ending: 'reset', travel: (body) => [body] }),
    expected: done,
  },
  {
    group: 'Broken connections',
    what: 'cuts the connection after the whole answer',
    reply: () => stream([text(whole)], { closes: true, ending: 'cut' }),
    expected: done,
  },
  {
    group: 'Broken connections',
    what: 'leaves the connection open after the whole answer',
    reply: () => stream([text(whole)], { closes: true, ending: 'stall' }),
    expected: done,
  },
  {
    group: 'Broken connections',
    what: 'ends in good order without a finish',
    reply: () => stream([text('The first half of it')], { ending: 'no-finish' }),
    expected: fails('cut'),
  },
  {
    group: 'Broken connections',
    what: 'never answers',
    reply: () => silence,
    expected: fails('timeout'),
    silent: true,
  },
  {
    group: 'Broken connections',
    what: 'sends headers and then nothing',
    reply: () => bytes([], { ending: 'stall' }),
    expected: fails('stall'),
    silent: true,
  },
  {
    group: 'Broken connections',
    what: 'falls silent in mid-answer',
    reply: () => stream([text('The first half of it')], { ending: 'stall' }),
    expected: fails('stall'),
    silent: true,
  },
]

const inside = (
  what: string,
  type: string,
  message: string,
  expected: Fault['expected'],
  except: Fault['except'] = {},
): Fault => ({
  group: 'Errors inside a stream',
  what,
  reply: () => stream([{ kind: 'error', type, message }]),
  expected,
  except,
})

export const insideFaults: readonly Fault[] = [
  inside(
    'answers 200, and its first event is an error',
    'server_error',
    'Broken.',
    fails('server'),
  ),
  inside(
    'answers 200, and its first event says that it is overloaded',
    'overloaded_error',
    'Overloaded',
    fails('overloaded'),
  ),
  inside(
    'answers 200, and its first event says that the conversation is too long',
    'invalid_request_error',
    'prompt is too long: 210000 tokens > 200000 maximum',
    fails('context'),
  ),
  {
    group: 'Errors inside a stream',
    what: 'begins to answer, and then sends an error',
    reply: () =>
      stream([
        text('The first half of it'),
        { kind: 'error', type: 'server_error', message: 'Broken.' },
      ]),
    expected: fails('server'),
  },
  {
    group: 'Errors inside a stream',
    what: 'stops the answer by its content filter',
    reply: (wire) =>
      filters[wire] === undefined
        ? undefined
        : stream([text('The first half of it')], { travel: changed(filters[wire]) }),
    expected: fails('request'),
  },
  {
    group: 'Errors inside a stream',
    what: 'refuses the message by its content filter, without an answer',
    reply: (wire) =>
      wire === 'google'
        ? bytes(['data: {"promptFeedback":{"blockReason":"SAFETY"}}\n\n'])
        : undefined,
    expected: fails('request'),
  },
]

/** How each protocol says that its filter stopped an answer. */
const filters: Readonly<Record<Wire, (body: string) => string>> = {
  anthropic: (body) => body.replace('"end_turn"', '"refusal"'),
  responses: (body) =>
    body
      .replaceAll('response.completed', 'response.incomplete')
      .replace('"incomplete_details":null', '"incomplete_details":{"reason":"content_filter"}'),
  'openai-chat': (body) =>
    body.replace('"finish_reason":"stop"', '"finish_reason":"content_filter"'),
  chat: (body) => body.replace('"finish_reason":"stop"', '"finish_reason":"content_filter"'),
  google: (body) => body.replace('"STOP"', '"SAFETY"'),
}

export const excessFaults: readonly Fault[] = [
  {
    group: 'Too much, or twice',
    what: 'finishes twice',
    reply: () =>
      answer(
        changed(
          (body) =>
            `${body}${eventsOf(body)
              .filter((one) =>
                /message_delta|message_stop|response\.completed|finish_?[rR]eason":"(?:stop|STOP)|DONE/.test(
                  one,
                ),
              )
              .join('')}`,
        ),
      ),
    expected: done,
  },
  {
    group: 'Too much, or twice',
    what: 'goes on with text after its finish',
    reply: () =>
      stream([text('All is well.'), text('AFTERWARDS')], { travel: movedToTheEnd('AFTERWARDS') }),
    expected: shows('All is well.'),
  },
  {
    group: 'Too much, or twice',
    what: 'sends the whole answer twice',
    reply: () => answer(changed((body) => `${body}${body}`)),
    expected: done,
  },
  {
    group: 'Too much, or twice',
    what: 'writes text without an end',
    reply: () => endless(text(mark)),
    expected: fails('too-long'),
  },
  {
    group: 'Too much, or twice',
    what: 'thinks without an end',
    reply: () => endless(reasoning(mark)),
    expected: fails('too-long'),
  },
  {
    group: 'Too much, or twice',
    what: 'writes the arguments of a call without an end',
    // Google sends a call whole.
    reply: (wire) => (wire === 'google' ? undefined : endless(call('look', mark))),
    expected: fails('too-long'),
  },
  {
    group: 'Too much, or twice',
    what: 'sends empty pieces of text without an end',
    reply: () => endless(text(mark), ''),
    expected: fails('too-long'),
  },
  {
    group: 'Too much, or twice',
    what: 'sends comments without an end',
    reply: () =>
      bytes(
        (function* () {
          for (;;) yield `: ${'still working '.repeat(4_096)}\n\n`
        })(),
      ),
    expected: fails('too-long'),
  },
  {
    group: 'Too much, or twice',
    what: 'sends one event without an end',
    reply: () =>
      bytes(
        (function* () {
          yield 'data: {"text":"'
          for (;;) yield 'word '.repeat(13_107)
        })(),
      ),
    expected: fails('too-long'),
  },
  {
    group: 'Too much, or twice',
    what: 'answers with nothing',
    reply: () => stream([]),
    expected: shows(''),
  },
  {
    group: 'Too much, or twice',
    what: 'stops at its longest length',
    reply: () => stream([text('The first half of it')], { finish: 'length' }),
    expected: shows('The first half of it'),
  },
]
