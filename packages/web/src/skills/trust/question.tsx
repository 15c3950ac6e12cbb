import type { TrustQuestion } from '@skillet/server/contract'
import { type ReactNode, useState } from 'react'
import { Diff } from '../../diff/index.ts'
import { showHidden, showHiddenLine } from '../../hidden-codes/index.ts'
import { useFormat, useSentences } from '../../language/index.ts'
import { Badge, Button, Notice, Scroller } from '../../parts/index.ts'
import { Path } from '../../paths/index.ts'
import { useInPieces } from '../../windowed/index.ts'
import { OneDiagnostic } from '../details/diagnostics.tsx'
import { FileContent, FileList } from '../details/files.tsx'
import { changedFile } from './changed-file.ts'

/** What would be allowed. Since a former decision: what changed, and behind it all the rest. */
export function Question({ question }: { readonly question: TrustQuestion }) {
  const { skills } = useSentences()
  const { root, changes, skills: asked, settings } = question
  return (
    <div className="flex flex-col gap-4">
      <p className="font-mono">{showHiddenLine(root)}</p>
      {asked.length + settings.length === 0 && <p>{skills.trustNothing}</p>}
      {changes === undefined ? (
        <Everything question={question} />
      ) : (
        <>
          <Changes changes={changes} question={question} />
          <details>
            <summary className="flex min-h-8 items-center text-accent underline coarse:min-h-11">
              {skills.trustEverything}
            </summary>
            <Everything question={question} />
          </details>
        </>
      )}
    </div>
  )
}

interface ChangesProps {
  readonly changes: readonly Change[]
  readonly question: TrustQuestion
}

type Change = NonNullable<TrustQuestion['changes']>[number]

function Changes({ changes, question }: ChangesProps) {
  const { skills } = useSentences()
  const drawn = useInPieces(changes.length)
  if (changes.length === 0) return <p>{skills.trustNoChanges}</p>
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{skills.trustChanges}</h3>
      <ul className="flex flex-col gap-2">
        {changes.slice(0, drawn).map((change) => (
          <li key={change.path} className="rounded-card border border-line">
            <OneChange change={change} question={question} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What changed; where the former text is not kept, the file as it is now. */
function OneChange({ change: of, question }: { readonly change: Change; question: TrustQuestion }) {
  const { skills } = useSentences()
  const { path, change, diff } = of
  const [open, setOpen] = useState(false)
  const file = changedFile(path, question)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-2 py-1">
        <Badge tone={tones[change]} icon={signs[change]}>
          {skills.change[change]}
        </Badge>
        <span className="min-w-0 flex-1 font-mono">{showHiddenLine(path)}</span>
        {diff === undefined && change !== 'removed' && file !== undefined && (
          <Button variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {skills.asItIsNow}
          </Button>
        )}
      </div>
      {diff !== undefined && (
        <Scroller label={path} className="max-h-80 border-t border-line">
          <Diff text={diff} />
        </Scroller>
      )}
      {open && file !== undefined && <FileContent skill={file.skill} path={file.file} />}
    </>
  )
}

const tones = { added: 'success', removed: 'danger', changed: 'warning' } as const
const signs = { added: 'plus', removed: 'minus', changed: 'edit' } as const

function Everything({ question }: { readonly question: TrustQuestion }) {
  const { skills } = useSentences()
  const { number } = useFormat()
  const { skills: asked, settings } = question
  const drawn = useInPieces(asked.length)
  return (
    <div className="flex flex-col gap-3">
      {asked.length > 1 && <p className="text-text2">{skills.trustCount(number(asked.length))}</p>}
      {settings.map(({ path, text }) => (
        <section key={path} className="flex flex-col gap-1">
          <h3 className="font-semibold">{skills.trustSettings}</h3>
          <Path path={path} className="text-label text-text2" />
          <pre className="rounded-control bg-sunken p-2 font-mono whitespace-pre-wrap">
            {showHidden(text)}
          </pre>
        </section>
      ))}
      <ul className="flex flex-col gap-3">
        {asked.slice(0, drawn).map((skill) => (
          <li
            key={skill.path}
            className="rounded-card border border-line p-3 [contain-intrinsic-size:auto_10rem] [content-visibility:auto]"
          >
            <AskedSkill skill={skill} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function AskedSkill({ skill }: { readonly skill: TrustQuestion['skills'][number] }) {
  const { skills } = useSentences()
  const { bytes } = useFormat()
  const { name, description, path, files, scripts, hooks, tools, allowedTools, findings } = skill
  const total = files.reduce((sum, { size }) => sum + size, 0)
  return (
    <div className="flex flex-col gap-2">
      <h4 className="font-semibold">{showHiddenLine(name)}</h4>
      <p className="text-text2">{showHidden(description)}</p>
      <Path path={path} className="text-label text-text2" />
      {skill.untrustable !== undefined && (
        <Notice tone="warning">{skills.untrustable(skill.untrustable)}</Notice>
      )}
      <Names term={skills.trustHooks} names={hooks} />
      <Names term={skills.trustScripts} names={scripts} />
      <Names term={skills.trustAllowed} names={allowedTools} />
      <Names term={skills.trustTools} names={tools} />
      {files.length > 0 && (
        <Group term={skills.trustFiles(bytes(total))}>
          <FileList skill={path} files={files} />
        </Group>
      )}
      {findings.length > 0 && (
        <Group term={skills.trustFindings}>
          <ul className="flex flex-col gap-2">
            {findings.map((diagnostic, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one place can have the same finding twice
              <li key={at}>
                <OneDiagnostic finding={{ diagnostic }} />
              </li>
            ))}
          </ul>
        </Group>
      )}
    </div>
  )
}

function Names({ term, names }: { readonly term: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <Group term={term}>
      <ul>
        {names.map((name) => (
          <li key={name} className="font-mono whitespace-pre-wrap">
            {showHidden(name)}
          </li>
        ))}
      </ul>
    </Group>
  )
}

function Group({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1">
      <h5 className="text-label text-text2">{term}</h5>
      {children}
    </section>
  )
}
