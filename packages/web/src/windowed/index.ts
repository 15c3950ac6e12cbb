export { useInPieces } from './use-in-pieces.ts'
export { WindowedList } from './windowed-list.tsx'
