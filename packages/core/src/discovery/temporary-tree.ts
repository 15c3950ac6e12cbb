import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { DiscoverOptions, Discovery } from './types.ts'

/** A folder for one test with a home and a repository in it, removed when the test is over. */
export interface TemporaryTree extends Disposable {
  readonly base: string
  /** `base/home`: a home folder without skills. */
  readonly home: string
  /** `base/home/repo`: a repository, the working folder. */
  readonly repo: string
  /** Absolute path of something below `base`. */
  at(path: string): string
  /** Writes a file and the folders above it. */
  write(path: string, text?: string): void
  /** Makes a link, and the folders above it. A target is taken as written. */
  link(path: string, target: string): void
  /** Options whose working folder is the repository. */
  options(more?: Partial<DiscoverOptions>): DiscoverOptions
  /** Paths of candidates relative to `base`. */
  found(discovery: Discovery): readonly string[]
}

/** A whole skill, for tests that do not care what is in it. */
export const skillText = '---\nname: sample\ndescription: A sample\n---\nDo it.\n'

/** @example using tree = temporaryTree({ 'home/repo/.agents/skills/a/SKILL.md': skillText }) */
export function temporaryTree(files: Readonly<Record<string, string>> = {}): TemporaryTree {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'skillet-discovery-')))
  const at = (path: string) => join(base, path)
  const tree: TemporaryTree = {
    base,
    home: at('home'),
    repo: at('home/repo'),
    at,
    write(path, text = skillText) {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), text)
    },
    link(path, target) {
      mkdirSync(dirname(at(path)), { recursive: true })
      symlinkSync(target, at(path))
    },
    options: (more) => ({ cwd: at('home/repo'), home: at('home'), ...more }),
    found: ({ candidates }) =>
      candidates.map(({ path }) => path.slice(base.length + 1).replaceAll('\\', '/')),
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  }
  mkdirSync(at('home/repo/.git'), { recursive: true })
  for (const [path, text] of Object.entries(files)) tree.write(path, text)
  return tree
}
