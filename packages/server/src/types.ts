import type { ConversationStore, Engine, ModelCatalogue, RuleEffect } from '@skillet/agent'
import type { Language, Places, Settings, SkillLibrary, TrustStore } from '@skillet/core'
import type { LiveEvent, SettingsChange, SkilletChunk } from './contract/index.ts'

/** What a server works with. */
export interface ServerOptions {
  /** Attended, with this very store and library. */
  readonly engine: Engine
  readonly store: ConversationStore
  readonly library: SkillLibrary
  readonly models: ModelCatalogue
  readonly settings: SettingsKeeper
  readonly rules: RuleKeeper
  readonly trust: TrustPlace
  /** Absolute, links resolved: the folder that conversations of this server are about. */
  readonly workspace: string
  readonly home: string
  readonly places: Places
  /** What commands run in, as `Sandbox.description` says it. */
  readonly sandbox: { readonly kind: 'bubblewrap' | 'none'; readonly detail: string }
  /** Absolute folder of the built page; undefined: there is none, and the server is an API alone. */
  readonly clientFolder?: string
  readonly access: AccessOptions
  /** Of Skillet. */
  readonly version: string
  /** What starts this server again, as a person types it. */
  readonly command: string
  /** That the environment asks for; the settings and the browser come first. */
  readonly language?: Language
  /** Gets what a route throws that is nobody's to mend but ours. Default: nothing does. */
  readonly onFault?: (error: unknown) => void
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number
  /** Hex digits of that many random bytes. Default: the system's. */
  readonly random?: (bytes: number) => string
}

/** Who may do what. The defaults are those of a server on loopback that only the page talks to. */
export interface AccessOptions {
  /** Default `127.0.0.1`. Beyond loopback a password is needed. */
  readonly host?: string
  /** What people type in a browser; needed beyond loopback, and only there. */
  readonly password?: string
  /** Bearer tokens of other programs. Default: none. */
  readonly tokens?: readonly ClientToken[]
  /** Origins, such as `http://localhost:5173`, whose pages may use a token. Default: none. */
  readonly allowedOrigins?: readonly string[]
}

export interface ClientToken {
  readonly token: string
  /** It may answer approvals and change trust, rules and settings. Default false. */
  readonly mayDecide?: boolean
}

/** Who sent a request: set for every route below `/api`, as `caller` of the context. */
export type Caller =
  /** Our own page, with its cookie and key. */
  | { readonly kind: 'page'; readonly mayDecide: true }
  /** Another program, with a token. */
  | { readonly kind: 'token'; readonly mayDecide: boolean }

/** What Hono's context carries. */
export interface ServerEnvironment {
  Variables: { caller: Caller }
}

/** The settings files, read whenever they are asked for. The server writes the person's own. */
export interface SettingsKeeper {
  /** Both files as they are now. */
  read(): Settings
  /** Whether those of the project count. */
  projectTrusted(): boolean
  /** What a higher place than the files says, such as a flag of the command. */
  readonly overrides?: {
    readonly [Field in SettingsChange['field']]?: 'environment' | 'command-line'
  }
  /** Told after the server wrote settings, rules or trust, for whoever remembers what they said. */
  changed?(): void
}

/** Every rule for tool calls that holds here. */
export interface RuleKeeper {
  /** Where *always* keeps a rule. */
  readonly file?: string
  list(): readonly KeptRule[]
  /** False where there is none of this id, or it stands where Skillet does not write. */
  remove(id: string): Promise<boolean>
}

export interface KeptRule {
  readonly id: string
  readonly effect: RuleEffect
  readonly rule: string
  readonly from: string
  readonly file?: string
  readonly removable: boolean
}

/** What trust is about, and where the answers are kept. */
export interface TrustPlace {
  /** As `trustRoot` gives it. */
  readonly root: string
  readonly store: TrustStore
}

/** Who hears of what happens: one log, any number of pages. The folder `live/` makes it. */
export interface Hub {
  /**
   * @param event what every page is told
   * @param conversationId only to pages on which this conversation is open. Default: to all
   */
  publish(event: LiveEvent, conversationId?: string): void
  /** Of the last event; `after` of a request that goes on from here. */
  lastEventId(): string
  /**
   * Tells of a piece of an answer that runs, to pages on which its conversation is open. It is not
   * kept: a page that comes later is told by `replay`.
   */
  publishChunk(chunk: LiveChunk): void
  /**
   * Says where the answer that runs comes from, for pages that open its conversation.
   *
   * @param source gives what was told of it so far, in as few chunks as that takes; undefined where
   * no answer runs here
   */
  replay(source: (conversationId: string) => RunningAnswer | undefined): void
  /** What a page reads, as server-sent events, until it leaves. */
  open(options: OpenOptions): ReadableStream<Uint8Array>
  /** Ends the streams of all pages. */
  close(): void
}

/** A piece of an answer that runs. */
export type LiveChunk = Omit<Extract<LiveEvent, { type: 'chunk' }>, 'type' | 'chunk'> & {
  readonly chunk: SkilletChunk
}

/** An answer that runs here, as far as it has come. */
export interface RunningAnswer {
  readonly answerId: string
  readonly chunks: readonly SkilletChunk[]
}

/** Which events a page wants. */
export interface OpenOptions {
  /** The conversation that is open on it. Default: none. */
  readonly conversation?: string
  /** The id of the last event that it read. Default: it goes on from now. */
  readonly after?: string
  /** Ends the connection where the page is so far behind that it is given up. */
  readonly cut?: () => void
}

/** What every route is given: the options with their defaults. */
export interface World
  extends Omit<ServerOptions, 'now' | 'random' | 'language'>,
    Required<Pick<ServerOptions, 'now' | 'random'>> {
  readonly hub: Hub
  /** Changes with every start; the ids of live events begin with it. */
  readonly start: string
  /** Of the interface and of new activations: the settings', else the environment's, else English. */
  language(): Language
}

/** A server that listens. */
export interface ListeningServer {
  readonly port: number
  /** Such as `http://127.0.0.1:4747`. */
  readonly origin: string
}

export interface SkilletServer {
  /**
   * Listens. Rejects with the system's error, such as `EADDRINUSE`.
   *
   * @param port 0: any that is free
   */
  listen(port: number): Promise<ListeningServer>
  /** A code that opens one page: 128 bits, once, for five minutes. Undefined where a password does. */
  accessCode(): string | undefined
  /** Resolves to true once that code was exchanged, to false when it is too old. */
  exchanged(code: string): Promise<boolean>
  /** What `skillet serve` tells pages of what happens outside of them, such as a saved skill. */
  readonly hub: Hub
  /** Answers nothing more, ends all streams and lets go of the port. Turns and the store are the caller's. */
  close(): Promise<void>
}
