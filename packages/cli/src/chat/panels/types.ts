/** Something that is open above the composer until Escape closes it. */
export type Panel = ListPanel | PagerPanel

/** What a panel is for: effects come back under this name. */
export type PanelPurpose =
  | 'skills'
  | 'skill'
  | 'trust'
  | 'model'
  | 'drop'
  | 'resume'
  | 'context'
  | 'section'
  | 'help'

/** Rows to choose from, narrowed by typing. All texts are cleaned. */
export interface ListPanel {
  readonly kind: 'list'
  readonly purpose: PanelPurpose
  readonly title: string
  readonly rows: readonly ListRow[]
  readonly filter: string
  /** Identity of the highlighted row; the first where there is none of it. */
  readonly highlight?: string
  /** Groups that can be shown alone, with Tab. */
  readonly groups: readonly { readonly id: string; readonly label: string }[]
  readonly group?: string
  /** Lines below the title. */
  readonly head: readonly string[]
  /** What is said where no row is left. */
  readonly empty: string
  readonly keys: string
}

export interface ListRow {
  readonly id: string
  readonly group: string
  readonly sign: string
  readonly name: string
  readonly detail: string
  /** In the place of the detail: a bar of this share of its room, 0 to 1. */
  readonly bar?: number
  readonly badge: string
}

/** A term and what it means, beside it where there is room. */
export interface PagerTerm {
  readonly term: string
  readonly text: string
}

/** A text to scroll through, and keys that act on it. */
export interface PagerPanel {
  readonly kind: 'pager'
  readonly purpose: PanelPurpose
  readonly id: string
  readonly title: string
  /** Cleaned, styled; wrapped when drawn. */
  readonly lines: readonly (string | PagerTerm)[]
  readonly top: number
  readonly actions: readonly {
    readonly key: string
    readonly label: string
    readonly action: string
  }[]
  /** Where Escape goes; the composer where there is none. */
  readonly back?: Panel
}
