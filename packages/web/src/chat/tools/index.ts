export { FoldedCalls } from './folded-calls.tsx'
export { CallTimesProvider } from './times.tsx'
export { ToolCard } from './tool-card.tsx'
