/** The `@example`s of docstrings, as programs. */
import { join } from 'node:path'
import ts from 'typescript'
import { optionsOf } from './read.mjs'

/** What examples may name without making it. Each is of the type that the packages give it. */
const world = `
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as core from '@skillet/core'
import * as agent from '@skillet/agent'
declare const cwd: string, home: string, platform: string, workspace: string, root: string
declare const file: string, path: string, text: string, error: unknown
declare const environment: NodeJS.ProcessEnv
declare const places: core.Places, settings: core.Settings, store: core.TrustStore
declare const library: core.SkillLibrary, snapshot: core.Snapshot, skill: core.Skill
declare const models: agent.Models, stream: AsyncIterable<string>
`

/**
 * What the compiler says about the examples of the exported names.
 * @param {string} root
 * @param {ReturnType<typeof import('./read.mjs').readEntries>} entries
 * @returns {string[]} one line a fault; empty where all are sound
 */
export function faultsOf(root, entries) {
  const programs = new Map(
    examplesOf(entries).map(({ entry, name, code }, at) => [
      join(root, `example-${at}.ts`),
      { title: `${entry.name} ${name}`, text: programOf(entry, code) },
    ]),
  )
  const options = { ...optionsOf(root), noUnusedLocals: false, noEmit: true }
  const program = ts.createProgram([...programs.keys()], options, hostOf(options, programs))
  return [...programs].flatMap(([file, { title }]) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(({ messageText }) => `${title}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`),
  )
}

/** Every piece `expression // → value` of an example: what is said to come out, and for what. */
export function claimsOf(entries) {
  return examplesOf(entries).flatMap(({ entry, name, code }) => {
    const claims = []
    let start = 0
    for (const { index, 0: comment, 1: value } of code.matchAll(/\s*\/\/ → (.+)$/gm)) {
      claims.push({ entry, name, code: code.slice(start, index).trim(), value: value.trim() })
      start = index + comment.length
    }
    return claims
  })
}

function examplesOf(entries) {
  return entries.flatMap((entry) =>
    entry.exports.flatMap(({ name, examples }) => examples.map((code) => ({ entry, name, code }))),
  )
}

/** The world, the entry's exports, and the example in a scope of its own, so that it may make `library`. */
function programOf({ name, exports }, code) {
  const values = exports.filter((one) => one.exported && one.kind !== 'type')
  const names = values.map((one) => one.name).join(', ')
  return `${world}import { ${names} } from '${name}'\nexport {}\n{\n${code}\n}\n`
}

function hostOf(options, programs) {
  const host = ts.createCompilerHost(options)
  return {
    ...host,
    fileExists: (file) => programs.has(file) || host.fileExists(file),
    readFile: (file) => programs.get(file)?.text ?? host.readFile(file),
    getSourceFile: (file, version, ...rest) => {
      const program = programs.get(file)
      return program
        ? ts.createSourceFile(file, program.text, version)
        : host.getSourceFile(file, version, ...rest)
    },
  }
}
