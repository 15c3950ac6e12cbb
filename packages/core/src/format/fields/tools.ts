import type { Report } from '../report.ts'
import { isClientName, isTool, likelyTool, parseToolPattern, splitPatterns } from '../tool-names.ts'
import { isNull, type YamlNode } from '../yaml/index.ts'
import type { FieldEntries, FieldEntry } from './entries.ts'
import type { KnownField } from './known.ts'
import { spanOf } from './text.ts'

const none: readonly string[] = Object.freeze([])

/** `allowed-tools`: patterns that need no approval once a person agreed to them. */
export function readAllowedTools(entries: FieldEntries, report: Report): readonly string[] {
  const patterns = readPatterns(entries, 'allowed-tools', report)
  reportUnknown(entries.known['allowed-tools'], patterns, report)
  return patterns
}

/**
 * `tools`: the restriction of the tool pool, empty for none. Many real skills list the clients they
 * were written for here; those names are no tools and are set aside.
 */
export function readTools(entries: FieldEntries, report: Report): readonly string[] {
  const patterns = readPatterns(entries, 'tools', report)
  if (patterns.includes('*')) return none
  const clients = patterns.filter(isClientName)
  const entry = entries.known.tools
  if (clients.length === 0 || entry === undefined) return patterns
  const tools = patterns.filter((pattern) => !isClientName(pattern))
  const effect = tools.length === 0 ? ' and the tools are not restricted' : ''
  const named = clients.join(', ')
  report.info(
    'tools/client-name',
    `"tools" names clients (${named}): they are set aside${effect}.`,
    {
      at: spanOf(entry),
      hint: 'Say in `compatibility` or `metadata` which clients a skill is written for.',
    },
  )
  return tools.length === 0 ? none : Object.freeze(tools)
}

function readPatterns(entries: FieldEntries, field: KnownField, report: Report): readonly string[] {
  const entry = entries.known[field]
  if (entry === undefined || isNull(entry.value)) return none
  const patterns = splitPatterns(patternText(entry, entries.text, report))
  reportSlips(entry, patterns, report)
  return patterns.length === 0 ? none : Object.freeze(patterns)
}

/** A tool that is not there restricts nothing and approves nothing, and nobody would notice. */
function reportSlips(entry: FieldEntry, patterns: readonly string[], report: Report): void {
  for (const name of new Set(patterns.map((pattern) => parseToolPattern(pattern).name))) {
    const likely = likelyTool(name)
    if (likely === undefined) continue
    report.warning('tools/near-miss', `"${name}" under "${entry.key}" is no tool that is known.`, {
      at: spanOf(entry),
      hint: `If "${likely}" is meant, write it so.`,
    })
  }
}

const mostNamed = 5

/** `Task` and `mcp__x__y` are tools of other clients: kept as written, and nothing is approved. */
function reportUnknown(
  entry: FieldEntry | undefined,
  patterns: readonly string[],
  report: Report,
): void {
  const names = new Set(patterns.map((pattern) => parseToolPattern(pattern).name))
  const unknown = [...names].filter((name) => !isTool(name) && likelyTool(name) === undefined)
  if (entry === undefined || unknown.length === 0) return
  const named = unknown.slice(0, mostNamed).map((name) => `\`${cut(name)}\``)
  const more = unknown.length > mostNamed ? ` and ${unknown.length - mostNamed} more` : ''
  report.info(
    'tools/unknown',
    `"${entry.key}" names tools that Skillet does not have (${named.join(', ')}${more}): nothing is approved by them.`,
    { at: spanOf(entry), hint: 'Leave them for clients that have them, or remove them.' },
  )
}

const longestName = 64

function cut(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name
}

/**
 * All items as one text: YAML cuts `[Bash(ls, cat)]` inside the parentheses, and joining the pieces
 * again mends that.
 */
function patternText(entry: FieldEntry, source: string, report: Report): string {
  const { value } = entry
  if (value.kind === 'scalar') return value.text
  if (value.kind === 'map') {
    reportType(entry, report)
    return ''
  }
  const texts: string[] = []
  let complained = false
  for (const item of value.items) {
    const text = item.kind === 'scalar' ? item.text : patternAsTyped(item, source)
    if (text !== undefined) texts.push(text)
    if (item.kind !== 'scalar' && !complained) {
      reportType(entry, report)
      complained = true
    }
  }
  return texts.join(', ')
}

/** `- WebFetch(domain: x.org)` is a map to YAML, and a pattern to whoever wrote it. */
function patternAsTyped(item: YamlNode, source: string): string | undefined {
  const text = source.slice(item.start, item.end)
  return text.includes('(') && !text.includes('\n') ? text : undefined
}

function reportType(entry: FieldEntry, report: Report): void {
  report.warning(
    'field/type',
    `"${entry.key}" is meant to hold names of tools; what is not text counts only where it looks like one.`,
    {
      at: { start: entry.keyStart, end: entry.keyEnd },
      hint: `${entry.key}: Read, "Bash(git *)"`,
    },
  )
}
