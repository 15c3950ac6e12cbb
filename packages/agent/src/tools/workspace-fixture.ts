import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Skill, SkillScope, Snapshot } from '@skillet/core'
import { listedEnvironment } from './environment.ts'
import type { ToolContext } from './types.ts'

/** A temporary home with a workspace in it, for tests. `using` cleans it up. */
export interface WorkspaceFixture extends Disposable {
  readonly home: string
  readonly workspace: string
  /** Writes files, by their path in the workspace (or absolute). */
  files(contents: Readonly<Record<string, string | Uint8Array>>): void
  path(name: string): string
  context(changes?: Partial<ToolContext>): ToolContext
  /** Everything that was emitted through contexts of this fixture. */
  readonly emitted: string[]
}

export function workspaceFixture(): WorkspaceFixture {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'skillet-tools-')))
  const workspace = join(home, 'work')
  mkdirSync(workspace)
  const emitted: string[] = []
  const path = (name: string): string => join(workspace, name)
  return {
    home,
    workspace,
    emitted,
    path,
    files(contents) {
      for (const [name, content] of Object.entries(contents)) {
        const at = name.startsWith('/') ? name : path(name)
        mkdirSync(dirname(at), { recursive: true })
        writeFileSync(at, content)
      }
    },
    context: (changes = {}) => ({
      workspace,
      home,
      shell: { cwd: workspace },
      signal: new AbortController().signal,
      emit: (chunk) => emitted.push(chunk),
      environment: listedEnvironment({ PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8' }),
      snapshot: emptySnapshot,
      readableSkills: [],
      images: true,
      ...changes,
    }),
    [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** Looks again and again for what comes by itself, for some seconds; whether it came. */
export async function until(condition: () => boolean): Promise<boolean> {
  const deadline = performance.now() + 10_000
  while (performance.now() < deadline) {
    if (condition()) return true
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return false
}

const emptySnapshot: Snapshot = { skills: [], entries: [], roots: [], diagnostics: [], version: 1 }

/** A skill as the library would give it, whose file stands at `location`. */
export function skillAt(
  location: string,
  changes: Partial<Skill> & { readonly scope?: SkillScope } = {},
): Skill {
  const { scope = 'user', ...rest } = changes
  const directory = dirname(location)
  return {
    name: basename(directory),
    description: 'Does something.',
    location,
    directory,
    realPath: location,
    source: { scope, client: 'skillet', root: dirname(directory) },
    singleFile: false,
    tools: [],
    allowedTools: [],
    arguments: [],
    hooks: {},
    modelInvocable: true,
    userInvocable: true,
    metadata: {},
    extra: {},
    ...rest,
  }
}

/** A snapshot in which these skills are loaded. */
export function snapshotOf(skills: readonly Skill[]): Snapshot {
  const entries = skills.map((skill) => ({
    path: skill.location,
    name: skill.name,
    callableAs: skill.name,
    scope: skill.source.scope,
    client: skill.source.client,
    state: 'loaded' as const,
    reason: 'It is loaded.',
    skill,
    diagnostics: [],
  }))
  return { ...emptySnapshot, skills, entries }
}
