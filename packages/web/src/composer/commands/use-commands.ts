import type { ChatCommand } from '@skillet/core/menu'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { asProblem, exportConversation, readSettings } from '../../api/index.ts'
import { type Place, useFocus } from '../../focus/index.ts'
import { addressOf, useLayout } from '../../frame/index.ts'
import { showHiddenLine } from '../../hidden-codes/index.ts'
import { openNext } from '../../inspector/index.ts'
import { useSentences } from '../../language/index.ts'
import { saveFile } from '../../save-file/index.ts'
import { viewAddress } from '../../skills-view/index.ts'
import { useOpen } from '../../state/index.ts'
import { changeDraft, draftOf, toggleDrop } from '../draft/index.ts'
import { modelNamed } from '../view/model-choices.ts'

export interface CommandRun {
  readonly run: (command: ChatCommand, argument: string) => void
  readonly helping: boolean
  readonly setHelping: (helping: boolean) => void
}

export interface CommandOptions {
  readonly conversationId: string
  /** Says what became of it, beside the text. */
  readonly say: (sentence: string) => void
  readonly openModels: () => void
}

/** What each chat command does in a page. The same list as in the terminal. */
export function useCommands({ conversationId, say, openModels }: CommandOptions): CommandRun {
  const { composer } = useSentences()
  const [, go] = useLocation()
  const { setOpen } = useLayout()
  const focus = useFocus()
  const [helping, setHelping] = useState(false)

  const chooseModel = async (wanted: string) => {
    try {
      const model = modelNamed(await readSettings(), wanted)
      if (model === undefined) return say(composer.modelUnknown(showHiddenLine(wanted)))
      changeDraft(conversationId, (draft) => ({ ...draft, model }))
      say(composer.modelChosen(showHiddenLine(model)))
    } catch (thrown) {
      say(composer.modelsFailed(asProblem(thrown).message))
    }
  }

  const drop = (wanted: string) => {
    const { activeSkills } = useOpen.getState()
    const [only] = activeSkills
    if (only === undefined) return say(composer.noActive)
    const bare = wanted.replace(/^\//u, '').toLowerCase()
    const named = activeSkills.find(({ name }) => name.toLowerCase() === bare)
    const skill = wanted === '' && activeSkills.length === 1 ? only : named
    if (skill !== undefined) {
      const { drop: dropping } = draftOf(conversationId)
      if (!dropping.includes(skill.location)) toggleDrop(conversationId, skill.location)
      return say(composer.dropped(showHiddenLine(skill.name)))
    }
    if (wanted !== '') return say(composer.notActive(showHiddenLine(wanted)))
    document.querySelector<HTMLElement>('[data-part="tray"] button')?.focus()
  }

  const download = async (wanted: string) => {
    const { conversation, id } = useOpen.getState()
    if (conversation === undefined) return say(composer.nothingToExport)
    const format = /\.json$/iu.test(wanted) ? 'json' : 'markdown'
    const name = wanted === '' ? `conversation-${id.slice(0, 8)}.md` : wanted
    try {
      saveFile(await exportConversation(id, format), name)
      say(composer.exported(showHiddenLine(name)))
    } catch (thrown) {
      say(composer.notExported(asProblem(thrown).message))
    }
  }

  /** A place that is only coming to the page is there in the next frame. */
  const focusSoon = (place: Place) => requestAnimationFrame(() => focus(place))

  const showConversations = () => {
    setOpen('conversations', true)
    focusSoon('conversations')
  }

  /** Who ran a command in a text goes on in a text. */
  const goWriting = (address: string) => {
    go(address)
    focusSoon('text')
  }

  const run = (command: ChatCommand, argument: string): void => {
    switch (command) {
      case 'help':
        setHelping(true)
        break
      case 'skills':
        go(viewAddress({ states: [], text: argument }))
        break
      case 'model':
        if (argument === '') openModels()
        else void chooseModel(argument)
        break
      case 'context':
        openNext()
        break
      case 'drop':
        drop(argument)
        break
      case 'clear':
        goWriting('/')
        break
      case 'resume':
        if (argument === '') showConversations()
        else goWriting(addressOf(argument))
        break
      case 'export':
        void download(argument)
        break
      case 'quit':
        say(composer.quit)
    }
  }
  return { run, helping, setHelping }
}
