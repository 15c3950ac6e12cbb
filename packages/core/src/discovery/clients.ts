import type { Layout } from '../skill.ts'

/** Where one client keeps its skills. Folders are relative, with `/`, strongest first. */
export interface Client {
  readonly id: string
  /** Relative to a folder between the working folder and the repository's root. */
  readonly project: readonly string[]
  /** Relative to the home folder. */
  readonly user: readonly string[]
  readonly layout: Layout
  /** `asked`: only where `clients` names it. */
  readonly looked: 'always' | 'asked'
}

/** Every client there is, strongest first. Adding one is adding a row. */
export const clients: readonly Client[] = [
  row('skillet', '.skillet/skills', '.skillet/skills'),
  row('agents', '.agents/skills', '.agents/skills'),
  row('claude', '.claude/skills', '.claude/skills'),
  { ...row('pi', '.pi/skills', '.pi/agent/skills'), layout: 'root-markdown' },
  { ...row('free-code', '.free-code/skills', '.free-code/skills'), layout: 'any-markdown' },
  asked('codex', '.codex/skills', '.codex/skills'),
  asked('gemini', '.gemini/skills', '.gemini/skills'),
  asked('opencode', '.opencode/skills', '.config/opencode/skills'),
  asked('goose', '.goose/skills', '.config/goose/skills'),
  asked('github', '.github/skills', '.copilot/skills'),
  asked('cursor', '.cursor/skills', '.cursor/skills'),
]

/** The clients that are looked at: the usual ones, and those asked for. */
export function chosenClients(asked: readonly string[] = []): readonly Client[] {
  return clients.filter((client) => client.looked === 'always' || asked.includes(client.id))
}

/** Names in `asked` that no client has. */
export function unknownClients(asked: readonly string[] = []): readonly string[] {
  return asked.filter((id) => !clients.some((client) => client.id === id))
}

function row(id: string, project: string, user: string): Client {
  return { id, project: [project], user: [user], layout: 'agent-skills', looked: 'always' }
}

function asked(id: string, project: string, user: string): Client {
  return { ...row(id, project, user), looked: 'asked' }
}
