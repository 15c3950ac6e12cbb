import { type ReactNode, useId } from 'react'

/** One of the three blocks: what was found, and one next step. */
export function Block({ title, children }: { readonly title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
    >
      <h3 id={id} className="text-title font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}
