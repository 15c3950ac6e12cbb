import type { ErrorCode } from 'yaml'

/**
 * What the `yaml` package complains about, in words for people who write sentences and not grammars.
 * One sentence without a full stop, as `YamlProblem` wants it.
 */
export function plainSentence(code: ErrorCode, message: string): string {
  const sentence = sentences[code]
  return typeof sentence === 'string' ? sentence : sentence(message)
}

type Sentence = string | ((message: string) => string)

const property = 'It uses `&`, `*` or `!` in a way that means nothing in YAML'
const end = 'A line looks like the end of the frontmatter'
const punctuation = 'Its punctuation has another meaning in YAML'

const sentences: Readonly<Record<ErrorCode, Sentence>> = {
  ALIAS_PROPS: property,
  BAD_ALIAS: property,
  BAD_COLLECTION_TYPE: property,
  BAD_DIRECTIVE: end,
  BAD_DQ_ESCAPE: 'A backslash in double quotes stands before a letter that it cannot escape',
  BAD_INDENT: (message) =>
    message.startsWith('Flow')
      ? 'A bracket that opens never closes'
      : 'Lines that belong together start in different columns',
  BAD_PROP_ORDER: property,
  BAD_SCALAR_START: (message) =>
    `The text starts with \`${message.at(-1) ?? ''}\`, which has another meaning in YAML`,
  BLOCK_AS_IMPLICIT_KEY: 'A colon and a blank inside the text look like the start of another field',
  BLOCK_IN_FLOW: 'A list over several lines stands inside brackets',
  DUPLICATE_KEY: 'A key is given twice',
  IMPOSSIBLE: punctuation,
  KEY_OVER_1024_CHARS: 'The name of a field is longer than 1,024 characters',
  MISSING_CHAR: missing,
  MULTILINE_IMPLICIT_KEY: 'A line that starts no field is not indented below one',
  MULTIPLE_ANCHORS: property,
  MULTIPLE_DOCS: end,
  MULTIPLE_TAGS: property,
  NON_STRING_KEY: 'The name of a field is a list or a map',
  RESOURCE_EXHAUSTION: 'It is nested too deep to be read',
  TAB_AS_INDENT: 'A tab stands at the start of a line, where only blanks may',
  TAG_RESOLVE_FAILED: property,
  UNEXPECTED_TOKEN: unexpected,
}

function missing(message: string): string {
  if (message.includes('quote')) return 'A quotation mark that opens never closes'
  if (message.startsWith('Missing ,')) return 'A comma between two items is missing'
  if (message.startsWith('Implicit')) return 'A line that starts no field is not indented below one'
  return 'A blank or another separator is missing'
}

function unexpected(message: string): string {
  if (message.includes('at node end')) return 'There is more text behind a value that has ended'
  if (message.includes('seq-ind')) return 'A list starts on the same line as its field'
  if (message.includes('header') || message.startsWith('Not a')) {
    return 'Text stands behind a `|` or `>` that announces lines of text'
  }
  if (message.includes(',') || message.includes('empty item')) {
    return 'A comma stands where no item is'
  }
  return punctuation
}
