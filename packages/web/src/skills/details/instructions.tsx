import type { SkillDetails } from '@skillet/server/contract'
import { useState } from 'react'
import { showHidden } from '../../hidden-codes/index.ts'
import { useFormat, useSentences } from '../../language/index.ts'
import { Markdown } from '../../markdown/index.ts'
import { Button, CopyButton, Notice } from '../../parts/index.ts'

/** What the model gets of a skill. Exactly, or as it is meant to look. */
export function Instructions({ details }: { readonly details: SkillDetails }) {
  const { skills } = useSentences()
  const { estimate } = useFormat()
  const [formatted, setFormatted] = useState(false)
  const { instructions, entry } = details
  if (instructions === undefined) return <Notice>{skills.noInstructions}</Notice>
  return (
    <div className="flex max-w-wide flex-col gap-3">
      {entry.state === 'untrusted' && (
        <Notice tone="warning" icon="untrusted">
          {skills.untrustedText}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 text-text2">
          {skills.instructionsHelp(estimate(instructions.tokens))}
        </span>
        <Button onClick={() => setFormatted(!formatted)}>
          {formatted ? skills.exact : skills.formatted}
        </Button>
        <CopyButton text={instructions.text} label={skills.copyInstructions} />
      </div>
      {formatted ? (
        <Markdown text={instructions.text} wide className="rounded-card border border-line p-4" />
      ) : (
        <pre className="rounded-card bg-sunken p-3 font-mono whitespace-pre-wrap">
          {showHidden(instructions.text)}
        </pre>
      )}
    </div>
  )
}
