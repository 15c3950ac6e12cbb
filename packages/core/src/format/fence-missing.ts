import { validName } from '../names.ts'

/** What stands where frontmatter should, and what makes it frontmatter. */
export interface MissingFence {
  readonly message: string
  readonly hint: string
}

/**
 * Bytes that are looked at. Whoever reads a file's head has at least as many, so head and whole file
 * are told the same.
 */
export const missingFenceReach = 2048

type Guess = (lines: readonly string[], text: string) => MissingFence | undefined

/**
 * Why a file without an opening `---` has none. A person who wrote frontmatter, but not quite, is
 * told what is wrong with it rather than to write it a second time.
 *
 * @param text the file's first `missingFenceReach` bytes
 * @param name what the skill would be called by its place
 */
export function explainMissingFence(text: string, name: string): MissingFence {
  const lines = text.split(/\r\n|[\r\n]/)
  for (const guess of [
    savedLink,
    openComment,
    unseen,
    indented,
    toml,
    otherLine,
    fieldsAlone,
    late,
  ]) {
    const found = guess(lines, text)
    if (found !== undefined) return found
  }
  return {
    message: lines.every(isBlank)
      ? 'The file is empty.'
      : 'There is no frontmatter: the first line is not `---`.',
    // On one line, since lists show it so.
    hint: `Add four lines at the top: \`---\`, \`name: ${validName(name) || 'my-skill'}\`, \`description: What it does. Use when …\`, \`---\`.`,
  }
}

const isBlank = (line: string): boolean => /^[ \t]*$/.test(line)

const isField = (line = ''): boolean => /^["']?(?:name|description)["']?[ \t]*:/.test(line)

/** A link in a repository that was checked out, zipped or copied where links are not kept. */
const savedLink: Guess = ([path = '', ...rest]) => {
  const isPath = /^(?:\.{0,2}\/[^ \t:<>"|?*]+|[^ \t:<>"|?*#]+\.md)$/i.test(path)
  if (!isPath || path.length > 400 || !rest.every(isBlank)) return undefined
  return {
    message: `The file holds a path and nothing else (\`${path}\`): it is a link that was saved as text.`,
    hint: 'Put the text of the file that it names here. In a clone with git, `git config core.symlinks true` and a new checkout bring the link back.',
  }
}

const openComment: Guess = (_, text) =>
  /^[ \t\r\n]*<!--/.test(text) && !text.includes('-->') && /^---[ \t]*$/m.test(text)
    ? {
        message: 'The file begins with a comment that does not end before the frontmatter.',
        hint: 'End it with `-->` on a line above the opening `---`.',
      }
    : undefined

const unseen: Guess = ([first = '', second]) =>
  /^[\p{Cf}\u00a0\u3000]+---[ \t]*$/u.test(first) && isField(second)
    ? {
        message: 'A character that nobody sees stands before the opening `---`.',
        hint: 'Delete the first line, and type `---` anew.',
      }
    : undefined

const indented: Guess = (lines) => {
  const first = lines.findIndex((line) => !isBlank(line))
  return /^[ \t]+---[ \t]*$/.test(lines[first] ?? '')
    ? {
        message: 'Blanks stand before the opening `---`, which must begin its line.',
        hint: 'Remove the blanks before it, and before each line of the frontmatter.',
      }
    : undefined
}

const toml: Guess = (lines) =>
  /^\+{3}[ \t]*$/.test(lines[0] ?? '') && lines.some((line) => /^\w+[ \t]*=/.test(line))
    ? {
        message: 'The frontmatter is TOML, and only YAML is read.',
        hint: 'Write `---` instead of `+++`, and `name: …` instead of `name = "…"`.',
      }
    : undefined

/** Two or four dashes, long dashes of a word processor, `***`, or `\---` of an editor. */
const otherLine: Guess = (lines) => {
  const [first = '', second] = lines.filter((line) => !isBlank(line))
  return /^\\?[-–—−―_=+*~.]{1,80}[ \t]*$/.test(first) && isField(second)
    ? {
        message: `The frontmatter opens with \`${first.replace(/[ \t]+$/, () => '')}\` and not with \`---\`.`,
        hint: 'Write exactly `---` there, three plain hyphens, and again on the line below the last field.',
      }
    : undefined
}

/** Fields, perhaps below lines that YAML would take for comments, and nothing that opens them. */
const fieldsAlone: Guess = (lines) => {
  const start = lines.findIndex((line) => !isBlank(line) && !line.startsWith('#'))
  if (!isField(lines[start])) return undefined
  const rest = lines.slice(start)
  const end = rest.findIndex((line) => !/^(?:[ \t-].*|["']?[\w-]+["']?[ \t]*:.*|)$/.test(line))
  const closes = rest
    .slice(0, end === -1 ? rest.length : end)
    .some((line) => /^---[ \t]*$/.test(line))
  return {
    message: `Line ${start + 1} is a field, but no line \`---\` opens the frontmatter.`,
    hint: closes
      ? 'Add a line `---` at the very top.'
      : 'Add a line `---` at the very top, and one below the last field.',
  }
}

/** Frontmatter below a heading, or a whole file in a code block, as models like to answer. */
const late: Guess = (lines) => {
  const open = lines.findIndex((line, at) => /^---[ \t]*$/.test(line) && isField(lines[at + 1]))
  if (open === -1) return undefined
  const isInCode = /^(?:```|~~~)/.test(lines[0] ?? '')
  return {
    message: `The frontmatter must be at the very top, and it opens in line ${open + 1}.`,
    hint: isInCode
      ? 'Remove the lines that make a code block of the file: the first, and the one that closes it.'
      : `Move what stands above line ${open + 1} below the frontmatter.`,
  }
}
