/** Folders that tests write skills into. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface TestFolder extends Disposable {
  /** Real path of a new, empty folder. */
  readonly path: string
  readonly home: string
  /** A repository: it holds `.git`. */
  readonly repo: string
  /** Writes files by their path from the folder on. */
  write(files: Readonly<Record<string, string>>): void
  link(path: string, target: string): void
  remove(path: string): void
  at(...parts: string[]): string
}

export function testFolder(files: Readonly<Record<string, string>> = {}): TestFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'skillet-library-')))
  const folder: TestFolder = {
    path,
    home: join(path, 'home'),
    repo: join(path, 'repo'),
    write(contents) {
      for (const [name, text] of Object.entries(contents)) {
        mkdirSync(dirname(join(path, name)), { recursive: true })
        writeFileSync(join(path, name), text)
      }
    },
    link(name, target) {
      mkdirSync(dirname(join(path, name)), { recursive: true })
      symlinkSync(target, join(path, name))
    },
    remove: (name) => rmSync(join(path, name), { recursive: true, force: true }),
    at: (...parts) => join(path, ...parts),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
  mkdirSync(folder.home)
  mkdirSync(join(folder.repo, '.git'), { recursive: true })
  folder.write(files)
  return folder
}

/** A small skill. Further lines go into its frontmatter. */
export function skillText(name: string, more = '', body = `Body of ${name}.`): string {
  const lines = [`name: ${name}`, `description: Does ${name}`, ...(more === '' ? [] : [more])]
  return ['---', ...lines, '---', body, ''].join('\n')
}
