import { asProblem, type Problem } from '../../api/index.ts'
import { send, usePage } from '../../state/index.ts'
import { arrived, firstOnItsWay, outgoingOf, takeBack, takeDraft } from '../draft/index.ts'

/** Conversations whose drafts are being sent. */
const busy = new Set<string>()

/**
 * Sends the draft of a conversation. It leaves the composer at once, so that whoever types on types
 * the next one; several leave in order. Where the server takes none, all of them come back.
 *
 * @returns why it was not taken; undefined where it was
 */
export async function post(id: string): Promise<Problem | undefined> {
  takeDraft(id)
  if (busy.has(id)) return undefined
  busy.add(id)
  try {
    for (let draft = firstOnItsWay(id); draft !== undefined; draft = firstOnItsWay(id)) {
      const { path } = draft.chip ?? {}
      const entries = usePage.getState().skills?.entries ?? []
      await send(
        id,
        outgoingOf(
          draft,
          entries.find((entry) => entry.path === path),
        ),
      )
      arrived(id)
    }
    return undefined
  } catch (thrown) {
    takeBack(id)
    return asProblem(thrown)
  } finally {
    busy.delete(id)
  }
}
