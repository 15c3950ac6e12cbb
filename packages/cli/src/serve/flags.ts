import type { LibraryFlags } from '../library/flags.ts'

export interface ServeFlags extends LibraryFlags {
  readonly port?: string
  readonly host?: string
  /** False: `--no-open`. */
  readonly open?: boolean
  readonly clientToken?: string
  readonly clientMayApprove?: boolean
  readonly allowOrigin?: readonly string[]
  readonly passwordFile?: string
}
