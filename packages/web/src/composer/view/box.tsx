import { largestAttachment, mostAttachments } from '@skillet/server/contract'
import { type ClipboardEvent, type DragEvent, useEffect, useId, useState } from 'react'
import { useAnnounce } from '../../announce/index.ts'
import { showHiddenLine } from '../../hidden-codes/index.ts'
import { useFormat, useSentences } from '../../language/index.ts'
import { Notice, type NoticeProps } from '../../parts/index.ts'
import { usePage } from '../../state/index.ts'
import { attach, type Refused } from '../attachments/index.ts'
import { Help, useCommands } from '../commands/index.ts'
import { useComposer } from '../control/index.ts'
import {
  answerFocusWish,
  argumentFields,
  chipState,
  draftOf,
  isEmptyDraft,
  useDraft,
  useFocusWish,
  useUnkept,
} from '../draft/index.ts'
import { openMenu } from '../model/index.ts'
import { blockOf, post } from '../send/index.ts'
import { Attachments } from './attachments.tsx'
import { Bar } from './bar.tsx'
import { Chip } from './chip.tsx'
import { Fields } from './fields.tsx'
import { Menu, rowId } from './menu.tsx'
import { Queue } from './queue.tsx'
import { blockSentence } from './remark.ts'
import { Text } from './text.tsx'
import { Tray } from './tray.tsx'
import { useSpokenMenu } from './use-spoken-menu.ts'
import { useStop } from './use-stop.ts'

/** What is said beside the text about the last thing that was asked for. */
interface Remark {
  readonly tone: NonNullable<NoticeProps['tone']>
  readonly sentence: string
}

