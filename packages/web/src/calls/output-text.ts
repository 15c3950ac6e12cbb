/** A command's output as people read it in a terminal, without what only steers one. */
export function plainOutput(text: string): string {
  if (!/[\u001b\u009b\r\b\u0007]/u.test(text)) return text
  return text
    .replace(sequences, '')
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map(lastWritten)
    .join('\n')
}

/** ECMA-48: colours and moves of the cursor, titles, links, and short ones. Linear in the text. */
const sequences =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\n\u0007\u001b]{0,4096}(?:\u0007|\u001b\\)|\u001b[ -/]*[0-~]|[\u0007\b]/gu

/** A line that was written over, as a progress bar is, shows what was written last. */
function lastWritten(line: string): string {
  const writes = line.split('\r')
  return writes.findLast((written) => written !== '') ?? ''
}

/** The last lines of an output, and how many there are. */
export function lastLines(
  text: string,
  count: number,
): { readonly text: string; readonly shown: number; readonly all: number } {
  const lines = text.replace(/\n+$/u, '').split('\n')
  const shown = lines.slice(-count)
  return { text: shown.join('\n'), shown: shown.length, all: lines.length }
}
