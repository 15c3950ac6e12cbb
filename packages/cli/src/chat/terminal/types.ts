/** A keyboard and a screen that belong together, as the process has them. */
export interface Console {
  readonly columns: number
  readonly rows: number
  write(text: string): void
  /** Takes the keyboard over: keys come as they are pressed. Gives what hands it back. */
  listen(listener: ConsoleListener): () => void
  /** Puts this process to sleep until the shell wakes it, as Ctrl-Z does. Absent: it cannot. */
  readonly suspend?: (awake: () => void) => void
}

export interface ConsoleListener {
  readonly data: (text: string) => void
  readonly resize: () => void
  /** The keyboard is gone: no key will ever come. */
  readonly end: () => void
}

/** What a person did at the keyboard. */
export type KeyInput =
  /**
   * Letters as typed, already composed where an input method was used. `together`: they came at once
   * with others, as nobody types, but a paste without its marks does.
   */
  | { readonly kind: 'text'; readonly text: string; readonly together?: true }
  /** A key by name, such as `enter`, `shift+tab`, `ctrl+c`; `newline` is every way to a new line. */
  | { readonly kind: 'key'; readonly name: string }
  | { readonly kind: 'paste'; readonly text: string }

/** Lines that fit the screen, and where the caret stands among them. */
export interface Lines {
  readonly lines: readonly string[]
  /** Default: no caret is shown. */
  readonly caret?: {
    readonly row: number
    /** In UTF-16 units of that line, colours included. */
    readonly offset: number
  }
}

/** What is on screen: the end of what was said, and the lines below it. */
export interface Drawing extends Lines {
  readonly above: Rows
}

/**
 * Rows that may be very many: only those that are asked for are laid out. Each has a place, a whole
 * number that grows downwards from wherever.
 */
export interface Rows {
  /** Place behind the last row. */
  readonly end: number
  /** The rows from a place on; all of them where it lies before the first. */
  from(place: number): readonly string[]
}

export interface Size {
  readonly columns: number
  readonly rows: number
}

/** What a screen shows. Pure: the same state gives the same lines. */
export interface Component {
  /**
   * @param top place of the first row that is on the screen: what follows it is drawn over, what
   * stands before it never again. Undefined: nothing of what was drawn counts
   */
  draw(size: Size, top: number | undefined): Drawing
  /** What was drawn last was written to the terminal. */
  drawn(): void
  input(input: KeyInput): void
  /** The keyboard is gone. */
  end(): void
}

/** A terminal that is drawn on line by line, below what stands there already. */
export interface Screen {
  /** Draws soon, at most once in 16 ms. */
  redraw(): void
  /** Gives the terminal back as it was found, at once. What was drawn last stays. */
  close(): void
  suspend(): void
}
