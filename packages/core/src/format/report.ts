import type { Diagnostic, DiagnosticCode, Range, RelatedPlace, Severity } from '../diagnostic.ts'
import type { SourcePlaces } from './source.ts'

/** A span of the frontmatter's text. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface Remark {
  /** Where in the frontmatter. */
  readonly at?: Span
  /** Where in the file, for what lies outside of the frontmatter. */
  readonly range?: Range
  readonly hint?: string
  readonly related?: { readonly message: string; readonly at: Span }
}

const none: readonly Diagnostic[] = Object.freeze([])

/** Warnings and infos that are kept of one file. Of 15,723 real files none has more than 5. */
const most = 20

/** What was left out, by its code. */
type Omitted = Map<DiagnosticCode, number>

/**
 * Collects what the steps have to say about one file: every error, the first warnings and infos, and
 * how many more there were, since a file of 16 KiB can give rise to thousands.
 */
export class Report {
  private readonly file: string
  private readonly places: SourcePlaces
  private said: Diagnostic[] | undefined
  private omitted: Omitted | undefined
  /** Whether one of those left out was a warning. */
  private omittedSeverity: Severity = 'info'

  constructor(file: string, places: SourcePlaces) {
    this.file = file
    this.places = places
  }

  error(code: DiagnosticCode, message: string, remark: Remark = {}): void {
    this.add(code, 'error', message, remark)
  }

  warning(code: DiagnosticCode, message: string, remark: Remark = {}): void {
    this.add(code, 'warning', message, remark)
  }

  info(code: DiagnosticCode, message: string, remark: Remark = {}): void {
    this.add(code, 'info', message, remark)
  }

  /** To be asked when all is said. */
  get diagnostics(): readonly Diagnostic[] {
    if (this.said === undefined) return none
    if (this.omitted === undefined) return Object.freeze(this.said)
    return Object.freeze([...this.said, this.summary(this.omitted)])
  }

  private summary(omitted: Omitted): Diagnostic {
    const total = [...omitted.values()].reduce((sum, count) => sum + count, 0)
    const codes = [...omitted].map(([code, count]) => `${count} × ${code}`).join(', ')
    return Object.freeze({
      code: 'report/limit',
      severity: this.omittedSeverity,
      message: `${total} more remarks on this file are left out: ${codes}.`,
      file: this.file,
      hint: 'Mend what is reported above, then look again.',
    })
  }

  private leaveOut(code: DiagnosticCode, severity: Severity): void {
    this.omitted ??= new Map()
    this.omitted.set(code, (this.omitted.get(code) ?? 0) + 1)
    if (severity === 'warning') this.omittedSeverity = 'warning'
  }

  private add(code: DiagnosticCode, severity: Severity, message: string, remark: Remark): void {
    if (severity !== 'error' && (this.said?.length ?? 0) >= most) {
      this.leaveOut(code, severity)
      return
    }
    const { at, hint, related } = remark
    const range = at === undefined ? remark.range : this.places.betweenOffsets(at.start, at.end)
    const diagnostic: Diagnostic = {
      code,
      severity,
      message,
      file: this.file,
      ...(range === undefined ? {} : { range: frozen(range) }),
      ...(hint === undefined ? {} : { hint }),
      ...(related === undefined ? {} : { related: this.related(related.message, related.at) }),
    }
    this.said ??= []
    this.said.push(Object.freeze(diagnostic))
  }

  private related(message: string, at: Span): readonly RelatedPlace[] {
    const range = frozen(this.places.betweenOffsets(at.start, at.end))
    return Object.freeze([Object.freeze({ message, file: this.file, range })])
  }
}

function frozen(range: Range): Range {
  Object.freeze(range.start)
  Object.freeze(range.end)
  return Object.freeze(range)
}
