import type { ApprovalAnswer } from '../../permission/types.ts'
import type { StoredApproval } from '../types.ts'
import type { Connection, Row } from './connection.ts'
import { mustHaveConversation } from './conversations.ts'
import { jsonAt, numberAt, optionalTextAt, orNull, textAt, toJson } from './values.ts'

const approvalTables = 'approvals a JOIN conversations c ON c.key = a.conversation'
const approvalColumns = 'a.more, c.id, a.message_id, a.answer, a.answered_at'

export function addApproval(connection: Connection, approval: StoredApproval): void {
  const { conversationId, messageId, answer, answeredAt, ...more } = approval
  connection.run(
    `INSERT OR REPLACE INTO approvals (id, conversation, message_id, more, answer, answered_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
    approval.request.id,
    mustHaveConversation(connection, conversationId),
    messageId,
    toJson(more),
    answer ? toJson(answer) : null,
    orNull(answeredAt),
  )
}

/** The first answer counts. */
export function answerApproval(
  connection: Connection,
  requestId: string,
  answer: ApprovalAnswer,
  now: number,
): boolean {
  const { changes } = connection.run(
    'UPDATE approvals SET answer = ?, answered_at = ? WHERE id = ? AND answer IS NULL',
    toJson(answer),
    now,
    requestId,
  )
  return changes > 0
}

export function approvalOf(connection: Connection, requestId: string): StoredApproval | undefined {
  const row = connection.row(
    `SELECT ${approvalColumns} FROM ${approvalTables} WHERE a.id = ?`,
    requestId,
  )
  return row && approvalAt(row)
}

export function approvalsOf(connection: Connection, id: string): readonly StoredApproval[] {
  const rows = connection.rows(
    `SELECT ${approvalColumns} FROM ${approvalTables} WHERE c.id = ? ORDER BY a.key`,
    id,
  )
  return rows.map(approvalAt)
}

/** What a turn asked and nobody will hear the answer of. */
export function dropWaitingApprovals(
  connection: Connection,
  conversation: number,
  messageId: string,
): void {
  connection.run(
    'DELETE FROM approvals WHERE conversation = ? AND message_id = ? AND answer IS NULL',
    conversation,
    messageId,
  )
}

function approvalAt(row: Row): StoredApproval {
  return {
    ...jsonAt<Pick<StoredApproval, 'request' | 'askedAt'>>(row, 0),
    conversationId: textAt(row, 1),
    messageId: textAt(row, 2),
    ...(optionalTextAt(row, 3) !== undefined && {
      answer: jsonAt<ApprovalAnswer>(row, 3),
      answeredAt: numberAt(row, 4),
    }),
  }
}
