import { isChatCommand } from '@skillet/core/menu'
import { sentences } from '@skillet/language'
import type { Context } from '../../context.ts'
import { chooseConversation } from '../../conversations/choose.ts'
import { sayInterrupted } from '../../conversations/interrupted.ts'
import { openConversations } from '../../conversations/open.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import type { Workspace } from '../../library/open.ts'
import { openEngine } from '../../run/engine.ts'
import { runTurn } from '../../run/turn.ts'
import { createRunView } from '../../run/view.ts'
import { cleanLine } from '../../screen/clean.ts'
import { sayNotice } from '../../screen/notice.ts'
import { padWidth } from '../../screen/width.ts'
import type { ChatOptions } from '../types.ts'
import { openLines } from './lines.ts'

/**
 * The chat without drawing: for a dumb terminal, and for pipes. Each line is a message; answers go
 * to `stdout`, everything else to `stderr`.
 */
export async function openPlainChat(
  context: Context,
  workspace: Workspace,
  { message, model, resume, latest }: ChatOptions,
): Promise<ExitCode> {
  const { terminal } = context
  const { stderr } = terminal
  const words = sentences(workspace.language ?? 'en')
  const store = await openConversations(context, workspace)
  try {
    const chosen = await chooseConversation(context, workspace, store, {
      ...(latest === undefined ? {} : { continue: latest }),
      ...(resume === undefined ? {} : { resume }),
    })
    if (chosen.kind === 'refused') return chosen.code
    if (store !== undefined) await sayInterrupted(context, workspace, store)
    const engine = await openEngine(context, workspace, {
      asking: terminal.interactive ? 'person' : 'deny',
      titles: terminal.interactive ? 'model' : 'cut',
      ...(store === undefined ? {} : { store }),
    })
    let conversationId = chosen.kind === 'present' ? chosen.id : undefined
    const say = async (text: string): Promise<ExitCode> => {
      const view = createRunView(terminal, workspace.view, 'terminal')
      return runTurn(context, {
        engine,
        strict: false,
        submit: {
          text,
          ...(conversationId === undefined ? {} : { conversationId }),
          ...(model === undefined ? {} : { model }),
        },
        view: {
          ...view,
          show(event) {
            if (event.type === 'turn-start') conversationId = event.conversationId
            return view.show(event)
          },
        },
      })
    }
    if (terminal.interactive) stderr.write(`${words.terminal.plainWelcome}\n`)
    let code: ExitCode = exitCodes.done
    const lines = openLines(context)
    const first = message === undefined ? [] : [message]
    for await (const line of inOrder(first, lines)) {
      const text = line.trim()
      const command = /^\/([a-z]+)\b/iu.exec(text)?.[1]?.toLowerCase() ?? ''
      if (text === '') continue
      if (!isChatCommand(command)) code = await say(line)
      else if (command === 'quit') break
      else if (command === 'clear') conversationId = undefined
      else if (command === 'help') stderr.write(helpText(words.menu.commands))
      else if (command === 'skills') stderr.write(skillsText(workspace))
      else sayNotice(stderr, words.terminal.plainUnknown(command))
      if (stopped.has(code)) break
    }
    return code
  } finally {
    await store?.close()
  }
}

/** After these nothing more is sent, whatever lines are left. */
const stopped: ReadonlySet<ExitCode> = new Set([
  exitCodes.interrupted,
  exitCodes.terminated,
  exitCodes.hungUp,
])

async function* inOrder(first: readonly string[], lines: AsyncIterable<string>) {
  yield* first
  yield* lines
}

function helpText(commands: Readonly<Record<string, { readonly description: string }>>): string {
  const known = ['help', 'skills', 'clear', 'quit']
  return known
    .map((name) => `  ${padWidth(`/${name}`, 10)}${commands[name]?.description ?? ''}\n`)
    .join('')
}

function skillsText({ library }: Workspace): string {
  return library.snapshot.entries
    .filter(({ state, skill }) => state === 'loaded' && skill?.userInvocable)
    .map(
      ({ callableAs, skill }) =>
        `  /${cleanLine(callableAs)}  ${cleanLine(skill?.description ?? '')}\n`,
    )
    .join('')
}
