/** Files of a skill that its text names, so that guided can read them. */

/** Longer than any path; what is longer is not looked at twice. */
const LONGEST = 300

/** What is no text, or is run rather than read. */
const notRead =
  /^scripts\/|\.(?:png|jpe?g|gif|webp|svg|ico|pdf|zip|gz|tgz|xlsx?|docx?|pptx?|woff2?|ttf|otf|mp[34]|mov|wasm|bin|exe|sh|bash|py|js|mjs|cjs|ts|rb|pl)$/i

/**
 * The resources that a piece of Markdown names, by link or by path, in the order they appear.
 * `resources` are relative to the skill's folder with `/` between parts, so a name counts only
 * where the file exists.
 */
export function referencesIn(markdown: string, resources: ReadonlySet<string>): readonly string[] {
  const named = [...markdown.matchAll(/[^\s`'"()<>[\]|,;]+/g)].flatMap(([word]) =>
    resourceCalled(word, resources),
  )
  // A path with blanks is one word only as the target of a link, where they are written %20 or in <>.
  const targets = [...markdown.matchAll(/\]\([ \t]?<([^>\n]{1,300})>/g)].flatMap(
    ([, target = '']) => resourceCalled(target, resources),
  )
  return [...new Set([...named, ...targets])].filter((path) => !notRead.test(path))
}

function resourceCalled(word: string, resources: ReadonlySet<string>): readonly string[] {
  if (word.length > LONGEST) return []
  const path = (word.split('#')[0] ?? '').replace(/^\.\//, '')
  const spellings = [path, path.replace(/[.:!?*_]+$/, ''), decoded(path)]
  const found = spellings.find((spelling) => resources.has(spelling))
  return found === undefined ? [] : [found]
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
