/** What a skill's Markdown file may be called, and how large it may be: the same for every step. */

import { editDistance } from './edit-distance.ts'

/** Bytes that a skill's Markdown file may have: 1 MiB. */
export const skillFileLimit = 1024 * 1024

/**
 * Whether a file's name is `SKILL.md`, in whatever case. Of ASCII letters alone: `SKıLL.md` and
 * `ſKILL.md` are other names, on every file system and in every language.
 */
export function isSkillFileName(name: string): boolean {
  return name === 'SKILL.md' || (name.length === 8 && /^skill\.md$/i.test(name))
}

/** Whether somebody most likely meant `SKILL.md`: `SKILLS.md`, `SKILL.md.txt`, `SKILL`, `SKIL.md`. */
export function isNearSkillFileName(name: string): boolean {
  if (isSkillFileName(name)) return false
  const lower = name.toLowerCase()
  return (
    /^skills?(?:\.(?:md|mdx|markdown|txt|mkd))*$/.test(lower) ||
    editDistance(lower, 'skill.md', 1) <= 1
  )
}

/** Whether a file's name ends in `.md`, in whatever case. */
export function isMarkdownName(name: string): boolean {
  return /\.md$/i.test(name)
}

/** Whether a file's name is that of an archive in which skills are handed on. */
export function isArchiveName(name: string): boolean {
  return /\.(?:zip|skill|tgz)$/i.test(name)
}
