import { execFileSync, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The JavaScript of the README that imports this package. */
function readmeProgram(name: string): string {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const programs = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code ?? '')
  const program = programs.find((code) => code.includes(`from '${name}'`))
  if (program === undefined) throw new Error(`README.md has no program that imports ${name}`)
  return program
}

/** A package and all that is installed for it. */
function withDependencies(name: string, modules: string): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'))
  const needed = Object.keys(manifest.dependencies ?? {})
  return [...new Set([name, ...needed.flatMap((one) => withDependencies(one, modules))])]
}

describe('the packed packages, installed in an empty folder', () => {
  let folder: string
  let env: NodeJS.ProcessEnv

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'skillet-packed-'))
    const home = join(folder, 'home')
    const project = join(folder, 'project')
    mkdirSync(home)
    mkdirSync(project)
    env = { ...process.env, HOME: home, NO_COLOR: '1' }
    for (const name of ['XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'SKILLET_HOME']) delete env[name]
    const tarballs = ['core', 'agent', 'cli'].map((name) => {
      const cwd = join(root, 'packages', name)
      const [packed] = JSON.parse(
        execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
          cwd,
          encoding: 'utf8',
        }),
      )
      return join(folder, packed.filename)
    })
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n')
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs], {
      cwd: project,
      stdio: 'pipe',
    })
  }, 240_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const inProject = (command: string, words: readonly string[]) =>
    spawnSync(command, words, { cwd: join(folder, 'project'), env, encoding: 'utf8' })

  it('`npx skillet list` shows the skills that ship with it', () => {
    const { stdout, stderr, status } = inProject('npx', [
      '--no-install',
      'skillet',
      'list',
      '--json',
    ])
    expect(stderr).toBe('')
    expect(status).toBe(0)
    const { skills } = JSON.parse(stdout)
    expect(skills.map((skill: { name: string }) => skill.name)).toContain('code-review')
  })

  it('`npx skillet run tour` does its work without a model, a key or a terminal', () => {
    const { stdout, status } = inProject('npx', ['--no-install', 'skillet', 'run', 'tour'])
    expect(status).toBe(0)
    expect(stdout).toContain('A tour of Skillet')
  })

  it('@skillet/core takes at most 1.5 MB with what it depends on, and holds no native code', () => {
    const modules = join(folder, 'project', 'node_modules')
    const files = withDependencies('@skillet/core', modules).flatMap((name) =>
      readdirSync(join(modules, name), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    )
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter((file) => /\.node$|binding\.gyp$/.test(file))).toEqual([])
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
    expect(bytes).toBeLessThanOrEqual(1_500_000)
  })

  it('`npx skillet conversations` has what was run: the database came along', () => {
    const words = ['--no-install', 'skillet', 'conversations', '--json']
    const { stdout, stderr } = inProject('npx', words)
    expect(stderr).toBe('')
    expect(JSON.parse(stdout).conversations).toMatchObject([{ title: '/tour', messages: 2 }])
  })

  it.each(['@skillet/core', '@skillet/agent'])('the README program for %s runs', (name) => {
    const project = join(folder, 'project')
    mkdirSync(join(project, '.agents/skills/greet'), { recursive: true })
    writeFileSync(
      join(project, '.agents/skills/greet/SKILL.md'),
      '---\nname: greet\ndescription: Greets somebody by name\nargument-hint: "<name>"\n---\nGreet $ARGUMENTS.\n',
    )
    expect(inProject('npx', ['--no-install', 'skillet', 'trust', '--yes']).status).toBe(0)
    writeFileSync(join(project, 'program.mjs'), readmeProgram(name))
    const { stdout, stderr, status } = inProject(process.execPath, ['program.mjs'])
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout).toContain('greet')
  })
})
