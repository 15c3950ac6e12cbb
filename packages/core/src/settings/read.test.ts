import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { settingBounds } from './bounds.ts'
import { settingsKeys } from './fields.ts'
import { placesFor } from './places.ts'
import { parseSettings, readSettings } from './read.ts'
import { projectKeys } from './reading.ts'
import type { Settings } from './types.ts'

const { mostEntries } = settingBounds

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'skillet-settings-'))
  mkdirSync(join(base, 'repo'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const userFile = () => join(base, 'home/.config/skillet/settings.json')
const projectFile = () => join(base, 'repo/.skillet/settings.json')

function write(file: string, contents: unknown): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof contents === 'string' ? contents : JSON.stringify(contents, null, 2))
}

function read(more: { cwd?: string; repository?: string } = {}): Settings {
  const places = placesFor({ platform: 'linux', environment: {}, home: join(base, 'home') })
  return readSettings({ cwd: join(base, 'repo'), places, ...more })
}

describe('readSettings', () => {
  test('offsets are those of the file, a mark at its start included', () => {
    const text = '\ufeff{"model": 7}'
    write(userFile(), text)
    const [diagnostic] = read().diagnostics
    expect(diagnostic?.range?.start).toEqual({ line: 1, column: 11, offset: text.indexOf('7') })
  })

  test('home reached through a link is home: what lies there is the person’s own', () => {
    write(join(base, 'home/.skillet/settings.json'), { disabled: ['pdf'] })
    symlinkSync(join(base, 'home'), join(base, 'way'))
    expect(read({ cwd: join(base, 'way'), repository: join(base, 'way') }).project).toEqual({})
    expect(read({ cwd: join(base, 'home'), repository: join(base, 'home') }).project).toEqual({})
  })

  test('no files: nothing is set and nothing is said', () => {
    expect(read()).toEqual({
      user: {},
      project: {},
      userFile: userFile(),
      projectFile: projectFile(),
      diagnostics: [],
      ranges: { user: {}, project: {} },
    })
  })

  test.skipIf(process.platform === 'win32')(
    'a key in a file that others may read is reported, with what to type',
    () => {
      const providers = { mine: { kind: 'openai', apiKey: 'sk-1' } }
      write(userFile(), { providers })
      chmodSync(userFile(), 0o644)
      expect(read().diagnostics).toEqual([
        {
          code: 'settings/readable-by-others',
          severity: 'warning',
          message:
            '`providers.mine.apiKey` stands in a file that other people may read (mode 0644).',
          file: userFile(),
          range: expect.objectContaining({ start: expect.objectContaining({ line: 5 }) }),
          hint: `Type: chmod 600 ${userFile()}`,
        },
      ])
      expect(read().user.providers).toEqual(providers)
      chmodSync(userFile(), 0o640)
      expect(read().diagnostics).toHaveLength(1)
      chmodSync(userFile(), 0o600)
      expect(read().diagnostics).toEqual([])
    },
  )

  test('a file without a secret may be read by everybody', () => {
    const headers = { 'HTTP-Referer': 'https://example.org' }
    write(userFile(), { model: 'm', providers: { mine: { baseURL: 'http://localhost', headers } } })
    expect(read().diagnostics).toEqual([])
    write(userFile(), { providers: { mine: { headers: { Authorization: 'Bearer 1' } } } })
    const told = process.platform === 'win32' ? [] : ['settings/readable-by-others']
    expect(read().diagnostics.map(({ code }) => code)).toEqual(told)
  })

  test('both levels come back as written, each value with its place', () => {
    write(userFile(), { disabled: ['a', 'b-*'], limits: { depth: 9 }, $schema: 'x' })
    write(projectFile(), { permissions: { deny: ['bash'] } })
    const { user, project, diagnostics, ranges } = read()
    expect(user).toEqual({ disabled: ['a', 'b-*'], limits: { depth: 9 } })
    expect(project).toEqual({ permissions: { deny: ['bash'] } })
    expect(diagnostics).toEqual([])
    expect(ranges?.user['disabled/1']?.start).toMatchObject({ line: 4, column: 5 })
    expect(ranges?.project['permissions/deny/0']?.start.line).toBe(4)
  })

  test('the project lies at the repository, wherever the working folder is', () => {
    write(projectFile(), { model: 'm' })
    const cwd = join(base, 'repo/a/b')
    mkdirSync(cwd, { recursive: true })
    expect(read({ cwd, repository: join(base, 'repo') }).project.model).toBe('m')
    expect(read({ cwd }).project.model).toBeUndefined()
    mkdirSync(join(base, 'repo/.git'))
    expect(read({ cwd }).project.model).toBe('m')
  })

  test('broken JSON names file, line and column, and nothing of it counts', () => {
    write(userFile(), '{\n  "model": "m",\n  "disabled": ["a",]\n}')
    const { user, diagnostics } = read()
    expect(user).toEqual({})
    expect(diagnostics).toEqual([
      expect.objectContaining({
        code: 'settings/invalid',
        severity: 'error',
        file: userFile(),
        message: 'A comma stands before the closing bracket. Nothing in this file counts.',
        hint: 'Remove the comma.',
        range: expect.objectContaining({ start: { line: 3, column: 19, offset: 36 } }),
      }),
    ])
  })

  test('a value of a wrong type is left out alone, with its key and place', () => {
    write(
      userFile(),
      '{\n "model": 7,\n "disabled": ["a", 1, "b"],\n "language": "fr",\n "stepLimit": 0.5\n}',
    )
    const { user, diagnostics } = read()
    expect(user).toEqual({ disabled: ['a', 'b'] })
    expect(diagnostics.map(({ message, range }) => [range?.start.line, message])).toEqual([
      [2, 'The setting `model` is not a text in double quotes, so it does not count.'],
      [3, 'The setting `disabled.1` is not a text in double quotes, so it does not count.'],
      [4, 'The setting `language` is not one of "en", "zh", so it does not count.'],
      [
        5,
        'The setting `stepLimit` is not a whole number from 1 to 2147483647, so it does not count.',
      ],
    ])
  })

  test('an unknown key is named, with the one that was meant', () => {
    write(userFile(), {
      disable: [],
      Models: '',
      step_limit: 3,
      colour: 'red',
      permissions: { allows: [] },
    })
    expect(read().diagnostics.map(({ message, hint }) => [message, hint])).toEqual([
      ['The key `disable` is unknown, so it does not count.', 'Write `disabled`.'],
      ['The key `Models` is unknown, so it does not count.', 'Write `model`.'],
      ['The key `step_limit` is unknown, so it does not count.', 'Write `stepLimit`.'],
      ['The key `colour` is unknown, so it does not count.', undefined],
      ['The key `allows` is unknown, so it does not count.', 'Write `allow`.'],
    ])
  })

  test('a key that is there twice: the last one counts', () => {
    write(userFile(), '{"model": "a", "model": "b"}')
    const { user, diagnostics } = read()
    expect(user.model).toBe('b')
    expect(diagnostics[0]?.message).toContain('twice')
  })

  test('threat T7: a pattern longer than anybody types is reported and skipped', () => {
    write(userFile(), { disabled: ['*a'.repeat(200), ' ', 'ok'] })
    const { user, diagnostics } = read()
    expect(user.disabled).toEqual(['ok'])
    expect(diagnostics).toHaveLength(2)
  })

  test.each([
    ['a list', '[]'],
    ['a text', '"x"'],
    ['empty', ''],
  ])('a file that is %s is an error', (_, text) => {
    write(userFile(), text)
    expect(read().diagnostics).toEqual([expect.objectContaining({ severity: 'error' })])
  })

  test('a file that is not UTF-8 is an error', () => {
    write(userFile(), '')
    writeFileSync(userFile(), Buffer.from([0x7b, 0xff, 0x7d]))
    expect(read().diagnostics).toEqual([
      expect.objectContaining({ severity: 'error', message: 'The settings are not UTF-8 text.' }),
    ])
  })

  test('a file that is no file, or far too large, is an error', () => {
    mkdirSync(userFile(), { recursive: true })
    write(projectFile(), ' '.repeat(1024 * 1024 + 1))
    const { diagnostics } = read()
    expect(diagnostics.map(({ file, severity }) => [file, severity])).toEqual([
      [userFile(), 'error'],
      [projectFile(), 'error'],
    ])
  })

  describe.skipIf(process.platform === 'win32')('what is no ordinary file', () => {
    const said = 'The settings cannot be read (it is not an ordinary file).'

    test('a pipe that nobody writes to is not waited for', () => {
      for (const file of [userFile(), projectFile()]) {
        mkdirSync(dirname(file), { recursive: true })
        execFileSync('mkfifo', [file])
      }
      expect(read().diagnostics.map(({ message }) => message)).toEqual([said, said])
    })

    test('a link to a device that never ends is not read to its end', () => {
      mkdirSync(dirname(userFile()), { recursive: true })
      symlinkSync('/dev/zero', userFile())
      expect(read().diagnostics).toMatchObject([{ message: said, severity: 'error' }])
    })
  })

  test('a list of more than 1,000 entries: the rest does not count, and that is said', () => {
    const many = Array.from({ length: mostEntries + 1 }, (_, at) => `p-${at}`)
    write(userFile(), { enabled: many, disabled: many.slice(1) })
    const { user, diagnostics } = read()
    expect(user.enabled).toHaveLength(mostEntries)
    expect(user.disabled).toHaveLength(mostEntries)
    expect(diagnostics).toMatchObject([{ severity: 'warning', range: { start: { line: 1003 } } }])
    expect(diagnostics[0]?.message).toContain('`enabled` has 1001 entries')
  })

  test('where leaving entries out would turn things on, the file is refused as a whole', () => {
    const many = Array.from({ length: mostEntries + 1 }, (_, at) => `p-${at}*`)
    for (const settings of [{ disabled: many }, { permissions: { deny: many, ask: [] } }]) {
      write(userFile(), { model: 'm', ...settings })
      const { user, diagnostics } = read()
      expect(user).toEqual({})
      expect(diagnostics).toMatchObject([{ severity: 'error' }])
      expect(diagnostics[0]?.message).toContain('Nothing in this file counts.')
    }
  })

  test('a file of nothing but mistakes is answered in a hundred of them and a count', () => {
    const keys = Array.from({ length: 20_000 }, (_, at) => [`key${at}`, 1] as const)
    write(userFile(), Object.fromEntries(keys))
    const { diagnostics } = read()
    expect(diagnostics).toHaveLength(101)
    expect(diagnostics.at(-1)?.message).toBe('There are 19900 further problems in this file.')
  })

  test('an unknown client is named with its file and line, and with the one that was meant', () => {
    write(userFile(), { clients: ['codx', 'gemini', 'nobody'] })
    const { user, diagnostics } = read()
    expect(user.clients).toEqual(['gemini'])
    expect(diagnostics).toMatchObject([
      { file: userFile(), range: { start: { line: 3 } }, hint: 'Write `codex`.' },
      { file: userFile(), range: { start: { line: 5 } } },
    ])
    expect(diagnostics[1]?.hint).toContain('Known clients: skillet, agents')
  })

  test('the sandbox is a word, or what is opened in it; a project has no say', () => {
    const sandboxOf = (sandbox: unknown) => {
      write(userFile(), { sandbox })
      const { user, diagnostics } = read()
      return [user.sandbox, diagnostics.length]
    }
    expect(sandboxOf('off')).toEqual(['off', 0])
    expect(sandboxOf('auto')).toEqual(['auto', 0])
    const opened = { network: true, readable: ['~/data'] }
    expect(sandboxOf(opened)).toEqual([opened, 0])
    expect(sandboxOf({ network: 'yes', readable: ['~/data', 1] })).toEqual([
      { readable: ['~/data'] },
      2,
    ])
    expect(sandboxOf('on')).toEqual([undefined, 1])
    expect(sandboxOf('none')).toEqual([undefined, 1])
    const [wrong] = read().diagnostics
    const told = `${wrong?.message} ${wrong?.hint}`
    for (const right of ['"auto"', '"off"', '"network": true']) expect(told).toContain(right)
    expect(sandboxOf(false)).toEqual([undefined, 1])
    write(userFile(), {})
    write(projectFile(), { sandbox: 'off' })
    const { project, diagnostics } = read()
    expect(project.sandbox).toBeUndefined()
    expect(diagnostics.map(({ code }) => code)).toEqual(['settings/not-allowed'])
  })

  test('shares of the context are per cent', () => {
    const context = { activeSkills: 12.5, instructions: 100, instructionCharacters: 90_000 }
    write(userFile(), { context })
    expect(read()).toMatchObject({ user: { context }, diagnostics: [] })
    write(userFile(), { context: { activeSkills: 0.25, instructions: 101, instruction: 1 } })
    const { user, diagnostics } = read()
    expect(user.context).toEqual({})
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'The setting `context.activeSkills` is not a number from 1 to 100 (per cent), so it does not count.',
      'The setting `context.instructions` is not a number from 1 to 100 (per cent), so it does not count.',
      'The key `instruction` is unknown, so it does not count.',
    ])
  })

  test('a project may set only the listed keys', () => {
    write(projectFile(), {
      providers: { p: { baseURL: 'http://127.0.0.1:1' } },
      permissions: { allow: ['bash'], ask: ['edit'], deny: ['write'] },
      stepLimit: 9,
      limits: { depth: 99 },
      language: 'zh',
      disabled: ['x'],
      model: 'm',
    })
    const { project, diagnostics } = read()
    expect(project).toEqual({
      permissions: { ask: ['edit'], deny: ['write'] },
      disabled: ['x'],
      model: 'm',
    })
    expect(diagnostics.map(({ code }) => code)).toEqual(Array(5).fill('settings/not-allowed'))
    expect(diagnostics.map(({ message }) => /`(.*)`/.exec(message)?.[1])).toEqual([
      'providers',
      'permissions.allow',
      'stepLimit',
      'limits',
      'language',
    ])
  })

  test('what a project names stays in the project', () => {
    const skills = ['../skills', 'here', '../..', '/etc', '~/x', '$HOME/x', '..\u0000']
    write(projectFile(), { skills, knowledge: ['../docs', '../../up'] })
    const { project, diagnostics } = read()
    expect(project.skills?.slice(0, 2)).toEqual(['../skills', 'here'])
    expect(project.skills).not.toContain('/etc')
    expect(project.skills).not.toContain('~/x')
    expect(project.knowledge).toEqual(['../docs'])
    expect(diagnostics.length).toBeGreaterThanOrEqual(5)
  })

  test('a settings file that is a link out of the project does not count', () => {
    write(join(base, 'elsewhere.json'), { model: 'm' })
    mkdirSync(dirname(projectFile()), { recursive: true })
    symlinkSync(join(base, 'elsewhere.json'), projectFile())
    const { project, diagnostics } = read()
    expect(project).toEqual({})
    expect(diagnostics.map(({ code }) => code)).toEqual(['link/escapes'])
  })

  test('the home folder itself is no project', () => {
    const home = join(base, 'home')
    write(join(home, '.skillet/settings.json'), { model: 'm' })
    expect(read({ cwd: home }).project).toEqual({})
    expect(read({ cwd: home, repository: home }).project).toEqual({})
  })

  test('one file is never both levels', () => {
    const own = join(base, 'repo/.skillet')
    write(join(own, 'settings.json'), { model: 'm' })
    const environment = { SKILLET_HOME: own }
    const places = placesFor({ platform: 'linux', environment, home: join(base, 'home') })
    const { user, project } = readSettings({ cwd: join(base, 'repo'), places })
    expect([user, project]).toEqual([{ model: 'm' }, {}])
  })

  test('keys called __proto__ are unknown keys and nothing more', () => {
    write(
      userFile(),
      '{"__proto__": {"model": "m"}, "providers": {"__proto__": {"kind": "openai"}}}',
    )
    const { user } = read()
    expect(user.model).toBeUndefined()
    expect(Object.keys(user.providers ?? {})).toEqual(['__proto__'])
  })
})

