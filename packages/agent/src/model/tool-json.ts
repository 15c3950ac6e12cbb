/**
 * The arguments of a call as JSON, also as models like to write it: in a fenced block, or with a
 * comma too many. Both can mean one thing alone. What breaks off or is no JSON at all stays
 * undefined: half a command must never be run as a whole one.
 */
export function readArguments(text: string): unknown {
  const bare = /^\s*```[\w-]*[ \t]*\n([\s\S]*?)\n?[ \t]*```\s*$/.exec(text)?.[1] ?? text
  return parsed(bare) ?? parsed(withoutTrailingCommas(bare))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A comma before a closing bracket goes; strings stay as they are. */
function withoutTrailingCommas(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (found) => (found === ',' ? '' : found))
}
