import { createHash } from 'node:crypto'
import type { Rule, RuleOrigin } from '@skillet/agent'
import { changeSetting } from '@skillet/core'
import type { KeptRule, RuleKeeper } from '@skillet/server'
import type { Workspace } from '../library/open.ts'
import type { FolderRules } from '../run/make-engine.ts'
import { type WrittenRule, writtenRules } from '../run/written-rules.ts'

export interface ServedRules extends RuleKeeper {
  /** For the engine: those that hold at this moment. */
  current(): readonly Rule[]
  /** Keeps what a person allowed always. */
  remember(rule: Rule): Promise<void>
}

export interface RulesOptions extends Pick<FolderRules, 'folder' | 'memory'> {
  readonly workspace: Pick<Workspace, 'settings'>
  readonly projectTrusted: () => boolean
  readonly parse: (...rule: WrittenRule) => Rule
  /** Tells the engine, which remembers *always* itself. */
  readonly forget: (rule: string) => void
}

/** The rules of the settings and the person's answers, as they are when they are asked for. */
export function servedRules(options: RulesOptions): ServedRules {
  const { workspace, folder, memory, parse, forget, projectTrusted } = options
  const written = () => {
    const { settings } = workspace
    return writtenRules({ settings, projectTrusted }, memory.read(folder).rules)
  }
  return {
    file: memory.file,
    current: () => written().map((rule) => parse(...rule)),
    remember: (rule) => memory.add(folder, rule.source),
    list: () => written().map((rule) => shapeOf(rule, options)),
    async remove(id) {
      const rule = written().find((one) => idOf(one) === id)
      if (rule === undefined) return false
      const [effect, text, origin] = rule
      if (origin === 'state') {
        forget(text)
        return memory.remove(folder, text)
      }
      return origin === 'user-settings' && removeFromSettings(workspace, effect, text)
    },
  }
}

function shapeOf(rule: WrittenRule, { workspace, memory }: RulesOptions): KeptRule {
  const [effect, text, origin] = rule
  const { userFile, projectFile } = workspace.settings
  const files: Partial<Record<RuleOrigin, string>> = {
    state: memory.file,
    'user-settings': userFile,
    'project-settings': projectFile,
  }
  const file = files[origin]
  return {
    id: idOf(rule),
    effect,
    rule: text,
    from: origin,
    ...(file !== undefined && { file }),
    removable: origin === 'state' || origin === 'user-settings',
  }
}

/** The same rule has the same id, wherever in a list it stands. */
function idOf(rule: WrittenRule): string {
  return createHash('sha256').update(JSON.stringify(rule)).digest('hex').slice(0, 16)
}

async function removeFromSettings(
  { settings }: Pick<Workspace, 'settings'>,
  effect: WrittenRule[0],
  text: string,
): Promise<boolean> {
  const others = (settings.user.permissions?.[effect] ?? []).filter((one) => one !== text)
  const result = await changeSetting(settings, ['permissions', effect], others)
  return result.kind !== 'refused'
}
