import type { EngineEvent } from '@skillet/agent'
import { printJson } from '../screen/json.ts'
import type { Output } from '../screen/terminal.ts'
import type { TurnView } from './turn.ts'

/** Each event as one line of JSON; `docs/schemas/run-event.schema.json` describes them. */
export function createJsonView(stdout: Output): TurnView {
  let last: EngineEvent | undefined
  let steps = 0
  const print = (event: EngineEvent) => {
    last = event
    if (event.type === 'step-start') steps += 1
    stdout.write(printJson({ version: 1, ...withoutVersion(event) }, 'one-line'))
  }
  return {
    async show(event) {
      print(event)
    },
    leave() {
      // Who reads the lines waits for the one that ends the turn.
      if (last === undefined || last.type === 'turn-end') return
      const { turn, seq } = last
      print({ type: 'turn-end', reason: 'aborted', steps, turn, seq: seq + 1 })
    },
    close() {},
  }
}

/** `version` is that of the lines; the one that a snapshot has goes by another name. */
function withoutVersion(event: EngineEvent): object {
  if (event.type !== 'snapshot') return event
  const { version, ...rest } = event
  return { ...rest, snapshot: version }
}
