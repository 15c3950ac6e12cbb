import type { SkillDetails, SkillFile } from '@skillet/server/contract'
import { useEffect, useState } from 'react'
import { asProblem, type Problem, readSkillFile } from '../../api/index.ts'
import { showHidden, showHiddenLine } from '../../hidden-codes/index.ts'
import { useFormat, useSentences } from '../../language/index.ts'
import { CopyButton, Icon, Notice, Prose, Spinner } from '../../parts/index.ts'
import { useInPieces } from '../../windowed/index.ts'

/** The files of a skill's folder. */
export function Files({ details }: { readonly details: SkillDetails }) {
  const { skills } = useSentences()
  const { files, entry } = details
  if (files.length === 0) return <p className="text-text2">{skills.noFiles}</p>
  return <FileList skill={entry.path} files={files} />
}

export interface FileListProps {
  /** Path of the skill's `SKILL.md`. */
  readonly skill: string
  readonly files: SkillDetails['files']
}

/** Each with its size; each opens in its place. */
export function FileList({ skill, files }: FileListProps) {
  const drawn = useInPieces(files.length)
  return (
    <ul className="flex max-w-wide flex-col gap-1">
      {files.slice(0, drawn).map((file) => (
        <File key={file.path} skill={skill} {...file} />
      ))}
    </ul>
  )
}

interface FileProps {
  readonly skill: string
  readonly path: string
  readonly size: number
}

function File({ skill, path, size }: FileProps) {
  const { bytes } = useFormat()
  const [open, setOpen] = useState(false)
  return (
    <li className="rounded-control border border-line">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-8 w-full items-center gap-2 rounded-control px-2 text-left hover:bg-hover coarse:min-h-11"
      >
        <Icon name={open ? 'chevron-down' : 'chevron-right'} className="text-text2" />
        <span className="min-w-0 flex-1 font-mono">{showHiddenLine(path)}</span>
        <span className="shrink-0 text-label text-text2 tabular-nums">{bytes(size)}</span>
      </button>
      {open && <FileContent skill={skill} path={path} />}
    </li>
  )
}

/** The text of a skill's file, as it is now. Shown, never obeyed. */
export function FileContent({ skill, path }: Omit<FileProps, 'size'>) {
  const { skills } = useSentences()
  const [file, setFile] = useState<SkillFile>()
  const [problem, setProblem] = useState<Problem>()
  useEffect(() => {
    const reading = new AbortController()
    readSkillFile(skill, path, reading.signal).then(setFile, (thrown) => {
      if (!reading.signal.aborted) setProblem(asProblem(thrown))
    })
    return () => reading.abort()
  }, [skill, path])
  if (problem !== undefined)
    return (
      <Notice tone="danger" className="p-2">
        <Prose of={problem} />
      </Notice>
    )
  if (file === undefined)
    return (
      <p className="p-2 text-text2">
        <Spinner /> <span className="sr-only">{skills.reading}</span>
      </p>
    )
  if (file.text === undefined) return <Notice className="p-2">{skills.notText}</Notice>
  return (
    <div className="border-t border-line">
      <div className="flex items-center gap-2 px-2">
        <span className="min-w-0 flex-1 text-label text-text2">
          {file.truncated && skills.fileCut}
        </span>
        <CopyButton text={file.text} label={skills.copyFile} />
      </div>
      <pre className="bg-sunken p-3 font-mono whitespace-pre-wrap">{showHidden(file.text)}</pre>
    </div>
  )
}
