import type { ReactNode } from 'react'
import { useId } from 'react'

/** A group of settings under its heading. */
export function Section({ title, children }: { readonly title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-4 border-t border-line pt-4 first:border-t-0 first:pt-0"
    >
      <h2 id={id} className="text-title font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
