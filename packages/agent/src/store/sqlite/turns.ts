import type { OwnerState } from '../owner.ts'
import type {
  BegunTurn,
  EnqueuedTurn,
  EnqueueOutcome,
  Message,
  TurnClaim,
  TurnOwner,
} from '../types.ts'
import { addActivation } from './activations.ts'
import { dropWaitingApprovals } from './approvals.ts'
import type { Connection, Row } from './connection.ts'
import { keyOfConversation, makeConversation, mustHaveConversation } from './conversations.ts'
import { mustHaveMessage, putMessage } from './messages.ts'
import { jsonAt, numberAt, optionalNumberAt, optionalTextAt, textAt, toJson } from './values.ts'

/** A process whose life nobody here can see is gone when it was silent for so long. */
const silenceMs = 30_000

/** What tells whether a turn's process is gone. */
export interface Vitals {
  readonly now: number
  readonly stateOf: (owner: TurnOwner) => OwnerState
}

interface TurnRow {
  readonly key: number
  readonly conversation: number
  /** Key of the answer. */
  readonly answer: number
  /** Key of the person's message; absent where an earlier one is answered once more. */
  readonly message: number | undefined
  readonly owner: TurnOwner
  readonly renewedAt: number
  readonly begun: boolean
}

export function enqueueTurn(
  connection: Connection,
  id: string,
  { message, answer, owner, workspace, again }: EnqueuedTurn,
  now: number,
): EnqueueOutcome {
  if (again !== undefined && isAnswered(connection, id, again)) return 'answering'
  if ([message, answer].some((one) => one && isKnown(connection, id, one.id))) return 'known'
  if (workspace !== undefined) {
    makeConversation(connection, { id, workspace, now: answer.createdAt })
  }
  const conversation = mustHaveConversation(connection, id)
  const messageKey = message ? putMessage(connection, id, message, now) : null
  const child = message ? { ...answer, parent: message.id } : answer
  connection.run(
    `INSERT INTO turns (conversation, answer, message, host, pid, started, renewed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    conversation,
    putMessage(connection, id, child, now),
    messageKey,
    owner.host,
    owner.pid,
    owner.started,
    now,
  )
  return 'kept'
}

function isKnown(connection: Connection, id: string, messageId: string): boolean {
  const row = connection.row(
    `SELECT 1 FROM messages
     WHERE conversation = (SELECT key FROM conversations WHERE id = ?) AND id = ?`,
    id,
    messageId,
  )
  return row !== undefined
}

/** Whether a turn that runs or waits answers this message. */
function isAnswered(connection: Connection, id: string, messageId: string): boolean {
  const row = connection.row(
    `SELECT 1 FROM turns t JOIN messages a ON a.key = t.answer JOIN messages m ON m.key = a.parent
     WHERE t.conversation = (SELECT key FROM conversations WHERE id = ?) AND m.id = ? LIMIT 1`,
    id,
    messageId,
  )
  return row !== undefined
}

export function beginTurn(
  connection: Connection,
  id: string,
  { message, answer, activation }: BegunTurn,
  now: number,
): void {
  if (activation) addActivation(connection, id, activation)
  if (message) putMessage(connection, id, message, now)
  putMessage(connection, id, answer, now)
}

/** Ends the dead turns before this one, then says whether it is the first. */
export function claimTurn(
  connection: Connection,
  id: string,
  answerId: string,
  vitals: Vitals,
): TurnClaim {
  const conversation = keyOfConversation(connection, id)
  if (conversation === undefined) return { kind: 'lost' }
  const own = keyOfTurn(connection, conversation, answerId)
  if (own === undefined) return { kind: 'lost' }
  const before = turnsWhere(connection, 'conversation = ? AND key < ?', conversation, own)
  const living = before.filter((turn) => !isDead(turn, vitals))
  for (const turn of before) if (!living.includes(turn)) endTurn(connection, turn)
  if (living.length > 0) return { kind: 'waiting', before: living.length }
  connection.run('UPDATE turns SET begun = 1, renewed_at = ? WHERE key = ?', vitals.now, own)
  return { kind: 'granted' }
}

export function renewTurn(
  connection: Connection,
  id: string,
  answerId: string,
  now: number,
): boolean {
  const { changes } = connection.run(
    `UPDATE turns SET renewed_at = ? ${namedTurn}`,
    now,
    id,
    answerId,
  )
  return changes > 0
}

export function releaseTurn(connection: Connection, id: string, answerId: string): void {
  const { changes } = connection.run(`DELETE FROM turns ${namedTurn}`, id, answerId)
  const conversation = keyOfConversation(connection, id)
  if (changes === 0 || conversation === undefined) return
  makeWay(connection, conversation, mustHaveMessage(connection, conversation, answerId))
}

/** What a turn that never began had taken the place of takes it back. */
function makeWay(connection: Connection, conversation: number, answer: number): void {
  const before = madeWayFor(connection, conversation, answer)
  if (before === answer) return
  connection.run('UPDATE messages SET parent = ? WHERE parent = ?', before, answer)
  connection.run(
    'UPDATE conversations SET head = ? WHERE key = ? AND head = ?',
    before,
    conversation,
    answer,
  )
}

/** That may be an answer that made way itself. */
function madeWayFor(connection: Connection, conversation: number, answer: number): number | null {
  const row = connection.row('SELECT more FROM messages WHERE key = ? AND state NOT NULL', answer)
  const { insteadOf } = row ? jsonAt<Pick<Message, 'insteadOf'>>(row, 0) : {}
  if (insteadOf === undefined) return answer
  if (insteadOf === null) return null
  const before = mustHaveMessage(connection, conversation, insteadOf)
  return madeWayFor(connection, conversation, before)
}

export function turnsOf(
  connection: Connection,
  id: string,
): readonly { readonly answerId: string; readonly owner: TurnOwner }[] {
  const rows = connection.rows(
    `SELECT m.id, t.host, t.pid, t.started FROM turns t JOIN messages m ON m.key = t.answer
     WHERE t.conversation = (SELECT key FROM conversations WHERE id = ?) ORDER BY t.key`,
    id,
  )
  return rows.map((row) => ({ answerId: textAt(row, 0), owner: ownerAt(row, 1) }))
}

/** Whether the process of some turn is gone; reads alone. */
export function hasDeadTurns(connection: Connection, vitals: Vitals): boolean {
  return turnsWhere(connection, '1').some((turn) => isDead(turn, vitals))
}

/** Ends the turns whose process is gone, and gives the ids of the conversations left unfinished. */
export function endDeadTurns(connection: Connection, vitals: Vitals): readonly string[] {
  const dead = turnsWhere(connection, '1').filter((turn) => isDead(turn, vitals))
  const marked = dead.filter((turn) => endTurn(connection, turn))
  const conversations = new Set(marked.map(({ conversation }) => conversation))
  return [...conversations].flatMap((key) => {
    const row = connection.row('SELECT id FROM conversations WHERE key = ?', key)
    return row ? [textAt(row, 0)] : []
  })
}

const namedTurn = `WHERE answer = (SELECT m.key FROM messages m
  WHERE m.conversation = (SELECT key FROM conversations WHERE id = ?) AND m.id = ?)`

function keyOfTurn(
  connection: Connection,
  conversation: number,
  answerId: string,
): number | undefined {
  const row = connection.row(
    `SELECT t.key FROM turns t JOIN messages m ON m.key = t.answer
     WHERE t.conversation = ? AND m.id = ?`,
    conversation,
    answerId,
  )
  return row && numberAt(row, 0)
}

function turnsWhere(
  connection: Connection,
  condition: string,
  ...values: readonly number[]
): readonly TurnRow[] {
  const rows = connection.rows(
    `SELECT key, conversation, answer, message, renewed_at, begun, host, pid, started
     FROM turns WHERE ${condition} ORDER BY key`,
    ...values,
  )
  return rows.map((row) => ({
    key: numberAt(row, 0),
    conversation: numberAt(row, 1),
    answer: numberAt(row, 2),
    message: optionalNumberAt(row, 3),
    renewedAt: numberAt(row, 4),
    begun: numberAt(row, 5) === 1,
    owner: ownerAt(row, 6),
  }))
}

function ownerAt(row: Row, column: number): TurnOwner {
  return {
    host: textAt(row, column),
    pid: numberAt(row, column + 1),
    started: textAt(row, column + 2),
  }
}

function isDead({ owner, renewedAt }: TurnRow, { now, stateOf }: Vitals): boolean {
  const state = stateOf(owner)
  return state === 'unknown' ? now - renewedAt > silenceMs : state === 'gone'
}

/** Takes the place of a turn whose process is gone. False where the turn itself had ended. */
function endTurn(connection: Connection, turn: TurnRow): boolean {
  connection.run('DELETE FROM turns WHERE key = ?', turn.key)
  const answer = connection.row('SELECT id, more FROM messages WHERE key = ?', turn.answer)
  if (!answer) return false
  dropWaitingApprovals(connection, turn.conversation, textAt(answer, 0))
  const more = jsonAt<Pick<Message, 'end' | 'usage'>>(answer, 1)
  if (more.end) return false
  markEnd(connection, turn, more)
  return true
}

/**
 * What a model may have seen is `interrupted`; what waited still is `unsent`, also where the process
 * ended between its turn and its first word.
 */
function markEnd(
  connection: Connection,
  { conversation, answer, message, begun }: TurnRow,
  more: Pick<Message, 'end' | 'usage'>,
): void {
  if (begun && !isMarked(connection, message ?? answer)) {
    const end: Message['end'] = { reason: 'interrupted' }
    connection.run(
      'UPDATE messages SET more = ?, state = NULL WHERE key = ?',
      toJson({ ...more, end }),
      answer,
    )
    return
  }
  const waiting = message === undefined ? [answer] : [answer, message]
  for (const key of waiting) {
    connection.run("UPDATE messages SET state = 'unsent' WHERE key = ?", key)
  }
  makeWay(connection, conversation, answer)
}

/** Whether a message is kept as one that waits, or that was not sent: nothing of it was by then. */
function isMarked(connection: Connection, message: number): boolean {
  const row = connection.row('SELECT state FROM messages WHERE key = ?', message)
  return row !== undefined && optionalTextAt(row, 0) !== undefined
}
