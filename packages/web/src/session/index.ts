export { FollowSession } from './follow-session.tsx'
