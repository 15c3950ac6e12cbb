/** What a person can be asked. Each gives `undefined` where the person leaves with Ctrl-C or Escape. */
export interface Questions {
  /** One key, at once, without Enter. */
  key<Key extends string>(
    question: string,
    keys: readonly { readonly key: Key; readonly label: string }[],
  ): Promise<Key | undefined>
  /** One line of text; `""` where the person gives none. */
  line(question: string, placeholder: string): Promise<string | undefined>
  /** One of several, with the arrow keys. The first one is offered. */
  choice<Value extends string>(
    question: string,
    choices: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[],
  ): Promise<Value | undefined>
}
