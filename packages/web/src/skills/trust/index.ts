export { TrustDialog } from './trust-dialog.tsx'
