export { Details, type DetailsProps } from './details.tsx'
export { Diagnostics, type Finding, OneDiagnostic } from './diagnostics.tsx'
