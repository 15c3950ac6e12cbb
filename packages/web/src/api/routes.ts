import type {
  Approval,
  ApprovalAnswer,
  ChatAccepted,
  ChatRequest,
  ConversationList,
  EnableRequest,
  ExchangeAnswer,
  ExchangeRequest,
  Preview,
  PreviewRequest,
  QueueEdit,
  RequestRecords,
  SearchAnswer,
  Session,
  SettingsChange,
  SettingsPage,
  SkillDetails,
  SkillFile,
  SkillList,
  StoredAttachment,
  TestAnswer,
  TrustAnswer,
  TrustQuestion,
} from '@skillet/server/contract'
import { request, requestJson } from './request.ts'
import type { ReadConversation } from './types.ts'

const at = (id: string, rest = '') => `/api/conversations/${encodeURIComponent(id)}${rest}`

export const exchange = (json: ExchangeRequest) =>
  requestJson<ExchangeAnswer>('/api/access', { method: 'POST', json })

export const readSession = () => requestJson<Session>('/api/session')

/** Sends a message; its answer comes by the live stream. */
export const sendMessage = (json: ChatRequest) =>
  requestJson<ChatAccepted>('/api/chat', {
    method: 'POST',
    json,
    headers: { prefer: 'respond-async' },
  })

export const stopTurn = (id: string) => request(at(id, '/stop'), { method: 'POST' })

export const uploadAttachment = (file: File, signal?: AbortSignal) =>
  requestJson<StoredAttachment>('/api/attachments', {
    method: 'POST',
    query: { name: file.name },
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
    ...(signal === undefined ? {} : { signal }),
  })

/** An attachment needs the header key, so a plain address of an image would not do. */
export const readAttachment = async (url: string, signal?: AbortSignal) =>
  (await request(url, signal === undefined ? {} : { signal })).blob()

export const readConversations = (query: {
  readonly folder: 'here' | 'elsewhere'
  readonly limit?: number
  readonly offset?: number
}) => requestJson<ConversationList>('/api/conversations', { query })

export const searchConversations = (
  query: { readonly text: string; readonly folder: 'here' | 'everywhere' },
  signal: AbortSignal,
) => requestJson<SearchAnswer>('/api/conversations/search', { query, signal })

export const readConversation = (id: string, signal?: AbortSignal) =>
  requestJson<ReadConversation>(at(id), signal === undefined ? {} : { signal })

export const renameConversation = (id: string, title: string) =>
  request(at(id), { method: 'PATCH', json: { title } })

export const deleteConversation = (id: string) => request(at(id), { method: 'DELETE' })

export const exportConversation = async (id: string, format: 'markdown' | 'json') =>
  (await request(at(id, '/export'), { query: { format } })).blob()

export const moveConversation = (id: string, messageId: string | null, until: 'message' | 'end') =>
  request(at(id, '/move'), { method: 'POST', json: { messageId, until } })

export const readRequests = (id: string, message: string, signal?: AbortSignal) =>
  requestJson<RequestRecords>(at(id, '/requests'), {
    query: { message },
    ...(signal === undefined ? {} : { signal }),
  })

export const previewMessage = (id: string, json: PreviewRequest, signal?: AbortSignal) =>
  requestJson<Preview>(at(id, '/preview'), {
    method: 'POST',
    json,
    ...(signal === undefined ? {} : { signal }),
  })

export const editQueued = (id: string, messageId: string, json: QueueEdit) =>
  request(at(id, `/queue/${encodeURIComponent(messageId)}`), { method: 'PATCH', json })

export const removeQueued = (id: string, messageId: string) =>
  request(at(id, `/queue/${encodeURIComponent(messageId)}`), { method: 'DELETE' })

export const answerApproval = ({ conversationId, id }: Approval, json: ApprovalAnswer) =>
  request(at(conversationId, `/approvals/${encodeURIComponent(id)}`), { method: 'POST', json })

export const readSkills = () => requestJson<SkillList>('/api/skills')

export const readSkill = (path: string, signal?: AbortSignal) =>
  requestJson<SkillDetails>('/api/skills/details', {
    query: { path },
    ...(signal === undefined ? {} : { signal }),
  })

export const readSkillFile = (path: string, file: string, signal?: AbortSignal) =>
  requestJson<SkillFile>('/api/skills/file', {
    query: { path, file },
    ...(signal === undefined ? {} : { signal }),
  })

export const enableSkill = (json: EnableRequest) =>
  request('/api/skills/enabled', { method: 'POST', json })

export const readTrust = () => requestJson<TrustQuestion>('/api/trust')

export const answerTrust = (json: TrustAnswer) => request('/api/trust', { method: 'POST', json })

export const readSettings = () => requestJson<SettingsPage>('/api/settings')

export const changeSetting = (json: SettingsChange) =>
  request('/api/settings', { method: 'PATCH', json })

export const setKey = (provider: string, key: string) =>
  request(`/api/settings/keys/${encodeURIComponent(provider)}`, { method: 'PUT', json: { key } })

export const removeKey = (provider: string) =>
  request(`/api/settings/keys/${encodeURIComponent(provider)}`, { method: 'DELETE' })

export const removeRule = (id: string) =>
  request(`/api/settings/rules/${encodeURIComponent(id)}`, { method: 'DELETE' })

export const testModel = (model: string, signal?: AbortSignal) =>
  requestJson<TestAnswer>('/api/models/test', {
    method: 'POST',
    json: { model },
    ...(signal === undefined ? {} : { signal }),
  })
