import type { Questions } from './types.ts'

type Clack = typeof import('@clack/prompts')
type Cancelled = Clack['CANCEL_SYMBOL']

/** Keys pressed before a question is on screen must not answer it: they are thrown away this long. */
const typedAheadMs = 250

/** Asks through `@clack/prompts`; it and the keyboard are opened when the first question comes. */
export function createQuestions(
  openInput: () => NodeJS.ReadStream,
  openOutput: () => NodeJS.WriteStream,
): Questions {
  const ask = async <Answer>(
    prompt: (
      clack: Clack,
      streams: { readonly input: NodeJS.ReadStream; readonly output: NodeJS.WriteStream },
    ) => Promise<Answer | Cancelled>,
  ): Promise<Answer | undefined> => {
    const clack = await import('@clack/prompts')
    const input = openInput()
    await discardTypedAhead(input)
    const answer = await prompt(clack, { input, output: openOutput() })
    input.pause()
    return clack.isCancel(answer) ? undefined : answer
  }
  return {
    key: (message, keys) =>
      ask((clack, streams) =>
        clack.selectKey<string>({
          message,
          options: keys.map(({ key, label }) => ({ value: key, label })),
          ...streams,
        }),
      ).then((answer) => keys.find(({ key }) => key === answer)?.key),
    line: (message, placeholder) =>
      ask((clack, streams) => clack.text({ message, placeholder, defaultValue: '', ...streams })),
    choice: (message, choices) =>
      ask((clack, streams) =>
        clack.select<string>({
          message,
          options: choices.map(({ value, label, hint }) =>
            hint === undefined ? { value, label } : { value, label, hint },
          ),
          ...streams,
        }),
      ).then((answer) => choices.find(({ value }) => value === answer)?.value),
  }
}

async function discardTypedAhead(input: NodeJS.ReadStream): Promise<void> {
  input.setRawMode(true)
  const discard = () => {}
  input.on('data', discard)
  await new Promise((resolve) => setTimeout(resolve, typedAheadMs))
  input.off('data', discard)
  input.pause()
  input.setRawMode(false)
}
