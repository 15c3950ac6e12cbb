import { createHash } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { OwnerState, TurnOwner } from '@skillet/agent'
import { type Places, type Snapshot, writeAtomically } from '@skillet/core'
import { argumentFields, type Chip, type Draft, fieldOf, isEmpty } from '../composer/index.ts'
import type { Sending } from '../state/types.ts'

/** What was being written in a folder, and what waited to be sent: there again after any end. */
export interface KeptDrafts {
  readonly draft: Draft
  readonly queue: readonly Draft[]
  /** On its way to the store, which may have it or not. */
  readonly sending?: Sending
}

/** The file of one chat. No other chat that runs writes or reads it. */
export interface DraftFile {
  /**
   * Writes at once. A draft that cannot be kept is no reason to stop, so nothing is thrown.
   *
   * @returns why it was not written; undefined where it was
   */
  write(drafts: KeptDrafts): string | undefined
  /**
   * Makes what a chat that is gone left last this chat's own. Of several that try, one gets it.
   * What others left stays for the next chats.
   */
  takeOver(snapshot: Snapshot): KeptDrafts | undefined
  /** Says that this chat lives, to those that cannot ask the system about its process. */
  renew(): void
}

/** Whose file it is stands in its name, so that taking it over is one step: it gets another name. */
interface Owners {
  readonly own: TurnOwner
  readonly stateOf: (owner: TurnOwner) => OwnerState
  readonly now: () => number
}

/** So long after it was renewed last the file of a process that nobody can ask about is left over. */
const leaseMs = 60_000

/** In the state folder, one folder for each folder of work, for its person alone. */
export function openDraftFile(
  { state }: Pick<Places, 'state'>,
  folder: string,
  { own, stateOf, now }: Owners,
): DraftFile {
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 32)
  const place = join(state, 'drafts', digest)
  const file = join(place, nameOf(own))
  const isLeft = ({ name, renewedAt }: FoundFile): boolean => {
    const owner = ownerIn(name)
    if (owner === undefined) return false
    const process = stateOf(owner)
    return process === 'gone' || (process === 'unknown' && now() - renewedAt > leaseMs)
  }
  return {
    write({ draft, queue, sending }) {
      try {
        if (isEmpty(draft) && queue.length === 0 && sending === undefined) {
          rmSync(file, { force: true })
          return undefined
        }
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
        const kept: KeptFile = {
          version: 1,
          folder,
          draft: plain(draft),
          queue: queue.map(plain),
          ...(sending === undefined
            ? {}
            : { sending: { ...sending, draft: plain(sending.draft) } }),
        }
        writeAtomically(file, `${JSON.stringify(kept)}\n`, 0o600)
        return undefined
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    },
    takeOver(snapshot) {
      const left = filesIn(place).filter(isLeft)
      const taken = left
        .toSorted((one, other) => other.renewedAt - one.renewedAt)
        .some(({ name }) => renames(join(place, name), file))
      const kept = taken ? readKept(file) : undefined
      if (kept === undefined) return undefined
      const { draft, queue, sending } = kept
      return {
        draft: revive(draft, snapshot),
        queue: queue.map((one) => revive(one, snapshot)),
        ...(sending === undefined
          ? {}
          : { sending: { ...sending, draft: revive(sending.draft, snapshot) } }),
      }
    },
    renew() {
      try {
        const time = new Date(now())
        utimesSync(file, time, time)
      } catch {
        // Nothing is kept, and nothing has to be renewed.
      }
    },
  }
}

interface FoundFile {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly renewedAt: number
}

function filesIn(place: string): readonly FoundFile[] {
  try {
    return readdirSync(place).flatMap((name) => {
      const stats = statSync(join(place, name), { throwIfNoEntry: false })
      return stats?.isFile() ? [{ name, renewedAt: stats.mtimeMs }] : []
    })
  } catch {
    return []
  }
}

/** False where the file is not there any more: another chat was quicker. */
function renames(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch {
    return false
  }
}

const ending = '.json'

function nameOf({ host, pid, started }: TurnOwner): string {
  return Buffer.from(JSON.stringify([host, pid, started])).toString('base64url') + ending
}

function ownerIn(name: string): TurnOwner | undefined {
  if (!name.endsWith(ending)) return undefined
  try {
    const text = Buffer.from(basename(name, ending), 'base64url').toString()
    const value: unknown = JSON.parse(text)
    if (!Array.isArray(value)) return undefined
    const [host, pid, started] = value
    const isOwner =
      typeof host === 'string' && typeof pid === 'number' && typeof started === 'string'
    return isOwner ? { host, pid, started } : undefined
  } catch {
    // Not one of ours, such as a file that is being written.
    return undefined
  }
}

interface KeptFile {
  readonly version: 1
  readonly folder: string
  readonly draft: PlainDraft
  readonly queue: readonly PlainDraft[]
  readonly sending?: { readonly draft: PlainDraft; readonly messageId?: string }
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

function readKept(file: string): Omit<KeptFile, 'version' | 'folder'> | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (!isRecord(value) || value['version'] !== 1) return undefined
    const { draft, queue, sending } = value
    return {
      draft: isPlainDraft(draft) ? draft : { text: '' },
      queue: Array.isArray(queue) ? queue.filter(isPlainDraft) : [],
      ...(isSending(sending) ? { sending } : {}),
    }
  } catch {
    return undefined
  }
}

function isSending(value: unknown): value is NonNullable<KeptFile['sending']> {
  if (!isRecord(value) || !isPlainDraft(value['draft'])) return false
  const { messageId } = value
  return messageId === undefined || typeof messageId === 'string'
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
