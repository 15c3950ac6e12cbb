import type { Skill, Snapshot } from '@skillet/core'
import type { z } from 'zod'
import type { Opening, Sandbox } from '../sandbox/index.ts'
import type { SecretBlanker } from './environment.ts'

/** What a call would touch, worked out from its input before it runs. Paths are absolute. */
export type Access =
  | {
      readonly kind: 'read'
      /** Links resolved. */
      readonly paths: readonly string[]
      /** The same paths as named, where a link made them differ. */
      readonly named?: readonly string[]
    }
  | {
      readonly kind: 'write'
      readonly paths: readonly string[]
      readonly named?: readonly string[]
    }
  | { readonly kind: 'run'; readonly command: string; readonly cwd: string }
  | { readonly kind: 'skill'; readonly name: string }
  | { readonly kind: 'none' }

/** What a tool is given besides its input. */
export interface ToolContext {
  /** Absolute folder the work is done in. */
  readonly workspace: string
  /** Absolute working folder of `bash`; starts as the workspace and is kept between calls. */
  readonly shell: { cwd: string }
  /** Home folder, for `~` in paths. */
  readonly home: string
  readonly signal: AbortSignal
  /** Hands over output while the tool runs. */
  readonly emit: (chunk: string) => void
  /** The listed environment for child processes: no keys. */
  readonly environment: Readonly<Record<string, string>>
  /** The turn's pinned snapshot. */
  readonly snapshot: Snapshot
  /** The skills whose folders may be read without approval: active or catalogued, trusted. */
  readonly readableSkills: readonly Skill[]
  /** Whether the model can be shown images. */
  readonly images: boolean
  /**
   * What a rule or a person let this call do; exactly that runs. Absent: the call reaches the
   * workspace and, for reading, the folders of `readableSkills`, and nothing else.
   */
  readonly approved?: Approved
  /**
   * Makes what takes known keys out of a text that comes in pieces. Whoever cuts a text takes them out
   * before: half a key is not found any more. What a tool hands over whole is blanked by the engine.
   * Default: none are known.
   */
  readonly secretBlanker?: () => SecretBlanker
  /** What commands run in, or why they run in none. Absent: nobody has looked, and there is none. */
  readonly sandbox?: Sandbox
  /** Absolute folders that no tool opens at all: Skillet's state. Default: none. */
  readonly closedFolders?: readonly string[]
  /**
   * Whether a search may open (`grep`) or name (`find`) this file (absolute, links resolved).
   * Default: all, but secret files for `grep`. The engine builds it from the rules.
   */
  readonly searchable?: (path: string, tool: SearchTool) => boolean
}

/** The tools that go through folders. */
export type SearchTool = 'grep' | 'find'

/** The access that was decided on, and the hash of the file whose diff was shown. */
export interface Approved {
  readonly access: Access
  readonly baseHash?: string
  /** What this one run is given that the sandbox keeps closed. Default: nothing. */
  readonly openings?: readonly Opening[]
}

/** What a tool gives back: text for the model, structure for the interface. */
export interface ToolOutcome {
  readonly ok: boolean
  /** For the model, and for people where there is nothing better. */
  readonly text: string
  /** Unified diff, for `edit` and `write`. */
  readonly diff?: string
  readonly exitCode?: number | null
  /**
   * Lines that a command printed, for `bash`: 0 where there was no output, although `text` then says
   * so in words. Notes of Skillet's own (`[Exit code 1]`) are not counted.
   */
  readonly outputLines?: number
  /** Bytes left out of the middle of `text`. */
  readonly truncated?: number
  /** What a command that failed in the sandbox was missing, as far as its output tells. */
  readonly wants?: Opening
  /** What the person has to know beside it, one sentence each: what was put aside after a command. */
  readonly notices?: readonly string[]
  /** True where nothing was done because the file is no longer the one that was shown. */
  readonly stale?: true
  readonly image?: { readonly mediaType: string; readonly base64: string }
  /** Present where `activate_skill` found the skill, or `read` read one whole. */
  readonly activate?: {
    readonly name: string
    /** Which skill it is; set by the engine where the skill became active. */
    readonly location?: string
    readonly arguments?: string
    readonly route: 'tool' | 'read'
  }
}

/** What a call would do to a file. */
export interface Preview {
  readonly diff: string
  /** Of the file that the diff was made from. */
  readonly baseHash?: string
  /**
   * Why the call can only fail, for the model. Nobody is asked about it then, as long as what it
   * tells of the file may be read without a question.
   */
  readonly failure?: string
}

/** One tool. `Input` is what its schema parses. */
export interface Tool<Input = unknown> {
  readonly name: string
  /** For the model. */
  readonly description: string
  /** One line for the system prompt. */
  readonly summary: string
  readonly schema: z.ZodType<Input>
  /**
   * Its commands run through `context.sandbox` where there is one, so that whoever is asked is told
   * so. Default: what it does, it does without a sandbox.
   */
  readonly sandboxed?: true
  /** What the call would touch; decides which permission it needs. */
  access(input: Input, context: ToolContext): Access
  /** What an approval shows, worked out before anybody is asked. */
  preview?(input: Input, context: ToolContext): Promise<Preview>
  run(input: Input, context: ToolContext): Promise<ToolOutcome>
}
