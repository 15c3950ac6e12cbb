import type { Context } from '../context.ts'
import { openConversations } from '../conversations/open.ts'
import type { Workspace } from '../library/open.ts'
import { openEngine, openModels } from '../run/engine.ts'
import type { Highlight } from './markdown/index.ts'
import type { Opened } from './session/chat.ts'

/** Loads the highlighter with the first code that is drawn. */
export function lateHighlighter(
  load: (() => Promise<Highlight>) | undefined,
  come: () => void,
): () => Highlight | undefined {
  let highlight: Highlight | undefined
  let asked = false
  return () => {
    if (!asked && load !== undefined) {
      asked = true
      load().then(
        (loaded) => {
          highlight = loaded
          come()
        },
        () => {},
      )
    }
    return highlight
  }
}

/** Opens the engine at the first need, once; what it would print is said in the chat. */
export function lateOpening(
  context: Context,
  workspace: Workspace,
  tell: (text: string) => void,
): () => Promise<Opened> {
  const { terminal } = context
  const stderr = { ...terminal.stderr, columns: Number.POSITIVE_INFINITY, write: tell }
  const quiet: Context = { ...context, terminal: { ...terminal, stderr } }
  let opening: Promise<Opened> | undefined
  const open = async (): Promise<Opened> => {
    const store = await openConversations(quiet, workspace)
    const models = await openModels(quiet, workspace)
    const engine = await openEngine(quiet, workspace, {
      asking: 'person',
      titles: 'model',
      ...(store === undefined ? {} : { store }),
    })
    return { engine, models, store }
  }
  return () => {
    opening ??= open()
    return opening
  }
}
