import { call, stream } from '../script.ts'
import { type Fault, mended, shows, type Wire } from './fault.ts'

/** One call whose arguments are sent as they stand. Google has no way to send what is no JSON. */
const withArguments = (what: string, json: string): Fault => ({
  group: 'Tool calls',
  what,
  reply: (wire) => (wire === 'google' && !isJson(json) ? undefined : stream([call('look', json)])),
  expected: shows(mended),
  once: true,
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const input = { path: 'a.txt' }

/** Events of a call that say that it is complete. Where there are none, its arguments stay open. */
const closing: Partial<Readonly<Record<Wire, RegExp>>> = {
  anthropic: /content_block_stop/,
  responses: /function_call_arguments\.done|output_item\.done/,
}

const calls = (what: string, ...pieces: Parameters<typeof stream>[0]): Fault => ({
  group: 'Tool calls',
  what,
  reply: () => stream(pieces),
  expected: shows(mended),
  once: true,
})

export const callFaults: readonly Fault[] = [
  withArguments('sends an array as the arguments of a call', '["a.txt"]'),
  withArguments('sends a number as the arguments of a call', '7'),
  withArguments('sends a string as the arguments of a call', '"a.txt"'),
  withArguments('sends null as the arguments of a call', 'null'),
  withArguments('sends no arguments', ''),
  withArguments('sends the arguments as JSON within JSON', JSON.stringify(JSON.stringify(input))),
  withArguments('cuts the arguments of a call', '{"path": "a.t'),
  withArguments('writes a comma too many into the arguments', '{"path": "a.txt",}'),
  withArguments('writes the arguments in a fenced block', '```json\n{"path": "a.txt"}\n```'),
  withArguments('writes the arguments as Python', "{'path': 'a.txt'}"),
  withArguments('sends arguments of another tool', '{"colour": "blue", "size": 4}'),
  withArguments('sends a megabyte of arguments', JSON.stringify({ path: 'a'.repeat(1_048_576) })),
  calls('calls a tool that nobody has', call('teleport', input)),
  calls('calls a tool without a name', call('', input)),
  calls('calls a tool by a name that no provider takes back', call('look at/the file!', input)),
  calls('gives two calls the same id', call('look', input, 'same'), call('look', input, 'same')),
  calls('gives a call an empty id', call('look', input, '')),
  calls(
    'makes one call fifty times at once',
    ...Array.from({ length: 50 }, (_, at) => call('look', input, `c${at}`)),
  ),
  {
    group: 'Tool calls',
    what: 'never finishes a call',
    reply: (wire) => {
      const ends = closing[wire]
      if (ends === undefined) return undefined
      const travel = (body: string) => [
        body
          .split(/(?<=\n\n)/)
          .filter((one) => !ends.test(one))
          .join(''),
      ]
      return stream([call('look', input)], { travel })
    },
    expected: shows(''),
    once: true,
  },
  {
    group: 'Tool calls',
    what: 'says that it calls a tool, and calls none',
    reply: () => stream([], { finish: 'calls' }),
    expected: shows(''),
    once: true,
  },
  {
    group: 'Tool calls',
    what: 'calls a tool, and says that it is done',
    reply: () => stream([call('look', input)], { finish: 'stop' }),
    expected: shows(mended),
    once: true,
  },
  {
    group: 'Tool calls',
    what: 'makes the same call at every step, with the same id',
    reply: () => stream([call('look', input, 'same')]),
    expected: { reason: 'step-limit' },
  },
]
