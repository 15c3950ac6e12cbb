import { dirname, join } from 'node:path'
import type { Knowledge, KnowledgeSource } from '@skillet/agent'
import type { Context } from '../context.ts'
import type { Workspace } from '../library/open.ts'

/** What the settings name as knowledge; undefined where they name none, and so nothing is loaded. */
export async function openSettingsKnowledge(
  { home }: Context,
  workspace: Workspace,
): Promise<Knowledge | undefined> {
  const sources = knowledgeSources(workspace)
  if (sources.length === 0) return undefined
  const { openKnowledge } = await import('@skillet/agent')
  const { cwd, places } = workspace
  // The settings hold keys, and the state what was agreed to: neither is for a model.
  const closedFolders = [places.state, join(places.config, 'settings.json')]
  return openKnowledge({ sources, workspace: cwd, home, closedFolders })
}

/** A relative path starts at the folder of its settings file; a project's stay in the project. */
function knowledgeSources(workspace: Workspace): readonly KnowledgeSource[] {
  const { user, project, userFile, projectFile } = workspace.settings
  const within = dirname(dirname(projectFile))
  const shared = workspace.projectTrusted() ? (project.knowledge ?? []) : []
  return [
    ...(user.knowledge ?? []).map((path) => ({ path, base: dirname(userFile) })),
    ...shared.map((path) => ({ path, base: dirname(projectFile), within })),
  ]
}
