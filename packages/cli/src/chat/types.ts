/** How a chat begins. */
export interface ChatOptions {
  /** Sent at once. Default: none. */
  readonly message?: string
  /** `provider/model` or an alias. Default: Skillet's choice. */
  readonly model?: string
  /** Id of the conversation to go on in; empty: one is chosen from a list. Default: a new one. */
  readonly resume?: string
  /** Goes on in the latest conversation of this folder. */
  readonly latest?: boolean
}
