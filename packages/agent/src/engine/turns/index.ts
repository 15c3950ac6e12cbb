export {
  type KeptRequest,
  keepMessage,
  keepRetry,
  keepState,
  type NewTurn,
  revisedRequest,
} from './keep.ts'
export { Place, PlaceLostError } from './place.ts'
export { type QueuedTurn, TurnQueue } from './queue.ts'
export {
  liveTurns,
  messagesBefore,
  type Resolved,
  resolveMessage,
  resolveRequest,
  type TurnRequest,
  writerOf,
} from './request.ts'