/** The composer of one conversation. */
export function Box({ conversationId }: { readonly conversationId: string }) {
  const { composer } = useSentences()
  const announce = useAnnounce()
  const ids = useId()
  const draft = useDraft(conversationId)
  const entries = usePage((page) => page.skills?.entries)
  const connection = usePage((page) => page.connection)
  const unkept = useUnkept()
  const [remark, setRemark] = useState<Remark>()
  const [choosing, setChoosing] = useState(false)
  const [dropping, setDropping] = useState(false)

  const say = (sentence: string, tone: Remark['tone'] = 'neutral') => {
    setRemark({ sentence, tone })
    announce.status(sentence)
  }
  const chip = draft.chip === undefined ? undefined : chipState(draft.chip, entries)
  const block = blockOf(draft, chip, connection)
  const { running, armed, stopNow } = useStop(conversationId, (sentence) => say(sentence, 'danger'))
  const commands = useCommands({ conversationId, say, openModels: () => setChoosing(true) })

  const submit = () => {
    const now = draftOf(conversationId)
    if (isEmptyDraft(now)) return say(composer.nothingToSend)
    if (block !== undefined) {
      return announce.status(composer.notSent(blockSentence(block, composer)))
    }
    void post(conversationId).then((problem) => {
      if (problem === undefined) return
      const why =
        problem.hint === undefined ? problem.message : `${problem.message} ${problem.hint}`
      say(composer.sendFailed(why), 'danger')
    })
  }
  const control = useComposer(conversationId, {
    submit,
    run: commands.run,
    wrote: () => setRemark(undefined),
  })
  const { state, source, dispatch, focusText } = control
  const menu = openMenu(state, { source })
  const current = menu?.current?.row.id
  const list = `${ids}menu`
  const at = menu?.at ?? -1
  useSpokenMenu(menu, at)
  const isDrawn = state.content.chip === draft.chip && state.content.fields === draft.fields
  useWishedFocus(conversationId, isDrawn, () => {
    const inputs = document.getElementById(`${ids}fields`)?.querySelectorAll('input') ?? []
    const empty = [...inputs].find((input) => input.value === '')
    if (empty === undefined) focusText()
    else empty.focus()
  })

  const attachFiles = (files: readonly File[]) => {
    if (files.length === 0) return
    const refused = attach(conversationId, files)
    if (refused.length > 0) say(refused.map(refusal).join(' '), 'danger')
  }
  const refusal = useRefusal()
  const fields =
    chip === undefined || !('entry' in chip) || chip.kind === 'gone'
      ? []
      : argumentFields(chip.entry)
  const blockId = `${ids}block`
  const hidesBlock = block === undefined || isEmptyDraft(draft)
  return (
    <div className="flex flex-col gap-2">
      <Queue conversationId={conversationId} onDone={focusText} />
      <Tray conversationId={conversationId} drop={draft.drop} onDone={focusText} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files are dropped on it; the button does the same */}
      <div
        data-part="box"
        onDragEnter={(event) => setDropping(hasFiles(event))}
        onDragOver={(event) => {
          if (hasFiles(event)) event.preventDefault()
        }}
        onDragLeave={(event) => {
          if (!isInside(event)) setDropping(false)
        }}
        onDrop={(event) => {
          setDropping(false)
          if (!hasFiles(event)) return
          event.preventDefault()
          attachFiles([...event.dataTransfer.files])
          focusText()
        }}
        onPaste={(event) => {
          const files = filesIn(event)
          if (files.length === 0) return
          event.preventDefault()
          attachFiles(files)
        }}
        className="relative flex min-h-24 flex-col rounded-float border border-control bg-surface focus-within:border-focus has-[textarea:focus]:outline-2 has-[textarea:focus]:-outline-offset-1 has-[textarea:focus]:outline-focus forced:has-[textarea:focus]:outline-[Highlight]"
      >
        {menu !== undefined && (
          <Menu
            id={list}
            offer={menu}
            source={source}
            highlighted={current}
            onPoint={(row) => void dispatch({ type: 'pointed', row })}
            onChoose={(row) => {
              control.commit()
              dispatch({ type: 'chosen', row })
            }}
          />
        )}
        {draft.chip !== undefined && chip !== undefined && (
          <Chip
            chip={draft.chip}
            state={chip}
            values={draft.fields}
            onRemove={() => void dispatch({ type: 'chip-removed' })}
          />
        )}
        {fields.length > 0 && (
          <div id={`${ids}fields`}>
            <Fields fields={fields} control={control} />
          </div>
        )}
        {draft.attachments.length > 0 && (
          <Attachments
            conversationId={conversationId}
            attachments={draft.attachments}
            onRemoved={focusText}
          />
        )}
        <Text
          control={control}
          initial={draft.text}
          placeholder={running ? composer.queuePlaceholder : composer.placeholder}
          menu={
            menu === undefined ? undefined : { list, row: at < 0 ? undefined : rowId(list, at) }
          }
        />
        <span className="flex-1" />
        {!hidesBlock && (
          <div id={blockId} className="px-3 pb-1">
            <Notice tone={block.why === 'file-uploading' ? 'neutral' : 'danger'}>
              {composer.notSent(blockSentence(block, composer))}
            </Notice>
          </div>
        )}
        {remark !== undefined && (
          <Notice tone={remark.tone} className="px-3 pb-1">
            {remark.sentence}
          </Notice>
        )}
        {unkept && (
          <Notice tone="warning" className="px-3 pb-1">
            {composer.unkept}
          </Notice>
        )}
        <Bar
          picker={{
            model: draft.model,
            onChoose: draft.setModel,
            onChosen: focusText,
            open: choosing,
            onOpenChange: setChoosing,
          }}
          onFiles={(files) => {
            attachFiles(files)
            focusText()
          }}
          running={running}
          armed={armed}
          blockedBy={hidesBlock ? undefined : blockId}
          canQueue={!isEmptyDraft(draft)}
          onSend={() => {
            control.commit()
            dispatch({ type: 'send-pressed' })
            focusText()
          }}
          onStop={stopNow}
        />
        {dropping && (
          <p className="pointer-events-none absolute inset-0 flex items-center justify-center rounded-float border-2 border-dashed border-accent bg-accentSoft text-reading text-accentText">
            {composer.dropHere}
          </p>
        )}
      </div>
      <Help open={commands.helping} onOpenChange={commands.setHelping} />
    </div>
  )
}

/**
 * Moves the focus to where one writes on, once another part of the page wished it and what that part
 * put into the draft is drawn. The composer may come to the page only after the wish.
 */
function useWishedFocus(conversationId: string, isDrawn: boolean, focus: () => void): void {
  const isWished = useFocusWish(conversationId)
  useEffect(() => {
    if (!isWished || !isDrawn) return
    answerFocusWish()
    focus()
  })
}

function useRefusal(): (refused: Refused) => string {
  const { composer } = useSentences()
  const { bytes } = useFormat()
  return (refused) => {
    switch (refused.why) {
      case 'empty':
        return composer.emptyFile(showHiddenLine(refused.name))
      case 'too-large':
        return composer.tooLarge(
          showHiddenLine(refused.name),
          bytes(refused.size),
          bytes(largestAttachment),
        )
      case 'too-many':
        return composer.tooMany(mostAttachments)
    }
  }
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files')
}

/** A drag that goes to a child of the box has not left it. */
function isInside({ currentTarget, relatedTarget }: DragEvent): boolean {
  return relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
}

/** Files of a paste. Text that was copied with a picture of itself stays text. */
function filesIn({ clipboardData }: ClipboardEvent): readonly File[] {
  return clipboardData.getData('text/plain') === '' ? [...clipboardData.files] : []
}
