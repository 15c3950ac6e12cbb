import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openKnowledge } from './open.ts'
import type { KnowledgeOptions } from './types.ts'

let root = ''
let workspace = ''
let home = ''

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'skillet-knowledge-')))
  workspace = join(root, 'work')
  home = join(root, 'home')
  for (const folder of [workspace, home]) mkdirSync(folder)
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function put(path: string, text: string | Uint8Array): string {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

function open(paths: readonly string[], more: Partial<KnowledgeOptions> = {}) {
  const sources = paths.map((path) => ({ path, base: workspace, within: workspace }))
  return openKnowledge({ sources, workspace, home, ...more })
}

async function pathsFor(query: string, paths: readonly string[], more = {}) {
  return (await open(paths, more).search(query)).map(({ path }) => path)
}

describe('searching knowledge', () => {
  it('gives the passages that fit best, with path, heading and lines', async () => {
    put('work/docs/deploy.md', '# Deploy\n\nUnrelated.\n\n## Production\n\nPush the release tag.\n')
    put('work/docs/cooking.md', '# Soup\n\nBoil the water.\n')
    const [best, ...others] = await open(['docs']).search('how are releases pushed?')
    expect(best).toMatchObject({
      path: 'docs/deploy.md',
      file: join(workspace, 'docs/deploy.md'),
      heading: 'Deploy › Production',
      firstLine: 7,
      lastLine: 7,
      text: 'Push the release tag.',
    })
    expect(others.map(({ path }) => path)).not.toContain('docs/cooking.md')
  })

  it('finds Chinese, Japanese and Korean by pairs of characters', async () => {
    put('work/docs/zh.md', '# 部署\n\n先运行数据库迁移，再重启服务器。\n')
    put('work/docs/ja.md', 'データベースの移行を先に行う。\n')
    put('work/docs/ko.md', '배포 전에 데이터베이스를 옮긴다.\n')
    expect((await pathsFor('数据库怎么迁移？', ['docs']))[0]).toBe('docs/zh.md')
    expect((await pathsFor('データベース', ['docs']))[0]).toBe('docs/ja.md')
    expect((await pathsFor('데이터베이스', ['docs']))[0]).toBe('docs/ko.md')
  })

  it('takes files, folders, globs and places in the home folder', async () => {
    put('work/a.md', 'tomato')
    put('work/docs/b.md', 'tomato')
    put('work/docs/deep/c.txt', 'tomato')
    put('work/docs/deep/d.md', 'tomato')
    put('home/notes/e.md', 'tomato')
    const found = async (...paths: string[]) => (await pathsFor('tomato', paths)).sort()
    expect(await found('a.md')).toEqual(['a.md'])
    expect(await found('docs')).toEqual(['docs/b.md', 'docs/deep/c.txt', 'docs/deep/d.md'])
    expect(await found('docs/**/*.md')).toEqual(['docs/b.md', 'docs/deep/d.md'])
    const sources = [{ path: '~/notes', base: workspace }]
    expect(await pathsFor('tomato', [], { sources })).toEqual(['~/notes/e.md'])
  })

  it('notices what changed, came and went', async () => {
    const file = put('work/docs/a.md', 'tomato')
    const knowledge = open(['docs'])
    const texts = async (query: string) => (await knowledge.search(query)).map(({ text }) => text)
    expect(await texts('tomato')).toEqual(['tomato'])
    put('work/docs/a.md', 'potato soup')
    expect(await texts('tomato')).toEqual([])
    expect(await texts('potato')).toEqual(['potato soup'])
    put('work/docs/b.md', 'tomato soup')
    rmSync(file)
    expect(await texts('soup')).toEqual(['tomato soup'])
  })

  it('shares one look between searches that ask at once', async () => {
    put('work/docs/a.md', 'tomato')
    let looks = 0
    const sources = [{ path: 'docs', base: workspace, within: workspace }]
    const knowledge = openKnowledge({
      workspace,
      home,
      get sources() {
        looks += 1
        return sources
      },
    })
    const ten = () => Promise.all(Array.from({ length: 10 }, () => knowledge.search('tomato')))
    await knowledge.search('tomato')
    looks = 0
    const first = ten()
    // The first look has begun.
    while (looks === 0) await Promise.resolve()
    put('work/docs/b.md', 'tomato soup')
    const [found] = await ten()
    await first
    expect(looks).toBe(2)
    expect(found).toHaveLength(2)
  })

  it('forgets nothing that a look did not reach, and says that it was cut short', async () => {
    put('work/docs/a.md', 'tomato')
    const gone = put('work/docs/b.md', 'tomato')
    const changed = put('work/docs/c.md', 'tomato')
    const knowledge = open(['docs/*.md'])
    const texts = async () => (await knowledge.search('tomato')).map(({ text }) => text)
    expect(await texts()).toHaveLength(3)
    rmSync(gone)
    writeFileSync(changed, 'tomato soup')
    put('work/docs/d.md', 'tomato salad')
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10_000))
    expect((await texts()).sort()).toEqual(['tomato', 'tomato soup'])
    expect(await texts()).toHaveLength(2)
    expect(knowledge.problems()).toEqual([
      expect.stringMatching(/"docs\/\*\.md" was not looked through to its end.*took too long/u),
    ])
    clock.mockRestore()
    expect(await texts()).toHaveLength(3)
  })

  it('says that patterns of ignore files were skipped, since they keep nothing out', async () => {
    put('work/docs/.gitignore', `${'a'.repeat(300)}\n`)
    put('work/docs/a.md', 'tomato')
    const knowledge = open(['docs'])
    expect(await knowledge.search('tomato')).toHaveLength(1)
    expect(knowledge.problems()[0]).toMatch(/patterns of more than 256 characters \(1\)/u)
  })

  it('gives the same for the same files, however often and side by side it is asked', async () => {
    for (let at = 0; at < 40; at++) put(`work/docs/${at}.md`, `tomato ${at} in a soup`)
    const knowledge = open(['docs'])
    const all = await Promise.all(
      [1, 2, 3, 4].map(() => knowledge.search('tomato soup', { limit: 5 })),
    )
    expect(all[0]).toHaveLength(5)
    for (const one of all) expect(one).toEqual(all[0])
  })
})

