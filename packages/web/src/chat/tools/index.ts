export { FoldedCalls } from './folded-calls.tsx'
export { CallTimesProvider } from './times.tsx'
export { isSame, ToolCard } from './tool-card.tsx'