describe('how much one setting holds', () => {
  const long = (letters: number) => 'x'.repeat(letters)
  const { longestName, longestText, longestRule, largestNumber } = settingBounds
  const parse = (settings: unknown) => parseSettings(JSON.stringify(settings), 'file', 'user')

  test.each([
    ['model', { model: long(longestName) }, { model: long(longestName + 1) }],
    ['skills', { skills: [long(longestText)] }, { skills: [long(longestText + 1)] }],
    ['stepLimit', { stepLimit: largestNumber }, { stepLimit: largestNumber + 1 }],
    [
      'permissions',
      { permissions: { allow: [long(longestRule)] } },
      { permissions: { allow: [long(longestRule + 1)] } },
    ],
    [
      'providers',
      { providers: { [long(longestName)]: {} } },
      { providers: { [long(longestName + 1)]: {} } },
    ],
    [
      'providers',
      { providers: { a: { apiKey: long(longestText) } } },
      { providers: { a: { apiKey: long(longestText + 1) } } },
    ],
  ])('%s: what is beyond does not count, and is named', (key, within, beyond) => {
    expect(parse(within)).toMatchObject({ settings: within, diagnostics: [] })
    const { settings, diagnostics } = parse({ ...beyond, theme: 'dark' })
    expect(settings.theme).toBe('dark')
    expect(JSON.stringify(settings)).not.toContain('xxx')
    expect(settings).not.toMatchObject({ stepLimit: largestNumber + 1 })
    expect(diagnostics).toMatchObject([{ severity: 'warning' }])
    expect(diagnostics[0]?.message).toContain(`\`${key}`)
    expect(diagnostics[0]?.message.length).toBeLessThan(400)
  })

  test.each(['', ' ', 'a\0b', 'a\u001b[2J', 'a\nb'])('%j is no name of a model', (model) => {
    expect(parse({ model })).toMatchObject({ settings: {}, diagnostics: [{ severity: 'warning' }] })
  })

  test('a rule may be a command of several lines', () => {
    const permissions = { allow: ['bash(echo a\n\techo b)'] }
    expect(parse({ permissions })).toMatchObject({ settings: { permissions }, diagnostics: [] })
  })

  test('a price is a number that one can pay', () => {
    const text = '{"providers":{"a":{"prices":{"m":{"input":1e999,"output":2}}}}}'
    expect(parseSettings(text, 'file', 'user')).toMatchObject({
      settings: { providers: { a: { prices: { m: { output: 2 } } } } },
      diagnostics: [{ severity: 'warning' }],
    })
  })

  test('of what takes something away nothing is left out: the whole file is refused', () => {
    for (const effect of ['deny', 'ask']) {
      const { settings, diagnostics } = parse({
        model: 'a/b',
        permissions: { [effect]: [long(longestRule + 1)] },
      })
      expect(settings).toEqual({})
      expect(diagnostics).toMatchObject([{ severity: 'error' }])
    }
  })

  test('of more members than count the rest does not, and that is said', () => {
    const names = Array.from({ length: mostEntries + 1 }, (_, at) => [`p${at}`, {}] as const)
    const { settings, diagnostics } = parse({ providers: Object.fromEntries(names) })
    expect(Object.keys(settings.providers ?? {})).toHaveLength(mostEntries)
    expect(diagnostics).toMatchObject([{ severity: 'warning' }])
  })
})

