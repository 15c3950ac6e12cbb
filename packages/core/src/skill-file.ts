/** What a skill's Markdown file may be called, and how large it may be: the same for every step. */

/** Bytes that a skill's Markdown file may have: 1 MiB. */
export const skillFileLimit = 1024 * 1024

/**
 * Whether a file's name is `SKILL.md`, in whatever case. Of ASCII letters alone: `SKıLL.md` and
 * `ſKILL.md` are other names, on every file system and in every language.
 */
export function isSkillFileName(name: string): boolean {
  return name === 'SKILL.md' || (name.length === 8 && /^skill\.md$/i.test(name))
}

/** Whether a file's name ends in `.md`, in whatever case. */
export function isMarkdownName(name: string): boolean {
  return /\.md$/i.test(name)
}
