import { spawnSync } from 'node:child_process'
import { bashTool } from '../tools/bash.ts'
import { listedEnvironment, type ToolContext, type ToolOutcome } from '../tools/index.ts'
import { type WorkspaceFixture, workspaceFixture } from '../tools/workspace-fixture.ts'
import { openSandbox, type Sandbox, type SandboxOptions } from './index.ts'

/** A workspace whose commands run in a sandbox, for tests. `using` cleans it up. */
export interface SandboxFixture extends WorkspaceFixture {
  readonly sandbox: Sandbox
  /** Runs one command; the context is kept, and with it the working folder. */
  bash(command: string, changes?: Partial<ToolContext>): Promise<ToolOutcome>
  /** Runs git outside, as the person does. */
  git(...words: readonly string[]): string
}

export async function sandboxFixture(options: SandboxOptions = {}): Promise<SandboxFixture> {
  const at = workspaceFixture()
  const environment = listedEnvironment({
    PATH: process.env['PATH'],
    HOME: at.home,
    LANG: 'C.UTF-8',
  })
  const absent = [`${at.home}/state`, `${at.home}/.config/skillet`]
  const sandbox = await openSandbox(
    { workspace: at.workspace, home: at.home, environment, absent },
    options,
  )
  const shell = { cwd: at.workspace }
  return {
    ...at,
    sandbox,
    bash: (command, changes = {}) =>
      bashTool.run({ command }, at.context({ sandbox, shell, environment, ...changes })),
    git(...words) {
      const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
      const run = spawnSync('git', [...identity, ...words], {
        cwd: at.workspace,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: at.home, GIT_CONFIG_NOSYSTEM: '1' },
      })
      return run.stdout + run.stderr
    },
  }
}

/** Why the tests of the sandbox are left out here; undefined where it works. */
export async function whyNoSandbox(): Promise<string | undefined> {
  using at = workspaceFixture()
  const environment = listedEnvironment({ PATH: process.env['PATH'] })
  const place = { workspace: at.workspace, home: at.home, environment, absent: [] }
  const sandbox = await openSandbox(place)
  return sandbox.kind === 'none' ? sandbox.message : undefined
}

/** The same in a repository with one commit. */
export async function repositoryFixture(): Promise<SandboxFixture> {
  const at = await sandboxFixture()
  at.git('init', '-q', '-b', 'main')
  at.files({ 'a.txt': 'one\n' })
  at.git('add', '.')
  at.git('commit', '-q', '-m', 'first')
  return at
}
