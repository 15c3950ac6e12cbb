/**
 * What a person can be asked. Each gives `undefined` where the person leaves with Ctrl-C or Escape,
 * the keyboard is gone, or the signal fires.
 */
export interface Questions {
  /** One key, at once, without Enter, which answers nothing. None is offered before the others. */
  key<Key extends string>(
    question: string,
    keys: readonly Choice<Key>[],
    signal?: AbortSignal,
  ): Promise<Key | undefined>
  /** One line of text; `""` where the person gives none. */
  line(question: string, placeholder: string, signal?: AbortSignal): Promise<string | undefined>
  /** One line that does not show while it is typed. */
  secret(question: string, signal?: AbortSignal): Promise<string | undefined>
  /** One of several, with the arrow keys. The first one is offered. */
  choice<Value extends string>(
    question: string,
    choices: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[],
  ): Promise<Value | undefined>
}

/** A key, in small letters, and what it answers. */
export interface Choice<Key extends string = string> {
  readonly key: Key
  readonly label: string
}
