import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { discover, discoverEach, nodeDisk } from './index.ts'
import { isInside } from './paths.ts'
import { type TemporaryTree, temporaryTree } from './temporary-tree.ts'

/** Names that people, editors and malice give to files. */
const names = fc.constantFrom(
  ...'a,b,SKILL.md,skill.md,x.md,.gitignore,.ignore,node_modules,.hidden'.split(','),
  ..." ,a b,',$HOME,~,-rf,\u202egpj,小说,e\u0301,\u{1f373},a\nb,\\".split(','),
)
const home = 'home/elsewhere,home/.agents/skills'.split(',')
const project = 'agents,free-code,pi'.split(',').map((client) => `home/repo/.${client}/skills`)
const places = fc.constantFrom(...home, ...project)
const path = fc
  .tuple(places, fc.array(names, { minLength: 1, maxLength: 4 }))
  .map(([place, parts]) => [place, ...parts].join('/'))
type Item = {
  readonly kind: 'file' | 'folder' | 'link'
  readonly path: string
  readonly text: string
}
const item: fc.Arbitrary<Item> = fc.oneof(
  fc.record({
    kind: fc.constant('file' as const),
    path,
    text: fc.constantFrom('', 'a\n', '*\n!b\n', '---\nname: a\n'),
  }),
  fc.record({ kind: fc.constant('folder' as const), path, text: fc.constant('') }),
  fc.record({
    kind: fc.constant('link' as const),
    path,
    text: fc.oneof(path, fc.constantFrom('.', '..', '../..', 'nowhere', '/dev/null')),
  }),
)

function grow(tree: TemporaryTree, items: readonly Item[]) {
  for (const { kind, path, text } of items) {
    try {
      mkdirSync(dirname(tree.at(path)), { recursive: true })
      if (kind === 'file') writeFileSync(tree.at(path), text)
      if (kind === 'folder') mkdirSync(tree.at(path))
      if (kind === 'link')
        symlinkSync(text.startsWith('home/') ? tree.at(text) : text, tree.at(path))
    } catch {
      // What cannot stand beside the earlier items is left out.
    }
  }
}

it('in any tree: never throws, stays in the project, lists no folder twice, gives the same answer twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 25 }), async (items) => {
      using tree = temporaryTree()
      grow(tree, items)
      const options = tree.options({ paths: ['~/elsewhere'] })
      const limits = { depth: 4, explicitDepth: 4, folders: 60 }
      const found = await discover({ ...options, limits })

      for (const { root, realPath } of found.candidates) {
        if (root.scope === 'project') expect(isInside(realPath, tree.repo)).toBe(true)
      }
      const realPaths = found.candidates.map(({ realPath }) => realPath)
      expect(new Set(realPaths)).toHaveLength(realPaths.length)
      for (const { path, diagnostics } of found.candidates) {
        for (const { file } of diagnostics) expect(file).toBe(path)
      }
      expect(JSON.stringify(await discover({ ...options, limits }))).toBe(JSON.stringify(found))

      // One root alone, since roots may overlap: each folder once, by its device and inode.
      const folders: string[] = []
      await discoverEach(
        { cwd: tree.base, home: tree.at('no-home'), paths: ['home/repo/.agents/skills'], limits },
        { candidate: () => {}, listed: (folder) => folders.push(folder) },
      )
      const keys = folders.map((folder) => {
        const stats = nodeDisk.stat(folder)
        return `${stats?.dev}:${stats?.ino}`
      })
      expect(new Set(keys)).toHaveLength(keys.length)
    }),
    { numRuns: 80 },
  )
}, 60_000)
