import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { fillComposer } from '../composer/index.ts'
import { addressOf, useAt, useLayout } from '../frame/index.ts'
import { showHiddenLine } from '../hidden-codes/index.ts'
import { useSentences } from '../language/index.ts'
import type { IconName } from '../parts/index.ts'
import { newConversation, useOpen, usePage } from '../state/index.ts'
import type { Offered } from './offer.ts'

/** What is offered, with what it does. */
export interface Offer extends Offered {
  readonly icon: IconName
  readonly act: () => void
}

/** Every command, conversation and callable skill. */
export function useOffers(): readonly Offer[] {
  const { shell, conversations: words } = useSentences()
  const [, go] = useLocation()
  const { page } = useAt()
  const { isOpen, setOpen } = useLayout()
  const conversations = usePage((known) => known.conversations)
  const entries = usePage((known) => known.skills?.entries)
  const listed = isOpen('conversations')
  const inspected = isOpen('inspector')
  return useMemo(() => {
    const command = (id: string, label: string, icon: IconName, act: () => void): Offer => ({
      id,
      kind: 'command',
      label,
      icon,
      act,
    })
    const commands = [
      command('new', words.new, 'plus', () => go('/')),
      command('skills', shell.skills, 'skill', () => go('/skills')),
      command('settings', shell.settings, 'settings', () => go('/settings')),
      command('start', shell.start, 'help', () => go('/start')),
      command(
        'conversations',
        listed ? shell.hideConversations : shell.showConversations,
        'conversations',
        () => setOpen('conversations', !listed),
      ),
    ]
    if (page === 'conversation') {
      const label = inspected ? shell.hideInspector : shell.showInspector
      commands.push(command('inspector', label, 'inspect', () => setOpen('inspector', !inspected)))
    }
    const known = (conversations ?? []).map(
      ({ id, title }): Offer => ({
        id: `c ${id}`,
        kind: 'conversation',
        label: showHiddenLine(title ?? words.untitled),
        icon: 'message',
        act: () => go(addressOf(id)),
      }),
    )
    const callable = (entries ?? [])
      .filter(({ state, userInvocable }) => state === 'loaded' && userInvocable)
      .map(
        ({ path, callableAs, description }): Offer => ({
          id: `s ${path}`,
          kind: 'skill',
          label: `/${showHiddenLine(callableAs)}`,
          detail: showHiddenLine(description),
          icon: 'skill',
          act: () => {
            const id = useOpen.getState().id || newConversation()
            fillComposer(id, { skill: path })
            go(addressOf(id))
          },
        }),
      )
    return [...commands, ...known, ...callable]
  }, [words, shell, go, page, listed, inspected, setOpen, conversations, entries])
}
