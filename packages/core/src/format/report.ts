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

/** Collects what the steps have to say about one file. */
export class Report {
  readonly #file: string
  readonly #places: SourcePlaces
  #diagnostics: Diagnostic[] | undefined

  constructor(file: string, places: SourcePlaces) {
    this.#file = file
    this.#places = places
  }

  error(code: DiagnosticCode, message: string, remark: Remark = {}): void {
    this.#add(code, 'error', message, remark)
  }

  warning(code: DiagnosticCode, message: string, remark: Remark = {}): void {
    this.#add(code, 'warning', message, remark)
  }

  info(code: DiagnosticCode, message: string, remark: Remark = {}): void {
    this.#add(code, 'info', message, remark)
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics === undefined ? none : Object.freeze(this.#diagnostics)
  }

  #add(code: DiagnosticCode, severity: Severity, message: string, remark: Remark): void {
    const { at, hint, related } = remark
    const range = at === undefined ? remark.range : this.#places.betweenOffsets(at.start, at.end)
    const diagnostic: Diagnostic = {
      code,
      severity,
      message,
      file: this.#file,
      ...(range === undefined ? {} : { range: frozen(range) }),
      ...(hint === undefined ? {} : { hint }),
      ...(related === undefined ? {} : { related: this.#related(related.message, related.at) }),
    }
    this.#diagnostics ??= []
    this.#diagnostics.push(Object.freeze(diagnostic))
  }

  #related(message: string, at: Span): readonly RelatedPlace[] {
    const range = frozen(this.#places.betweenOffsets(at.start, at.end))
    return Object.freeze([Object.freeze({ message, file: this.#file, range })])
  }
}

function frozen(range: Range): Range {
  Object.freeze(range.start)
  Object.freeze(range.end)
  return Object.freeze(range)
}
