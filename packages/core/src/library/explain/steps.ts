import type { Diagnostic } from '../../diagnostic.ts'
import { asRemedy } from '../reasons.ts'
import type { ExplanationStep } from '../types.ts'

interface Place {
  readonly file?: string
  readonly line?: number
  readonly remedy?: string
}

/** Collects steps in order. Once one has failed, the steps after it were never taken. */
export class Steps {
  readonly all: ExplanationStep[] = []

  get failed(): boolean {
    return this.all.some(({ outcome }) => outcome === 'fail')
  }

  pass(step: string, detail: string, place: Place = {}): void {
    this.all.push({ step, outcome: 'pass', detail, ...place })
  }

  note(step: string, detail: string, place: Place = {}): void {
    this.all.push({ step, outcome: 'note', detail, ...place })
  }

  fail(step: string, detail: string, place: Place = {}): void {
    this.all.push({ step, outcome: 'fail', detail, ...place })
  }

  /** One step for each diagnostic; an error fails. Says whether there was one. */
  report(step: string, diagnostics: readonly Diagnostic[]): boolean {
    for (const { severity, message, file, range, hint } of diagnostics) {
      this.all.push({
        step,
        outcome: severity === 'error' ? 'fail' : 'note',
        detail: message,
        file,
        ...(range === undefined ? {} : { line: range.start.line }),
        ...(hint === undefined ? {} : { remedy: asRemedy(hint) }),
      })
    }
    return diagnostics.length > 0
  }

  /** The last word: what to do about the first thing that failed, else that nothing needs doing. */
  conclude(otherwise: string): readonly ExplanationStep[] {
    const failed = this.all.find(({ outcome }) => outcome === 'fail')
    const detail = failed?.remedy ?? failed?.detail ?? otherwise
    const { file, line } = failed ?? {}
    const place = {
      ...(file === undefined ? {} : { file }),
      ...(line === undefined ? {} : { line }),
    }
    return [...this.all, { step: 'what to do', outcome: 'note', detail, ...place }]
  }
}
