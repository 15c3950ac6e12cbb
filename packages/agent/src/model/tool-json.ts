/**
 * The arguments of a call as JSON, also as models like to write it: in a fenced block, or with a
 * comma too many. Both can mean one thing alone. What breaks off or is no JSON at all stays
 * undefined: half a command must never be run as a whole one.
 */
export function readArguments(text: string): unknown {
  const bare = withoutFence(text)
  return parsed(bare) ?? parsed(withoutTrailingCommas(bare))
}

const FENCE = '```'

function withoutFence(text: string): string {
  const whole = text.trim()
  const opening = /^```[\w-]*[ \t]*\r?\n/.exec(whole)?.[0]
  return opening === undefined || !whole.endsWith(FENCE)
    ? text
    : whole.slice(opening.length, -FENCE.length)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * A comma before a closing bracket goes; strings stay as they are. One pass that remembers whether
 * it is inside a string: a pattern of a whole string would be tried anew at each quotation mark of
 * one that was cut off, which takes minutes for a file of HTML.
 */
function withoutTrailingCommas(text: string): string {
  let inString = false
  return text.replace(/\\.|"|,(?=\s*[}\]])/gs, (found) => {
    if (found === '"') inString = !inString
    return found === ',' && !inString ? '' : found
  })
}
