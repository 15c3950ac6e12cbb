/** One setting of a git configuration. Names are folded as git folds them; subsections are not. */
export interface GitSetting {
  readonly section: string
  readonly subsection: string | undefined
  readonly key: string
  /** Undefined for a key without `=`, which git takes for true. */
  readonly value: string | undefined
}

/**
 * Reads a configuration by git's own grammar: several headers and a setting may share a line, a
 * subsection may hold `]`, a value goes on behind `\` at the end of a line. Undefined where the text
 * leaves that grammar; git refuses it then, or reads it in a way that is not known here.
 */
export function readGitConfig(text: string): readonly GitSetting[] | undefined {
  if (text.includes('\0')) return undefined
  return new ConfigReader(text.replace(/^\uFEFF/u, '').replace(/\r\n/gu, '\n')).read()
}

const blanks = /[ \t\n\r]+/uy
const blanksInLine = /[ \t\r]+/uy
const comment = /[#;][^\n]*/uy
const header = /\[([A-Za-z\d.-]+)(?:[ \t\r]+"((?:\\[^\n]|[^"\\\n])*)")?\]/uy
const name = /([A-Za-z][A-Za-z\d-]*)[ \t]*/uy
const nothing = /\n|$/uy
const quotedText = /"((?:\\[\s\S]|[^"\\\n])*)"/uy
const plainText = /(?:\\[\s\S]|[^"\\\n#;])+/uy

class ConfigReader {
  readonly #text: string
  readonly #settings: GitSetting[] = []
  #at = 0
  #section: Pick<GitSetting, 'section' | 'subsection'> | undefined

  constructor(text: string) {
    this.#text = text
  }

  read(): readonly GitSetting[] | undefined {
    while (this.#at < this.#text.length) {
      if (this.#take(blanks) ?? this.#take(comment)) continue
      if (!this.#readHeader() && !this.#readSetting()) return undefined
    }
    return this.#settings
  }

  #readHeader(): boolean {
    const found = this.#take(header)
    if (found === undefined) return false
    // `[a.b]` is the older spelling of `[a "b"]`, folded.
    const [section = '', ...dotted] = (found[1] ?? '').toLowerCase().split('.')
    const quoted = found[2]?.replace(/\\(.)/gsu, '$1')
    const parts = [...dotted, ...(quoted === undefined ? [] : [quoted])]
    this.#section = { section, subsection: parts.length === 0 ? undefined : parts.join('.') }
    return true
  }

  #readSetting(): boolean {
    const key = this.#take(name)?.[1]?.toLowerCase()
    if (key === undefined || this.#section === undefined) return false
    if (this.#take(nothing)) {
      this.#settings.push({ ...this.#section, key, value: undefined })
      return true
    }
    if (this.#text[this.#at] !== '=') return false
    this.#at += 1
    const value = this.#readValue()
    if (value === undefined) return false
    this.#settings.push({ ...this.#section, key, value })
    return true
  }

  /** Blanks around a value are not part of it, unless they are quoted. */
  #readValue(): string | undefined {
    this.#take(blanksInLine)
    const parts: string[] = []
    while (this.#take(comment) === undefined && this.#take(nothing) === undefined) {
      const quoted = this.#take(quotedText)?.[1]
      const part = quoted ?? this.#plainPart()
      const plain = part === undefined ? undefined : unescaped(part)
      if (plain === undefined) return undefined
      parts.push(plain)
    }
    return parts.join('')
  }

  #plainPart(): string | undefined {
    const part = this.#take(plainText)?.[0]
    const last = /[\n#;]|$/uy
    last.lastIndex = this.#at
    return last.test(this.#text) ? part?.trimEnd() : part
  }

  #take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at
    const found = expression.exec(this.#text)
    if (found === null) return undefined
    this.#at = expression.lastIndex
    return found
  }
}

const escapes: Readonly<Record<string, string>> = {
  '\n': '',
  '"': '"',
  '\\': '\\',
  n: '\n',
  t: '\t',
  b: '\b',
}

/** Undefined where an escape is none of git's. */
function unescaped(text: string): string | undefined {
  const letters = Array.from(text.matchAll(/\\([\s\S])/gu), ([, letter = '']) => letter)
  if (letters.some((letter) => !Object.hasOwn(escapes, letter))) return undefined
  return text.replace(/\\([\s\S])/gu, (_, letter: string) => escapes[letter] ?? '')
}
