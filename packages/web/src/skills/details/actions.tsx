import type { SkillEntry } from '@skillet/server/contract'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useAction } from '../../action/index.ts'
import { enableSkill } from '../../api/index.ts'
import { fillComposer } from '../../composer/index.ts'
import { addressOf } from '../../frame/index.ts'
import { useSentences } from '../../language/index.ts'
import { Button, Menu, Notice, Prose } from '../../parts/index.ts'
import { newConversation, refreshSkills, useOpen } from '../../state/index.ts'
import { TrustDialog } from '../trust/index.ts'

/** What a person can do with a skill in its state. */
export function Actions({ entry }: { readonly entry: SkillEntry }) {
  const { skills } = useSentences()
  const { run, busy, problem } = useAction()
  const [, go] = useLocation()
  const [trusting, setTrusting] = useState(false)
  const { path, state, name, userInvocable, scope } = entry
  const enabled = state !== 'disabled'
  const set = (where: 'project' | 'user') => () =>
    void run(async () => {
      await enableSkill({ path, enabled: !enabled, where })
      await refreshSkills()
    })
  const use = () => {
    const id = useOpen.getState().id || newConversation()
    fillComposer(id, { skill: path })
    go(addressOf(id))
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {state === 'loaded' && userInvocable && (
          <Button variant="primary" aria-label={skills.pickNamed(name)} onClick={use}>
            {skills.use}
          </Button>
        )}
        {(state === 'loaded' || state === 'disabled') && (
          <Menu
            align="start"
            trigger={<Button busy={busy}>{enabled ? skills.disable : skills.enable}</Button>}
            items={[
              { id: 'project', label: skills.inProject, icon: 'folder', onSelect: set('project') },
              { id: 'user', label: skills.everywhere, icon: 'globe', onSelect: set('user') },
            ]}
          />
        )}
        {(state === 'untrusted' || (scope === 'project' && state === 'loaded')) && (
          <Button icon="trust" onClick={() => setTrusting(true)}>
            {skills.trust}
          </Button>
        )}
      </div>
      {problem !== undefined && (
        <Notice tone="danger">
          <Prose of={problem} />
        </Notice>
      )}
      <TrustDialog open={trusting} onOpenChange={setTrusting} />
    </div>
  )
}
