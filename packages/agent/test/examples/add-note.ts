import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Tool } from '@skillet/agent'
import { z } from 'zod'

const schema = z.object({
  name: z
    .string()
    .regex(/^[a-z-]+$/)
    .describe('Name of the note: small letters and hyphens.'),
  text: z.string().describe('What is added at its end.'),
})

type Input = z.infer<typeof schema>

export const addNote: Tool<Input> = {
  name: 'add_note',
  description: 'Adds a text to the end of a note. The note is made where there is none.',
  summary: 'add a text to a note',
  schema,

  // Before anything runs: what the call would touch.
  access: (input, { workspace }) => ({ kind: 'write', paths: [pathOf(input, workspace)] }),

  // What a person is shown with the question.
  async preview(input, { workspace }) {
    const before = await contentOf(pathOf(input, workspace))
    return { diff: diffOf(input), baseHash: hashOf(before) }
  },

  async run(input, { workspace, approved, signal, emit }) {
    // With its links resolved, this is the file that was agreed to.
    const access = approved?.access
    const path = (access?.kind === 'write' && access.paths[0]) || pathOf(input, workspace)
    const before = await contentOf(path)
    if (approved?.baseHash !== undefined && approved.baseHash !== hashOf(before)) {
      return { ok: false, stale: true, text: 'The note changed. Nothing was written.' }
    }
    emit(`Writing ${input.name}…\n`)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, `${before}${input.text}\n`, { signal })
    return { ok: true, text: `Added to ${input.name}.`, diff: diffOf(input) }
  },
}

function pathOf({ name }: Input, workspace: string): string {
  return join(workspace, 'notes', `${name}.md`)
}

async function contentOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function diffOf({ name, text }: Input): string {
  const added = text.split('\n').map((line) => `+${line}\n`)
  return `--- notes/${name}.md\n+++ notes/${name}.md\n${added.join('')}`
}
