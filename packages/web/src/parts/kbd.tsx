/** A key or a combination, as it is written on the keyboard. */
export function Kbd({ children }: { readonly children: string }) {
  return (
    <kbd className="rounded-badge border border-line px-1 font-mono text-label text-text2">
      {children}
    </kbd>
  )
}
