import { Icon } from './icon.tsx'

/** Turns beside the word that says what is going on; stands still where motion is unwanted. */
export function Spinner({ className }: { readonly className?: string }) {
  return <Icon name="running" className={`turning ${className ?? ''}`} />
}
