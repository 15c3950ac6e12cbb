/** How commands are kept from what is not theirs. */
export type SandboxOptions =
  /** None. */
  { readonly mode: 'off' } | OpenedSandbox

/** A sandbox where one works. */
export interface OpenedSandbox {
  /** The default. */
  readonly mode?: 'auto'
  /** Every command reaches the network, loopback included. Default false. */
  readonly network?: boolean
  /** Files and folders that commands may read beside the listed ones: absolute, or from `~` or `$HOME`. Default: none. */
  readonly readable?: readonly string[]
}

/** Where a sandbox is opened. All paths are absolute. */
export interface SandboxGround {
  readonly workspace: string
  readonly home: string
  /** The places of programs and toolchains are read from it. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Folders that are absent inside, wherever they lie: Skillet's state and settings. */
  readonly absent: readonly string[]
  /**
   * Folder of Skillet's own in which it is kept which commands run, so that what one made that was
   * cut off with its program is mentioned by the next. Default: that is not kept.
   */
  readonly records?: string
}

/** What one run can be given that the sandbox keeps closed. */
export type Opening = 'network' | 'home'

/** A sandbox that was tried and works, or why there is none. */
export type Sandbox = WorkingSandbox | NoSandbox

/** Why commands run without a sandbox. */
export interface NoSandbox {
  readonly kind: 'none'
  readonly reason: 'off' | 'platform' | 'missing' | 'refused' | 'workspace'
  /** One sentence for a person. */
  readonly message: string
  readonly hint?: string
}

/** A sandbox that works here. */
export interface WorkingSandbox {
  readonly kind: 'bubblewrap'
  /** As the program says it, such as `0.8.0`. */
  readonly version: string
  readonly network: 'closed' | 'open'
  /** Processes and threads that one command may have at a time; undefined where root has no limit. */
  readonly processLimit: number | undefined
  /** Whether a path (absolute, links resolved) is there inside. */
  shows(path: string, given?: GivenToRun): boolean
  /** Looks at what has to be protected at this moment, and says how a shell is started inside. */
  enter(request: SandboxRequest): Promise<EnteredSandbox>
  /** What a command that failed was missing, as far as its output tells. */
  missed(failure: SandboxFailure): Opening | undefined
}

/** What one run is given beside what every run has. */
export interface GivenToRun {
  /** Default: none. */
  readonly openings?: readonly Opening[]
  /** Absolute folders or files of skills, links resolved; read-only inside. Default: none. */
  readonly skills?: readonly string[]
}

/** One command that is to run in it. */
export interface SandboxRequest extends Required<GivenToRun> {
  /** Absolute; shown inside. */
  readonly cwd: string
  /** Absolute folders in which skills are looked for: where they lie in the workspace, read-only. */
  readonly skillRoots: readonly string[]
}

/** What runs the command, and what is to be done after it. */
export interface EnteredSandbox {
  /** Absolute path of the program that makes the sandbox. */
  readonly program: string
  /** What it reads from a handle that it is started with. */
  readonly settings: Buffer
  /** Words before the shell's own, for that handle. */
  words(settingsHandle: number): readonly string[]
  /**
   * To be asked when the sandbox stands, before the command is told to begin: what of it is not as it
   * was to be, since something was exchanged meanwhile.
   *
   * @param process one inside
   */
  fault(process: number): string | undefined
  /**
   * To be called once every process inside is gone, whatever became of the command: what was made inside and would be obeyed outside
   * is put aside.
   *
   * @returns one sentence for each thing that was put aside
   */
  leave(): Promise<readonly string[]>
}

/** A command that failed, and what it was given. */
export interface SandboxFailure extends Required<GivenToRun> {
  readonly command: string
  readonly output: string
  readonly exitCode: number | null
}
