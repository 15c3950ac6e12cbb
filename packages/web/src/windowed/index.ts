export { useInPieces } from './use-in-pieces.ts'
export { WindowedList, type WindowedListProps } from './windowed-list.tsx'
