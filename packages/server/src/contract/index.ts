/**
 * What goes over HTTP, in schemas: the contract between Skillet and the page, and the source of the
 * OpenAPI document.
 *
 * Access: `POST /api/access`
 * Begin: `GET /api/session`, `GET /api/live`, `GET /api/openapi.json`
 * Chat: `POST /api/chat`, `GET /api/chat/:id/stream`,
 *   `POST /api/attachments`, `GET /api/attachments/:hash`
 * Conversations: `GET /api/conversations`, `GET /api/conversations/search`,
 *   `GET|PATCH|DELETE /api/conversations/:id`, `POST /api/conversations/:id/stop`, `…/move`,
 *   `GET …/export`, `GET …/requests?message=`, `POST …/preview`,
 *   `PATCH|DELETE …/queue/:messageId`, `POST …/approvals/:approvalId`
 * Skills: `GET /api/skills`, `GET /api/skills/details?path=`, `GET /api/skills/file?path=&file=`,
 *   `POST /api/skills/enabled`, `GET|POST /api/trust`
 * Settings: `GET|PATCH /api/settings`, `PUT|DELETE /api/settings/keys/:provider`,
 *   `DELETE /api/settings/rules/:id`, `POST /api/models/test`
 */
export * from './access.ts'
export * from './approvals.ts'
export * from './attachment-limits.ts'
export * from './attachments.ts'
export * from './chat.ts'
export * from './conversations.ts'
export * from './diagnostics.ts'
export * from './ids.ts'
export * from './inspector.ts'
export * from './live.ts'
export * from './messages.ts'
export * from './session.ts'
export * from './setting-bounds.ts'
export * from './settings.ts'
export * from './skill-states.ts'
export * from './skills.ts'
