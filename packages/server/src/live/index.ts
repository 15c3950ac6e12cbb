export { Backlog } from './backlog.ts'
export { endOf } from './connection.ts'
export { createHub } from './hub.ts'
export { eventStreamHeaders, liveRoutes } from './routes.ts'
