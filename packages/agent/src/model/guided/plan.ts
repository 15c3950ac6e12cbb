import { commandsIn, otherShell, type SkillFiles, withSkillPaths } from './commands.ts'
import { type Hindrance, hindranceOf, warning } from './hindrance.ts'
import type { InterpreterOf } from './interpreter.ts'
import { type Block, printBlock, readOutline } from './outline.ts'
import { referencesIn } from './references.ts'

/** A tool call that guided proposes. */
export type Action =
  | { readonly tool: 'read'; readonly path: string; readonly shown: string }
  | { readonly tool: 'bash'; readonly command: string; readonly shown: string }

export type SkipReason =
  | { readonly kind: 'not-in-pool'; readonly tool: string }
  | Hindrance
  | { readonly kind: 'limit'; readonly limit: number }

/** Something printed, something proposed, or something left out, in the order of the text. */
export type Step =
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'act'; readonly action: Action }
  | { readonly kind: 'skip'; readonly shown: string; readonly reason: SkipReason }

export interface PlanOptions {
  readonly body: string
  /** The skill's folder, absolute. */
  readonly directory: string
  /** Its files, relative to it. */
  readonly resources: readonly string[]
  /** Names of the tools this turn has. */
  readonly tools: readonly string[]
  /** Most calls in one turn. */
  readonly limit: number
  readonly interpreterOf?: InterpreterOf
}

/** So few paragraphs make a text no shorter, and one of them may say when to stop. */
const fewParagraphs = 3

export interface Plan {
  readonly steps: readonly Step[]
  /** Paragraphs that were not printed, since they stand between the steps of their section. */
  readonly proseLeftOut: number
}

/**
 * Works out the whole walk from the text alone, so that any place in it can be found again. A long
 * text loses the paragraphs between its steps; where these are few, all is printed.
 */
export function planWalk(options: PlanOptions): Plan {
  const resources = new Set(options.resources)
  const planner = new Planner(options, resources)
  const sections = sectionsOf(readOutline(options.body))
  const between = sections.flatMap((section) =>
    proseBetween(section, section === sections.at(-1), resources),
  )
  const leftOut = new Set(between.length > fewParagraphs ? between : [])
  for (const section of sections) {
    for (const [at, block] of section.entries()) {
      if (!leftOut.has(block)) planner.print(block)
      const files = block.kind === 'code' ? [] : referencesIn(block.text, resources)
      for (const path of files) planner.read(path)
      const before = block.kind === 'code' ? section[at - 1] : block
      for (const command of commandsIn(block, resources)) planner.run(command, before?.text)
      planner.passOver(block)
    }
  }
  return { steps: planner.steps, proseLeftOut: leftOut.size }
}

/**
 * The paragraphs of a section with steps that neither say what the command or list right below them
 * is for, nor are the reason for a call, nor close the whole text.
 */
function proseBetween(
  section: readonly Block[],
  closes: boolean,
  resources: ReadonlySet<string>,
): readonly Block[] {
  const lastStep = section.findLastIndex(isStep)
  return section.filter((block, at) => {
    const next = section[at + 1]
    const leads = next !== undefined && isStep(next)
    const ends = lastStep === -1 || (closes && at > lastStep)
    if (block.kind !== 'prose' || leads || ends) return false
    return [...referencesIn(block.text, resources), ...commandsIn(block, resources)].length === 0
  })
}

const isStep = ({ kind }: Block): boolean => kind === 'item' || kind === 'code'

/** A section begins with its heading. */
function sectionsOf(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const sections: Block[][] = [[]]
  for (const block of blocks) {
    if (block.kind === 'heading') sections.push([])
    sections.at(-1)?.push(block)
  }
  return sections
}

class Planner {
  readonly steps: Step[] = []
  readonly #options: PlanOptions
  readonly #seen = new Set<string>()
  #acts = 0

  readonly #files: SkillFiles

  constructor(options: PlanOptions, resources: ReadonlySet<string>) {
    const { directory, interpreterOf } = options
    this.#options = options
    this.#files = { directory, resources, ...(interpreterOf && { interpreterOf }) }
  }

  print(block: Block): void {
    this.steps.push({ kind: 'print', text: printBlock(block) })
  }

  /** Each file is read once, where it is first named. */
  read(path: string): void {
    if (this.#seen.has(path)) return
    this.#seen.add(path)
    const whole = `${this.#options.directory.replace(/\/+$/, '')}/${path}`
    this.#propose({ tool: 'read', path: whole, shown: path })
  }

  /** @param before what stands right above the command. */
  run(written: string, before: string | undefined): void {
    const command = withSkillPaths(written, this.#files)
    const isWarned = before !== undefined && warning.test(before.split('\n').at(-1) ?? '')
    const hindrance = isWarned ? { kind: 'warned-against' as const } : hindranceOf(written)
    if (hindrance === undefined) this.#propose({ tool: 'bash', command, shown: written })
    else this.#skip(written, hindrance)
  }

  /** Commands for a shell that is not here. */
  passOver(block: Block): void {
    const language = otherShell(block)
    if (language !== undefined) this.#skip(block.text.trim(), { kind: 'other-shell', language })
  }

  #propose(action: Action): void {
    const reason = this.#hindrance(action.tool)
    if (reason) this.#skip(action.shown, reason)
    else {
      this.#acts += 1
      this.steps.push({ kind: 'act', action })
    }
  }

  #hindrance(tool: Action['tool']): SkipReason | undefined {
    const { tools, limit } = this.#options
    if (!tools.includes(tool)) return { kind: 'not-in-pool', tool }
    return this.#acts >= limit ? { kind: 'limit', limit } : undefined
  }

  #skip(shown: string, reason: SkipReason): void {
    this.steps.push({ kind: 'skip', shown, reason })
  }
}

/** Lists stay together; everything else is set apart by a blank line. */
export function joinPrinted(texts: readonly string[]): string {
  const isItem = (text: string) => /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/.test(text)
  return texts.reduce((whole, text, at) => {
    if (at === 0) return text
    return `${whole}${isItem(text) && isItem(texts[at - 1] ?? '') ? '\n' : '\n\n'}${text}`
  }, '')
}
