import type { ConversationStore } from '@skillet/agent'
import type { Entry, Language } from '@skillet/core'
import type { Context } from '../context.ts'
import { chooseConversation } from '../conversations/choose.ts'
import { sayInterrupted } from '../conversations/interrupted.ts'
import { openConversations } from '../conversations/open.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { LibraryFlags } from '../library/flags.ts'
import { lookUp } from '../library/look-up.ts'
import { openWorkspace, type Workspace } from '../library/open.ts'
import { openEngine } from '../run/engine.ts'
import { createJsonView } from '../run/json-view.ts'
import { previewJson, previewOf, renderRequest } from '../run/preview.ts'
import { runTurn } from '../run/turn.ts'
import { createRunView } from '../run/view.ts'
import { printJson } from '../screen/json.ts'
import { sayError, sayHint, sayNotice } from '../screen/notice.ts'

export interface RunFlags extends LibraryFlags {
  readonly model?: string
  readonly json?: boolean
  readonly yes?: boolean
  readonly allow?: readonly string[]
  readonly dryRun?: boolean
  readonly strictPermissions?: boolean
  readonly language?: Language
  /** Goes on in the latest conversation of this folder. */
  readonly continue?: boolean
  /** Goes on in this one: an id, or its beginning. */
  readonly resume?: string
}

/** `skillet run`: one turn with one skill, streamed. */
export async function run(
  context: Context,
  flags: RunFlags,
  name: string,
  words: readonly string[],
): Promise<ExitCode> {
  const workspace = await openWorkspace(context, flags)
  if (await refuseBrokenSettings(context, workspace)) return exitCodes.usage
  await workspace.reportFindings()
  const entry = lookUp(context, workspace, name)
  if (entry === undefined) return exitCodes.usage
  const callable = workspace.library.find(name).skill !== undefined
  if (!callable || !entry.skill?.userInvocable) return sayWhyNot(context, workspace, entry)
  mindFlags(context, words)

  if (goesOn(flags) || !flags.dryRun) {
    const store = await openConversations(context, workspace)
    try {
      return await runWith(context, flags, { workspace, entry, words, store })
    } finally {
      await store?.close()
    }
  }
  return runWith(context, flags, { workspace, entry, words, store: undefined })
}

interface Work {
  readonly workspace: Workspace
  readonly entry: Entry
  readonly words: readonly string[]
  /** Undefined: nothing is kept. */
  readonly store: ConversationStore | undefined
}

async function runWith(
  context: Context,
  flags: RunFlags,
  { workspace, entry, words, store }: Work,
): Promise<ExitCode> {
  const chosen = await chooseConversation(context, workspace, store, flags)
  if (chosen.kind === 'refused') return chosen.code
  if (store !== undefined) await sayInterrupted(context, workspace, store)
  const engine = await openEngine(context, workspace, {
    allow: flags.allow ?? [],
    asking: askingOf(context, flags),
    // A program is not to pay for a request, nor wait for one, that it did not ask for.
    titles: context.terminal.interactive && !flags.json ? 'model' : 'cut',
    ...(store === undefined ? {} : { store }),
  })
  const submit = {
    ...(await spoken(context, workspace, entry, words)),
    skill: entry.callableAs,
    ...(chosen.kind === 'present' ? { conversationId: chosen.id } : {}),
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(flags.language === undefined ? {} : { language: flags.language }),
  }
  const { stdout } = context.terminal
  if (flags.dryRun) {
    const preview = await previewOf(context, engine, submit)
    if (preview === undefined) return exitCodes.failed
    stdout.write(flags.json ? printJson(previewJson(preview)) : renderRequest(preview, stdout))
    return exitCodes.done
  }
  return runTurn(context, {
    engine,
    submit,
    view: flags.json
      ? createJsonView(stdout)
      : createRunView(context.terminal, workspace.view, flags.yes ? 'terminal' : 'flags'),
    strict: flags.strictPermissions === true,
  })
}

function goesOn(flags: RunFlags): boolean {
  return flags.continue === true || flags.resume !== undefined
}

/**
 * Settings that cannot be read would run as if they were empty, without the calls that they forbid.
 */
async function refuseBrokenSettings(
  { terminal }: Context,
  { settingsErrors, report }: Workspace,
): Promise<boolean> {
  if (settingsErrors.length === 0) return false
  sayError(
    terminal.stderr,
    'Nothing was run: your settings hold an error, so what they forbid would be allowed.',
  )
  await report(settingsErrors)
  return true
}

/** Programs and pipes cannot be asked: there, what would ask is refused. */
function askingOf({ terminal }: Context, { yes, json }: RunFlags): 'person' | 'allow' | 'deny' {
  if (yes) return 'allow'
  return terminal.interactive && !json ? 'person' : 'deny'
}

/** A skill that is there and cannot be called says why, where, and what to do; each once. */
async function sayWhyNot(
  { terminal }: Context,
  workspace: Workspace,
  entry: Entry,
): Promise<ExitCode> {
  const { stderr } = terminal
  const { state, diagnostics, reason, remedy } = entry
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const isTold = state === 'invalid' && errors.length > 0
  const why = isTold
    ? 'it is invalid.'
    : state === 'loaded'
      ? 'it says `user-invocable: false`, so only the model may call it.'
      : reason
  sayError(stderr, `${entry.name} cannot be run: ${why}`)
  const further = diagnostics.filter(
    ({ severity, message }) => severity !== 'info' && message !== reason,
  )
  await workspace.report(isTold ? errors : further)
  const steps = `More: skillet why ${entry.callableAs}`
  sayHint(stderr, isTold ? steps : (remedy ?? steps))
  return state === 'untrusted' ? exitCodes.refused : exitCodes.failed
}

/** Words that look like our flags go to the skill all the same; somebody may have meant otherwise. */
function mindFlags({ terminal }: Context, words: readonly string[]): void {
  const flag = words.find((word) => ownFlags.has(word))
  if (flag === undefined) return
  sayNotice(
    terminal.stderr,
    `${flag} stands after the skill's name, so it goes to the skill.`,
    'Flags of Skillet stand before the name.',
  )
}

const ownFlags = new Set(
  '--model --json --yes --allow --dry-run --strict-permissions --language --continue --resume --cwd --skill --trust --color --no-color'.split(
    ' ',
  ),
)

/**
 * Words become arguments, one each. Where the skill takes none, they go as the message's text,
 * which is where the model reads them anyway.
 */
async function spoken(
  { terminal }: Context,
  { library }: Workspace,
  entry: Entry,
  words: readonly string[],
): Promise<{ text: string; arguments?: readonly string[] }> {
  if (words.length === 0) return { text: '' }
  const takes = entry.skill?.argumentHint !== undefined || (entry.skill?.arguments.length ?? 0) > 0
  if (takes) return { text: '', arguments: words }
  const tried = await library.activate(entry.callableAs, { arguments: words, route: 'user' })
  if (!tried.unusedArguments) return { text: '', arguments: words }
  sayNotice(
    terminal.stderr,
    `${entry.name} declares no arguments, so they go to the model as text.`,
  )
  return { text: words.join(' ') }
}
