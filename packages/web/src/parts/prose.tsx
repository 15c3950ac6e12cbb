import { Fragment } from 'react'

/** A sentence of Skillet's own, and what to do about it. */
interface Said {
  readonly message?: string | undefined
  readonly hint?: string | undefined
}

/** Shows it as prose, in which what stands between backticks is code, such as a command to run. */
export function Prose({ of: { message, hint } }: { readonly of: Said }) {
  const text = [message, hint].filter((part) => part !== undefined).join(' ')
  return text.split(/`([^`]+)`/u).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name
    at % 2 === 1 ? <Code key={at} text={part} /> : <Fragment key={at}>{part}</Fragment>,
  )
}

function Code({ text }: { readonly text: string }) {
  return <code className="font-mono break-words">{text}</code>
}
