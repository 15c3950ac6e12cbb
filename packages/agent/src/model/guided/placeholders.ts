/** What somebody has to fill in before a command means anything. */

const placeholders: readonly RegExp[] = [
  /<[\p{L}](?:[\p{L}\p{N}_ .:|/-]{0,100}[\p{L}\p{N}_])?>/u,
  // `{{name}}`; not what `gh`, `docker` and `kubectl` fill in themselves: `{{.Name}}`, `{{range …}}`; nor a
  // value of JSX, `{{width: 1}}`.
  /\{\{(?!-|\w+:\s|\s*(?:[.$"]|(?:range|end|if|else|with|json|len|index|printf?|println|join|upper|lower|title|split|truncate|pad|tablerow|tablerender|timeago|timefmt|color|autocolor|hyperlink)\b))[^}\n]{1,100}\}\}/,
  // `{name}` in a path or as a word; not `${name}`, `'{print}'`, `{a,b}` or curl's `%{http_code}`.
  /(?<![$%'\w{])\{[a-z][a-z\d_-]+\}(?!')/i,
  // `[name]` and `[--option]`, as a synopsis has them; not `[ -f a ]` or `[a-z]*`.
  /(?<=\s)\[(?:[a-z][\w -]{3,}|args?|dir|env|msg|ref|tag|url)\](?=\s|$)/i,
  /(?<=\s)\[\p{sc=Han}[^\]\n]{0,100}\](?=\s|$)/u,
  /(?<=\s)\[--?[a-z][^\]\n]{0,200}\](?=\s|$)/i,
  /(?<=["'])\[[A-Z][A-Z\d _-]*\](?=["'])/,
  /\byour[_-][\w-]+/i,
  /(?<=["'])your [a-z][\w ,-]{1,80}(?=["'])/i,
  /(?<=\s--(?!env)[\w-]{1,40}[ =])[A-Z]+(?:_[A-Z]+)*_(?:ID|NAME|URL)(?=\s|$)/,
  /(?<![\w/-])owner\/repo(?:sitory)?\b/i,
  /(?<![$\w{])[A-Z]+_(?:IP|HOST|HOSTNAME|ADDRESS)\b(?!=)/,
  /\$ARGUMENTS\b/,
  /(?<![\w-])(?:\.{0,2}\/)?path\/(?:to|on)\/[\w./-]*/i,
  /(?<![\w:-])[\w:-]{0,60}x{4}[\w-]*/i,
  /\bX\.X(?:\.X)?\b/,
  // Reserved for documentation (RFC 2606): nobody's address.
  /(?<![\w.@-])[\w.@-]{0,100}\bexample\.(?:com|org|net)\b/i,
  /\buser(?:name)?@(?:host(?:name)?|server|remote)\b/i,
  // Not Go's `./...`, Bazel's `//...`, nor the dots of `git diff "$a"..."$b"`.
  /(?<=^|[\s"'/=])(?<!(?:^|[\s"'])(?:\.|\/|\/\/[\w/-]{0,100})\/|[\w}]["'])(?:\.\.\.|…)(?=$|[\s"'/])/m,
]

/** The first thing in a command that a person would have to fill in. Comments need nothing. */
export function placeholderIn(command: string): string | undefined {
  const bare = withoutComments(withoutForeign(command))
  for (const placeholder of placeholders) {
    const found = placeholder.exec(bare)?.[0].trim()
    if (found && !isElement(found, command)) return found
  }
  return undefined
}

const withoutComments = (command: string): string =>
  command.replace(/^[ \t]*#.*$/gm, '').replace(/\s#\s.*$/gm, '')

/** Texts in a command that look like something to fill in and mean what they say. */
const foreign: readonly RegExp[] = [
  // What another language puts into its own braces: Python's `f"{key}"`, in a command as in a file.
  /\bf(["'])(?:(?!\1)[^\n\\]|\\.)*\1/g,
  // The same inside `python3 -c "…"`.
  /\bf\\"[^"\n\\]{0,500}\\"/g,
  // A program of awk is whole.
  /(?<=\b[gmn]?awk\b[^'\n;|]{0,80})'[^']{0,2000}'/g,
  // What is looked for, to put something else in its place.
  /(?<=\bsed\b.{0,200})(?<=["'\s;])s([/|#,@])[^\n\\]{0,200}?\1/g,
  /(?<=\.replace(?:All)?\(\s{0,10})(["'])[^\n\\]{0,200}?\1/g,
  // A section of a file of settings, over its first `key =`.
  /^[ \t]{0,20}\[[\w .-]{1,60}\][ \t]{0,20}(?=\n\s{0,20}[\w.-]{1,60}\s{0,20}=)/gm,
  // What a command says of its own use.
  /(?<=["'][^"'\n]{0,80})\busage:[^"'\n]*/gi,
]

function withoutForeign(command: string): string {
  const withoutTemplates = command
    // The letters that `mktemp` itself fills in.
    .replace(/\bmktemp\b[^\n;|&]{0,300}/g, (call) => call.replace(/X{3,}/g, ''))
    .replace(patternOfGrep, (call, _quote: string, pattern: string) =>
      looksForWords(pattern) ? '' : call,
    )
  return foreign.reduce((text, pattern) => text.replace(pattern, ''), withoutTemplates)
}

/** `grep`, its options and its pattern in quotes. */
const patternOfGrep =
  /\b(?:[efz]?grep|rg)\b(?:[ \t]{1,8}(?:-[\w-]{1,40}|\d{1,6})){0,8}[ \t]{1,8}(["'])((?:(?!\1)[^\n]){0,500})\1/g

/**
 * A pattern that looks around, or for one of several words: `"xxxx|lorem"` finds what was forgotten.
 * `"<word>"` and `"<version>|latest"` are still to be filled in.
 */
const looksForWords = (pattern: string): boolean =>
  /\(\?[=!<]/.test(pattern) || (pattern.includes('|') && !/[<{]\w/.test(pattern))

/** `<div>` of a page that a command writes, not `<name>`. */
const isElement = (found: string, command: string): boolean =>
  command.includes(`</${/^<(\w+)/.exec(found)?.[1] ?? '/'}>`)
