import type { ApprovalAnswer, ApprovalRequest, Engine, EngineEvent } from '@skillet/agent'
import type { TestWorld } from '../engine-world.ts'

/** What a person says to a question; `once`, `turn` and `always` carry its digest. */
export type Says = ApprovalAnswer['decision'] | ApprovalAnswer | undefined

/** One message to its end, with somebody at the keyboard. `undefined` leaves a question waiting. */
export async function attend(
  { engine }: Pick<TestWorld, 'engine'>,
  text: string,
  answer: (request: ApprovalRequest, nth: number) => Says | Promise<Says>,
): Promise<{
  readonly events: readonly EngineEvent[]
  readonly asked: readonly ApprovalRequest[]
}> {
  const events: EngineEvent[] = []
  const asked: ApprovalRequest[] = []
  for await (const event of engine.submitMessage({ conversationId: 'c', text })) {
    events.push(event)
    if (event.type !== 'approval-request') continue
    const { request } = event
    asked.push(request)
    await say(engine, request, await answer(request, asked.length))
  }
  return { events, asked }
}

async function say(engine: Engine, { id, digest }: ApprovalRequest, says: Says): Promise<void> {
  if (says === undefined) return
  if (typeof says !== 'string') await engine.answer(id, says)
  else await engine.answer(id, says === 'no' ? { decision: 'no' } : { decision: says, digest })
}
