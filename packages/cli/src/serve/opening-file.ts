import { rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A page that leads the browser to an address with a code. Whoever lists processes sees the file's
 * name and no code, and the file is for its owner alone.
 *
 * @param folder Skillet's state folder, which tools cannot read
 * @returns the file, and what removes it
 */
export async function writeOpeningFile(
  folder: string,
  address: string,
  random: (bytes: number) => string,
): Promise<{ readonly file: string; readonly remove: () => void }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `open-${random(8)}.html`)
  writeFileSync(file, pageTo(address), { mode: 0o600, flag: 'wx' })
  return { file, remove: () => rmSync(file, { force: true }) }
}

/** The address is made of our own letters: digits, dots, brackets and `#code=`. */
function pageTo(address: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<title>Skillet</title>
<a href="${address}">Skillet</a>
`
}