/** A JSON schema, as far as ours goes. */
interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly string[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly propertyNames?: Schema
  readonly items?: Schema
  readonly maxLength?: number
  readonly maximum?: number
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly description?: string
  readonly $defs?: Readonly<Record<string, Schema>>
}

/** Every path of keys below which a schema allows a value, with what it allows there. */
function placesIn(schema: Schema, root: Schema, path: readonly string[] = []): readonly Place[] {
  const { $ref, oneOf = [], properties = {}, additionalProperties: others } = schema
  const named = $ref === undefined ? undefined : root.$defs?.[$ref.replace('#/$defs/', '')]
  return [
    ...(named === undefined ? [{ path, schema }] : placesIn(named, root, path)),
    ...oneOf.flatMap((one) => placesIn(one, root, path)),
    ...Object.entries(properties).flatMap(([key, one]) => placesIn(one, root, [...path, key])),
    ...(typeof others === 'object' ? placesIn(others, root, [...path, 'any']) : []),
    ...(schema.items === undefined ? [] : placesIn(schema.items, root, [...path, '0'])),
  ]
}

interface Place {
  readonly path: readonly string[]
  readonly schema: Schema
}

describe('docs/settings.schema.json', () => {
  const schema: Schema = JSON.parse(
    readFileSync(new URL('../../../../docs/settings.schema.json', import.meta.url), 'utf8'),
  )
  const { properties = {} } = schema

  test('names every key, and says which ones a project may set', () => {
    expect(Object.keys(properties).filter((key) => key !== '$schema')).toEqual(settingsKeys)
    for (const key of settingsKeys) {
      const inProject = projectKeys.includes(key)
      expect(properties[key]?.description?.includes("Not in a project's settings."), key).toBe(
        !inProject,
      )
    }
  })

  /** Whether the reader takes a value at a path of keys. */
  const isRead = (path: readonly string[], value: unknown) => {
    const whole = path.reduceRight<unknown>(
      (inside, key) => (key === '0' ? [inside] : { [key]: inside }),
      value,
    )
    return parseSettings(JSON.stringify(whole), 'file', 'user').diagnostics.length === 0
  }

  const places = placesIn(schema, schema).filter(({ path }) => path[0] !== '$schema')
  const isClient = ({ path }: Place) => path[0] === 'clients'

  test('has a bound for each text, number and list', () => {
    for (const { path, schema: one } of places) {
      const where = path.join('.')
      if (one.type === 'string') expect(one.maxLength, where).toBeGreaterThan(0)
      if (one.type === 'integer' || one.type === 'number') {
        expect(one.maximum, where).toBeGreaterThan(0)
      }
      if (one.type === 'array') expect(one.maxItems, where).toBe(mostEntries)
    }
  })

  test('draws the line where the reader does', () => {
    for (const place of places) {
      const { path, schema: one } = place
      const where = path.join('.')
      if (one.maxLength !== undefined && !isClient(place)) {
        expect(isRead(path, 'x'.repeat(one.maxLength)), where).toBe(true)
        expect(isRead(path, 'x'.repeat(one.maxLength + 1)), where).toBe(false)
      }
      if (one.maximum !== undefined) {
        expect(isRead(path, one.maximum), where).toBe(true)
        expect(isRead(path, one.maximum + 1), where).toBe(false)
      }
      if (typeof one.additionalProperties === 'object') {
        expect(one.maxProperties, where).toBe(mostEntries)
        expect(one.propertyNames?.maxLength, where).toBe(settingBounds.longestName)
      }
    }
  })

  test('knows every key of a provider', () => {
    const provider = properties['providers']?.additionalProperties
    expect(Object.keys((typeof provider === 'object' && provider.properties) || {})).toEqual([
      'kind',
      'baseURL',
      'apiKey',
      'headers',
      'images',
      'prices',
    ])
  })
})
