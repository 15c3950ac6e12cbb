import type { Diagnostic } from '../../diagnostic.ts'
import type { Skill } from '../../skill.ts'
import { parseSkill } from '../parse.ts'
import type { ParseOptions } from '../types.ts'

/** A skill's fields beside its body and its diagnostics in short, so that a test says all in one object. */
export type ReadText = Partial<Skill> & {
  readonly body: string
  readonly diagnostics: readonly string[]
}

export function readText(
  input: Uint8Array | string,
  options: ParseOptions = { location: '/skills/demo/SKILL.md' },
): ReadText {
  const { skill, body, diagnostics } = parseSkill(input, options)
  return { ...skill, body, diagnostics: diagnostics.map(describeDiagnostic) }
}

/** The fields of one frontmatter, with a name and a description that need no remark. */
export function readFields(lines: string, options?: ParseOptions): ReadText {
  return readText(`---\nname: demo\ndescription: Shows\n${lines}\n---\n`, options)
}

/** `warning name/case 2:7` */
export function describeDiagnostic({ severity, code, range }: Diagnostic): string {
  const place = range === undefined ? '' : ` ${range.start.line}:${range.start.column}`
  return `${severity} ${code}${place}`
}
