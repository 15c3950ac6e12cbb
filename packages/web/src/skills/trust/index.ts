export { TrustDialog, type TrustDialogProps } from './trust-dialog.tsx'
