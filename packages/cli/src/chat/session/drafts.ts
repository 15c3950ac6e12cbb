import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Places, type Snapshot, writeAtomically } from '@skillet/core'
import {
  argumentFields,
  type Chip,
  type Draft,
  emptyDraft,
  fieldOf,
  isEmpty,
} from '../composer/index.ts'

/** What was being written in a folder, and what waited to be sent: there again after any end. */
export interface KeptDrafts {
  readonly draft: Draft
  readonly queue: readonly Draft[]
}

export interface DraftFile {
  read(snapshot: Snapshot): KeptDrafts
  /**
   * Writes at once. A draft that cannot be kept is no reason to stop, so nothing is thrown.
   *
   * @returns why it was not written; undefined where it was
   */
  write(drafts: KeptDrafts): string | undefined
}

/** In the state folder, one file a folder of work, for its person alone. */
export function openDraftFile({ state }: Pick<Places, 'state'>, folder: string): DraftFile {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 32)
  const file = join(state, 'drafts', `${name}.json`)
  return {
    read(snapshot) {
      const kept = readKept(file)
      return {
        draft: kept.draft === undefined ? emptyDraft : revive(kept.draft, snapshot),
        queue: kept.queue.map((draft) => revive(draft, snapshot)),
      }
    },
    write({ draft, queue }) {
      try {
        if (isEmpty(draft) && queue.length === 0) {
          rmSync(file, { force: true })
          return undefined
        }
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
        const kept = { version: 1, folder, draft: plain(draft), queue: queue.map(plain) }
        writeAtomically(file, `${JSON.stringify(kept)}\n`, 0o600)
        return undefined
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    },
  }
}

/** A draft as it is written: the skill by its path, the fields by their values. */
interface PlainDraft {
  readonly text: string
  readonly skill?: {
    readonly path: string
    readonly callableAs: string
    readonly values: readonly string[]
  }
}

function plain({ text, chip }: Draft): PlainDraft {
  if (chip === undefined) return { text: text.text }
  const { path, callableAs, fields } = chip
  return {
    text: text.text,
    skill: { path, callableAs, values: fields.map(({ value }) => value.text) },
  }
}

function readKept(file: string): {
  readonly draft: PlainDraft | undefined
  readonly queue: readonly PlainDraft[]
} {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (!isRecord(value) || value['version'] !== 1) return { draft: undefined, queue: [] }
    const { draft, queue } = value
    return {
      draft: isPlainDraft(draft) ? draft : undefined,
      queue: Array.isArray(queue) ? queue.filter(isPlainDraft) : [],
    }
  } catch {
    return { draft: undefined, queue: [] }
  }
}

/** The skill as it is now; where it cannot be called any more its chip says why it cannot be sent. */
function revive({ text, skill: kept }: PlainDraft, snapshot: Snapshot): Draft {
  const draft: Draft = { text: fieldOf(text), focus: 'text' }
  if (kept === undefined) return draft
  const entry = snapshot.entries.find(({ path }) => path === kept.path)
  const skill = entry?.skill
  const fields = skill === undefined ? [] : argumentFields(skill)
  const callable = entry?.state === 'loaded' || entry?.state === 'shadowed'
  const chip: Chip = {
    path: kept.path,
    callableAs: kept.callableAs,
    fields: fields.map((field, index) => ({ ...field, value: fieldOf(kept.values[index] ?? '') })),
    ...(skill?.model === undefined ? {} : { model: skill.model }),
    state: callable ? { kind: 'ready' } : { kind: 'gone', reason: entry?.reason ?? '' },
  }
  return { ...draft, chip }
}

function isPlainDraft(value: unknown): value is PlainDraft {
  if (!isRecord(value) || typeof value['text'] !== 'string') return false
  const { skill } = value
  if (skill === undefined) return true
  return (
    isRecord(skill) &&
    typeof skill['path'] === 'string' &&
    typeof skill['callableAs'] === 'string' &&
    Array.isArray(skill['values']) &&
    skill['values'].every((one) => typeof one === 'string')
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
