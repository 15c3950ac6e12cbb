import type { AccessOptions } from '@skillet/server'
import type { Context } from '../context.ts'
import { sayError, sayNotice } from '../screen/notice.ts'
import type { ServeFlags } from './flags.ts'
import { passwordFrom } from './password.ts'
import { readToken } from './token-file.ts'

/** Addresses that only programs of this computer reach. */
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])

/** Who may do what; undefined where the flags do not say it, which is said. */
export async function accessFrom(
  context: Context,
  flags: ServeFlags,
): Promise<AccessOptions | undefined> {
  const { stderr } = context.terminal
  const { host = '127.0.0.1', allowOrigin = [] } = flags
  const wrong = wrongFlag(flags)
  if (wrong !== undefined) {
    sayError(stderr, ...wrong)
    return undefined
  }
  const token = flags.clientToken === undefined ? undefined : readToken(context, flags.clientToken)
  if (token?.kind === 'refused') {
    sayError(stderr, token.message, token.hint)
    return undefined
  }
  if (token?.isNew) sayNotice(stderr, `A new token is in ${token.file}.`)
  const isOpen = !loopback.has(host)
  const password = isOpen ? await passwordFrom(context, flags.passwordFile) : undefined
  if (isOpen && password === undefined) return undefined
  if (isOpen) warnExposed(context)
  return {
    host: host === '::1' ? '::1' : host,
    ...(password !== undefined && { password }),
    ...(token !== undefined && {
      tokens: [{ token: token.token, mayDecide: flags.clientMayApprove === true }],
    }),
    allowedOrigins: allowOrigin,
  }
}

/** What is wrong with the flags, and what to do. */
function wrongFlag({
  host,
  allowOrigin = [],
  clientToken,
  clientMayApprove,
  passwordFile,
}: ServeFlags): readonly [message: string, hint: string] | undefined {
  const origin = allowOrigin.find((one) => !isOrigin(one))
  if (origin !== undefined) {
    return [`--allow-origin ${origin} is no origin.`, 'Write it as in http://localhost:5173']
  }
  if (clientToken === undefined && (allowOrigin.length > 0 || clientMayApprove)) {
    const flag = clientMayApprove ? '--client-may-approve' : '--allow-origin'
    return [`${flag} is for programs with a token.`, 'Give them one: --client-token FILE']
  }
  if (host === '') return ['--host names no address.', 'Leave it away to listen on 127.0.0.1.']
  if (passwordFile !== undefined && loopback.has(host ?? '127.0.0.1')) {
    return ['A password is for addresses beyond this computer.', 'Leave --password-file away.']
  }
  return undefined
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}

function warnExposed({ terminal }: Context): void {
  sayNotice(
    terminal.stderr,
    'Whoever reaches this address and knows the password can have commands run as you. All of it, the password too, goes over the network as it is: there is no TLS.',
    'Safer: leave --host away, and reach it through ssh -L 4747:127.0.0.1:4747',
  )
}
