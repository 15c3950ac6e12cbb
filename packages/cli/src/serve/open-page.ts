import type { SkilletServer } from '@skillet/server'
import type { Context } from '../context.ts'
import { sayHint, sayNotice } from '../screen/notice.ts'
import { openInBrowser } from './browser.ts'
import { writeOpeningFile } from './opening-file.ts'

export interface PageOptions {
  readonly server: SkilletServer
  readonly origin: string
  /** Skillet's state folder. */
  readonly stateFolder: string
  readonly random: (bytes: number) => string
}

/** Prints an address that opens one page. Where a password does, the address is all there is. */
export function printAddress(
  { terminal }: Context,
  { server, origin }: Pick<PageOptions, 'server' | 'origin'>,
): void {
  const code = server.accessCode()
  terminal.stdout.write(`${code === undefined ? `${origin}/` : addressOf(origin, code)}\n`)
}

/** What the address is good for, and how to get another one. */
export function sayHowTo({ terminal }: Context, needsPassword: boolean): void {
  const { stderr, interactive } = terminal
  const another = interactive ? ' Enter prints another one.' : ''
  sayHint(
    stderr,
    needsPassword
      ? 'Open this address and give the password. Ctrl-C stops Skillet.'
      : `This address opens one page, within five minutes.${another} Ctrl-C stops Skillet.`,
  )
}

/** Opens the browser by a file that leads it there, and takes the file away once it did. */
export async function openPage(context: Context, options: PageOptions): Promise<void> {
  const { server, origin, stateFolder, random } = options
  const code = server.accessCode()
  const address = code === undefined ? `${origin}/` : addressOf(origin, code)
  const { file, remove } = await writeOpeningFile(stateFolder, address, random)
  const keep = context.interrupts.beforeLeaving(remove)
  const isOpened = await openInBrowser(context, file)
  if (!isOpened) {
    remove()
    keep()
    sayNotice(
      context.terminal.stderr,
      'No browser could be opened here: open the address yourself.',
    )
    return
  }
  // Without a code nothing says that the page is there; the file tells nothing either.
  if (code === undefined) return
  void server.exchanged(code).then(() => {
    remove()
    keep()
  })
}

/** Behind `#`: what stands there is never sent to a server, and no other page is told of it. */
function addressOf(origin: string, code: string): string {
  return `${origin}/#code=${code}`
}
