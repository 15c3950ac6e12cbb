export { AnnounceProvider, useAnnounce } from './announce.tsx'
