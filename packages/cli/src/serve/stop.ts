import type { ConversationStore, Engine } from '@skillet/agent'

/** A turn ends two seconds after it was told to, at the latest. */
const mostMs = 3_000
const lookEveryMs = 50

/** Ends the turns that this engine runs, and waits until what they wrote is in the store. */
export async function stopTurns(
  engine: Engine,
  store: ConversationStore,
  workspace: string,
): Promise<void> {
  const until = Date.now() + mostMs
  const asked = new Set<string>()
  while (Date.now() < until) {
    const running = await turnsHere(engine, store, workspace)
    if (running.length === 0) return
    for (const { id, answerId } of running) {
      if (asked.has(answerId)) continue
      asked.add(answerId)
      engine.stop(id)
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}

async function turnsHere(engine: Engine, store: ConversationStore, workspace: string) {
  const open: { readonly id: string; readonly answerId: string }[] = []
  for (const { id } of await store.list({ workspace })) {
    if ((await store.turns(id)).length === 0) continue
    const view = await engine.conversation(id)
    if (view?.running?.here) open.push({ id, answerId: view.running.answerId })
  }
  return open
}
