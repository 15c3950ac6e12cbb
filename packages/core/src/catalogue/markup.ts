import type { SkillLoader } from './types.ts'

const opening =
  'The skills below give specialised instructions for particular kinds of work. When a task matches a description, load the skill first: '
const closing =
  ', then follow it. Relative paths in a skill start at its folder (the parent of its file); use absolute paths in tool calls.'

/** The fixed sentences above the block. */
export function introduction(loader: Exclude<SkillLoader, 'none'>): string {
  const how =
    loader === 'read' ? '`read` the file at its location' : 'call `activate_skill` with its name'
  return `${opening}${how}${closing}`
}

export const blockStart = '<available_skills>'
export const blockEnd = '</available_skills>'

/** One skill; what is undefined has no element. All texts come escaped. */
export function skillElement(skill: {
  readonly name: string
  readonly description?: string | undefined
  readonly location?: string | undefined
}): string {
  return [
    '  <skill>',
    `    <name>${skill.name}</name>`,
    ...(skill.description === undefined
      ? []
      : [`    <description>${skill.description}</description>`]),
    ...(skill.location === undefined ? [] : [`    <location>${skill.location}</location>`]),
    '  </skill>',
  ].join('\n')
}

/** Names alone, on one line. A name that holds a comma or a quote is written as a JSON string. */
export function namesElement(names: readonly string[]): string {
  return `  <names>${names.join(nameSeparator)}</names>`
}

export const nameSeparator = ', '

export function nameInList(name: string): string {
  return /[",]/.test(name) ? JSON.stringify(name) : name
}

/** What the model is told about skills that did not fit. */
export function moreElement(count: number, loader: SkillLoader): string {
  const skills = count === 1 ? '1 more skill is' : `${count} more skills are`
  const how =
    loader === 'activate_skill'
      ? `; find ${count === 1 ? 'it' : 'them'} with \`search_skills\``
      : ''
  return `  <more>${skills} not listed here${how}.</more>`
}

/** Text as XML content: three characters escaped, what XML cannot hold becomes a blank. */
export function escapeText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu, ' ').replace(/[&<>]/g, entity)
}

function entity(character: string): string {
  if (character === '&') return '&amp;'
  return character === '<' ? '&lt;' : '&gt;'
}
