export { type Announce, AnnounceProvider, useAnnounce } from './announce.tsx'
