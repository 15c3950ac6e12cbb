import type { Context } from '../context.ts'
import type { Workspace } from '../library/open.ts'
import { openModels } from '../run/engine.ts'
import type { Check } from './types.ts'

/** Which model a run would take, and every place that was looked at. */
export async function checkModels(
  context: Context,
  workspace: Workspace,
): Promise<readonly Check[]> {
  const models = await openModels(context, workspace)
  const [choice, findings] = await Promise.all([models.choose(), models.findings()])
  const places = findings.map(
    ({ place, looked, found, detail }): Check => ({
      area: 'Models',
      subject: `${place}: ${looked}`,
      status: found ? 'ok' : 'note',
      detail,
    }),
  )
  const area = 'Models'
  switch (choice.kind) {
    case 'provider':
      return [
        { area, subject: 'in use', status: 'ok', detail: `${choice.id} (${choice.reason})` },
        ...places,
      ]
    case 'guided':
      return [
        {
          area,
          subject: 'in use',
          status: 'warning',
          detail: `No language model connected: guided (${choice.reason})`,
          remedy:
            'Set ANTHROPIC_API_KEY, OPENAI_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY, or start a local server such as Ollama.',
        },
        ...places,
      ]
    case 'unavailable':
      return [
        { area, subject: 'in use', status: 'error', detail: choice.message, remedy: choice.hint },
        ...places,
      ]
  }
}
