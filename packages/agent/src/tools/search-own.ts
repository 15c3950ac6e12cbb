import { basename } from 'node:path'
import { type LineMatcher, lineMatcher, literalSource } from './line-matcher.ts'
import { openChecked } from './open-checked.ts'
import {
  type FoundFile,
  type FoundLine,
  limitNote,
  type SearchRequest,
  type SearchResult,
  slowNote,
} from './search-text.ts'
import { decodeText } from './text-file.ts'
import { walkNotes, walkTree } from './walk-tree.ts'

/** Larger files are logs and data; they are counted, not searched. */
const largestFile = 16 * 1024 * 1024

/** Searches with JavaScript's regular expressions: what there is where ripgrep is not. */
export async function searchOwn(request: SearchRequest): Promise<SearchResult> {
  request.signal.throwIfAborted()
  const deadline = performance.now() + request.timeLimit
  const source = request.literal ? literalSource(request.pattern) : request.pattern
  const compiled = compilable(source)
  if ('reason' in compiled) return { kind: 'bad-pattern', reason: compiled.reason }
  const flags = request.ignoreCase ? `${compiled.flags}i` : compiled.flags
  const matcher = lineMatcher(source, flags, deadline, request.signal)
  try {
    return await new Search(request, matcher, deadline).run()
  } finally {
    await matcher[Symbol.asyncDispose]()
  }
}

/**
 * The flags with which a pattern compiles, or why it does not. Models escape what needs no escape
 * (`\-`, `\"`), which only the older syntax takes. Compiling is quick for every pattern; only
 * matching can take for ever.
 */
function compilable(source: string): { readonly flags: 'u' | '' } | { readonly reason: string } {
  for (const flags of ['u', ''] as const) {
    try {
      new RegExp(source, flags)
      return { flags }
    } catch (error) {
      if (flags === '') return { reason: error instanceof Error ? error.message : String(error) }
    }
  }
  return { flags: '' }
}

class Search {
  readonly #request: SearchRequest
  readonly #matcher: LineMatcher
  readonly #deadline: number
  readonly #files: FoundFile[] = []
  readonly #notes: string[] = []
  #left: number
  #tooLarge = 0

  constructor(request: SearchRequest, matcher: LineMatcher, deadline: number) {
    this.#request = request
    this.#matcher = matcher
    this.#deadline = deadline
    this.#left = request.limit
  }

  async run(): Promise<SearchResult> {
    if (this.#request.rootIs === 'file') {
      await this.#searchFile(this.#request.root, basename(this.#request.root))
    } else {
      await this.#searchFolder()
    }
    if (this.#tooLarge > 0) {
      this.#notes.push(
        `${this.#tooLarge} files of more than ${largestFile} bytes were not searched.`,
      )
    }
    return { kind: 'found', files: this.#files, notes: this.#notes }
  }

  async #searchFolder(): Promise<void> {
    const { root, top, signal, closed } = this.#request
    const timeLimit = this.#deadline - performance.now()
    const end = await walkTree({ root, top, signal, closed, timeLimit }, async (entry) => {
      if (entry.kind !== 'file' || !this.#request.wanted(entry.shown)) return undefined
      return this.#searchFile(entry.path, entry.shown)
    })
    this.#notes.push(...walkNotes(end))
  }

  async #searchFile(path: string, shown: string): Promise<'stop' | undefined> {
    if (!this.#request.openable(path)) return undefined
    const text = await this.#textOf(path)
    if (text === undefined) return undefined
    const lines = linesOf(text)
    this.#request.signal.throwIfAborted()
    const matches = await this.#matcher.match(lines, this.#left + 1)
    this.#request.signal.throwIfAborted()
    if (matches.kind === 'time') {
      this.#notes.push(slowNote(shown))
      return 'stop'
    }
    if (matches.lines.length === 0) return undefined
    const kept = matches.lines.slice(0, this.#left)
    if (kept.length > 0) {
      this.#files.push({ shown, lines: withContext(lines, kept, this.#request.context) })
    }
    this.#left -= kept.length
    if (matches.lines.length === kept.length) return undefined
    this.#notes.push(limitNote(this.#request.limit))
    return 'stop'
  }

  async #textOf(path: string): Promise<string | undefined> {
    const opened = await openChecked(path)
    if (opened.kind !== 'open') return undefined
    try {
      if (opened.stats.size > largestFile) {
        this.#tooLarge += 1
        return undefined
      }
      return decodeText(await opened.handle.readFile())?.text
    } finally {
      await opened.handle.close()
    }
  }
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/u)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** The matching lines and `around` lines on both sides of each, every line once. */
function withContext(
  lines: readonly string[],
  matches: readonly number[],
  around: number,
): readonly FoundLine[] {
  const matching = new Set(matches)
  const shown = new Set<number>()
  for (const match of matches) {
    for (let at = match - around; at <= match + around; at += 1) shown.add(at)
  }
  return [...shown]
    .filter((at) => at >= 0 && at < lines.length)
    .sort((a, b) => a - b)
    .map((at) => ({ number: at + 1, text: lines[at] ?? '', match: matching.has(at) }))
}
