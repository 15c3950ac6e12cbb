/**
 * Scripts of sed and awk that are known to only print: everything that is not recognised may run a
 * program or write a file (`e`, `w`, `system()`, `print >`).
 */

const address = String.raw`(?:\d+(?:~\d+)?|\$|/(?:\\[^\n]|\[[^\]/\n]+\]|[^/\\\[\n])*/I?)`
const substitute = String.raw`s([/|#,:@])(?:\\[^\n]|\[(?:(?!\1)[^\]\n])+\]|(?!\1)[^\\\[\n])*\1(?:\\[^\n]|(?!\1)[^\\\n])*\1[gpiIMm\d]*`
const transliterate = String.raw`y/(?:\\[^\n]|[^/\\\n])*/(?:\\[^\n]|[^/\\\n])*/`
const sedCommand = new RegExp(
  `^(?:${address}(?:,[+~]?(?:${address}))?)?\\s*!?\\s*(?:[pdqQ=hHgGxnNDPlz]|${substitute}|${transliterate})?\\s*(?:[;\\n]\\s*|$)`,
  'u',
)

const sedSwitches =
  /^-[nErsuz]+$|^--(?:quiet|silent|regexp-extended|null-data|separate|unbuffered|posix)$/u

/** Whether `sed` with these words only prints. */
export function harmlessSed(words: readonly string[]): boolean {
  const scripts: string[] = []
  let operands = 0
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (sedSwitches.test(word)) continue
    if (word === '-e' || word === '--expression') {
      at += 1
      scripts.push(words[at] ?? '')
    } else if (word.startsWith('-') && word !== '-') {
      // `--version` too: it is not worth an entry.
      return false
    } else {
      operands += 1
      if (operands === 1 && !words.some((each) => each === '-e' || each === '--expression'))
        scripts.push(word)
    }
  }
  return scripts.length > 0 && scripts.every(onlyPrints)
}

const longestScript = 2000

function onlyPrints(script: string): boolean {
  if (script.length > longestScript) return false
  let rest = script.trim()
  while (rest !== '') {
    const matched = sedCommand.exec(rest)?.[0] ?? ''
    if (matched === '') return false
    rest = rest.slice(matched.length)
  }
  return true
}

/** Pipes, redirections, other files, calls by name: awk has no other way out of its input. */
const awkDoor = /[|>@]|system|getline|ARG[CV]|ENVIRON/u

/** Whether `awk` with these words only prints. */
export function harmlessAwk(words: readonly string[]): boolean {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === '-F' || word === '-v') at += 1
    else if (!/^-[Fv]./u.test(word)) return !word.startsWith('-') && printsOnly(word)
  }
  return false
}

function printsOnly(program: string): boolean {
  return !awkDoor.test(program.replace(/\|\|/gu, ' '))
}
