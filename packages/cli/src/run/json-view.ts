import type { EngineEvent } from '@skillet/agent'
import { printJson } from '../screen/json.ts'
import type { Output } from '../screen/terminal.ts'
import type { TurnView } from './turn.ts'

/** Each event as one line of JSON; `docs/schemas/run-event.schema.json` describes them. */
export function createJsonView(stdout: Output): TurnView {
  return {
    async show(event) {
      stdout.write(printJson({ version: 1, ...withoutVersion(event) }, 'one-line'))
    },
    stopping() {},
    close() {},
  }
}

/** `version` is that of the lines; the one that a snapshot has goes by another name. */
function withoutVersion(event: EngineEvent): object {
  if (event.type !== 'snapshot') return event
  const { version, ...rest } = event
  return { ...rest, snapshot: version }
}
