import type { Dirent } from 'node:fs'
import type { CandidateSink } from './candidates.ts'
import type { IgnoreRules } from './ignore-files.ts'
import type { LinkRules } from './links.ts'
import type { NotEnteredReason } from './not-entered.ts'
import type { PassedOverKind } from './passed-over.ts'
import type { Place } from './roots.ts'
import type { CaseFolding } from './skill-file.ts'
import type { Tallies } from './tallies.ts'
import type { TimeSlices } from './time-slices.ts'
import type { IgnoreRule, WalkLimits } from './types.ts'
import type { VisitedFolders } from './visited-folders.ts'

/** What all walks of one discovery share. */
export interface WalkContext extends CandidateSink {
  readonly limits: WalkLimits
  readonly slices: TimeSlices
  readonly folding: CaseFolding
  listed(folder: string, entries: readonly Dirent[]): void
}

/** One root being walked, and how far the walk has come. */
export interface RootWalk {
  readonly place: Place
  readonly links: LinkRules
  readonly context: WalkContext
  readonly depth: number
  readonly notEntered: Tallies<NotEnteredReason>
  readonly passedOver: Tallies<PassedOverKind>
  readonly visited: VisitedFolders
  folders: number
  entries: number
}

/** What is still to be looked at. */
export type Step = Folder | SingleFile

/** An `.md` file that the layout takes for a skill. */
export interface SingleFile {
  readonly kind: 'file'
  readonly name: string
  readonly folder: Folder
  /** Of its own folder and those above. */
  readonly rules: IgnoreRules | undefined
}

/** A folder on the way down. */
export interface Folder {
  readonly kind: 'folder'
  readonly path: string
  readonly realPath: string
  /** From the root, parts joined and ended by `/` on every system; empty for the root. */
  readonly relative: string
  readonly depth: number
  /** Of the folders above: a folder's own ignore files never decide about itself. */
  readonly rules: IgnoreRules | undefined
  /** The rule that excludes it; it is then looked into for its own `SKILL.md` only. */
  readonly ignored: IgnoreRule | undefined
  readonly parent: Folder | undefined
}