describe('what is never knowledge', () => {
  it('threat E2: files that hold keys or passwords', async () => {
    for (const name of [
      '.env',
      '.env.local',
      'id_rsa',
      'server.pem',
      '.npmrc',
      'credentials.json',
    ]) {
      put(`work/docs/${name}`, 'tomato')
    }
    put('work/docs/.ssh/notes.md', 'tomato')
    put('work/docs/fine.md', 'tomato')
    expect(await pathsFor('tomato', ['docs', 'docs/.env', 'docs/*'])).toEqual(['docs/fine.md'])
  })

  it('threat T2: what lies outside a project, by its path or through a link', async () => {
    put('outside/secret.md', 'tomato')
    symlinkSync(join(root, 'outside'), join(workspace, 'linked'))
    symlinkSync(join(root, 'outside/secret.md'), join(workspace, 'linked.md'))
    mkdirSync(join(workspace, 'docs'))
    symlinkSync(join(root, 'outside/secret.md'), join(workspace, 'docs/below.md'))
    const paths = [
      'linked',
      'linked.md',
      '../outside',
      'docs',
      join(root, 'outside'),
      'linked/*.md',
    ]
    const knowledge = open(paths)
    expect(await knowledge.search('tomato')).toEqual([])
    const problems = knowledge.problems()
    expect(problems.filter((one) => one.includes('leads out of the project'))).toHaveLength(5)
    expect(knowledge.problems()).toEqual([])
  })

  it('Skillet’s own state', async () => {
    put('home/.local/state/skillet/trust.md', 'tomato')
    const closedFolders = [join(home, '.local/state/skillet')]
    const sources = [
      { path: '~', base: workspace },
      { path: '~/.local/state/skillet', base: home },
    ]
    expect(await pathsFor('tomato', [], { sources, closedFolders })).toEqual([])
  })

  it('what is binary, ignored, or too much', async () => {
    put('work/docs/a.bin', Uint8Array.from([0x74, 0, 0x6f]))
    put('work/docs/.gitignore', 'ignored.md\n')
    put('work/docs/ignored.md', 'tomato')
    put('work/docs/large.md', `tomato ${'x'.repeat(300)}`)
    put('work/docs/y.md', 'tomato')
    put('work/docs/z.md', 'tomato')
    const knowledge = open(['docs'], { limits: { fileSize: 200, files: 3 } })
    expect((await knowledge.search('tomato')).map(({ path }) => path)).toEqual(['docs/y.md'])
    expect(knowledge.problems().join()).toMatch(
      /large\.md is larger than 200 bytes.*more knowledge/u,
    )
  })

  it('what is not there: that is said', async () => {
    const knowledge = open(['nowhere', 'nothing/*.md'])
    expect(await knowledge.search('tomato')).toEqual([])
    expect(knowledge.problems()[0]).toBe('The knowledge "nowhere" is not there.')
  })
})
