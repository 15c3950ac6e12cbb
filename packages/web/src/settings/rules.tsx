import type { SettingsPage } from '@skillet/server/contract'
import { useAction } from '../action/index.ts'
import { removeRule } from '../api/index.ts'
import { showHidden } from '../hidden-codes/index.ts'
import { useSentences } from '../language/index.ts'
import { Badge, Button, Icon, Notice } from '../parts/index.ts'
import { Path } from '../paths/index.ts'

type Rule = SettingsPage['rules'][number]

export interface RulesProps {
  readonly rules: readonly Rule[]
  readonly reload: () => Promise<void>
}

/** Every rule for tools that holds here, where it came from, and Remove. */
export function Rules({ rules, reload }: RulesProps) {
  const { settings: words } = useSentences()
  if (rules.length === 0) return <p className="text-text2">{words.noRules}</p>
  return (
    <ul aria-label={words.rules} className="flex flex-col">
      {rules.map((rule) => (
        <OneRule key={rule.id} rule={rule} reload={reload} />
      ))}
    </ul>
  )
}

const looks = {
  allow: { tone: 'success', icon: 'check' },
  ask: { tone: 'warning', icon: 'waiting' },
  deny: { tone: 'danger', icon: 'refused' },
} as const

function OneRule({ rule, reload }: { readonly rule: Rule; readonly reload: () => Promise<void> }) {
  const { settings: words, parts } = useSentences()
  const { run, busy, problem } = useAction()
  const { id, effect, rule: text, from, file, removable } = rule
  const remove = () => void run(() => removeRule(id).then(reload))
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2 first:border-t-0">
      <Badge tone={looks[effect].tone} icon={looks[effect].icon}>
        {words.effect[effect]}
      </Badge>
      <span className="flex min-w-40 flex-1 flex-col">
        <code className="font-mono">{showHidden(text)}</code>
        <span className="flex min-w-0 gap-2 text-label text-text2">
          {from}
          {file !== undefined && <Path path={file} />}
        </span>
      </span>
      {removable ? (
        <Button busy={busy} aria-label={words.removeRule(text)} onClick={remove}>
          {parts.remove}
        </Button>
      ) : (
        <span className="inline-flex items-center gap-1 text-label text-text2">
          <Icon name="lock" className="size-3.5" />
          {words.notRemovable}
        </span>
      )}
      {problem !== undefined && <Notice tone="danger">{problem.message}</Notice>}
    </li>
  )
}
