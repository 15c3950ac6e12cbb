import type { DescribedSkill, TrustDescription } from '@skillet/core'
import { cleanLine, cleanText } from '../screen/clean.ts'
import { bytes, counted } from '../screen/numbers.ts'
import { type Standpoint, shortPath, wholePath } from '../screen/paths.ts'
import type { Output, Style } from '../screen/terminal.ts'
import { wrapText } from '../screen/wrap.ts'

/** More files than this are counted, not named; scripts are always named. */
const filesShown = 20

/** Everything that a person should see before trusting a repository's skills. */
export function renderTrust(
  { root, skills, settings }: TrustDescription,
  output: Output,
  standpoint: Standpoint,
): string {
  const { style, columns } = output
  const place = cleanLine(wholePath(root, standpoint))
  const title = `${style.bold(place)} brings ${counted(skills.length, 'skill')}${settings === undefined ? '' : ' and settings'}.`
  const head = wrapText(title, { columns, rest: '  ' }).join('\n')
  const blocks = skills.map((one) => renderSkill(one, output, standpoint))
  if (settings !== undefined) {
    const file = cleanLine(shortPath(settings.file, standpoint))
    const may =
      'They may add skills and knowledge of this repository, turn skills on and off, name a model, and forbid tool calls. They cannot allow any.'
    blocks.push(
      [
        `${changeSign(settings.change, style)} ${style.bold('project settings')} ${style.dim(file)}`,
        ...wrapText(may, { columns, first: '    ' }),
      ].join('\n'),
    )
  }
  return `${[head, ...blocks].join('\n\n')}\n`
}

function renderSkill(
  described: DescribedSkill,
  { style, columns }: Output,
  standpoint: Standpoint,
): string {
  const { skill, change, digest } = described
  const path = cleanLine(shortPath(skill.location, standpoint))
  const lines = [
    `${changeSign(change, style)} ${style.bold(cleanLine(skill.name))} ${style.dim(path)}`,
    ...wrapText(cleanLine(skill.description) || style.dim('no description'), {
      columns,
      first: '    ',
    }),
  ]
  const fact = (name: string, text: string) => {
    const first = `    ${style.dim(name)} `
    lines.push(...wrapText(text, { columns, first, rest: '      ' }))
  }
  const { fileChanges } = described
  if (fileChanges.length > 0) {
    fact('changed since you trusted it:', '')
    for (const one of fileChanges) {
      lines.push(`      ${fileSign[one.change]} ${cleanLine(one.path)}`)
    }
  }
  if (digest.kind === 'unknown') fact('cannot be trusted:', style.red(cleanLine(digest.reason)))
  fact('files:', filesOf(described))
  if (described.scripts.length > 0) {
    fact('scripts:', style.yellow(described.scripts.map(cleanLine).join(', ')))
  }
  if (skill.allowedTools.length > 0) {
    fact('runs without asking:', style.yellow(skill.allowedTools.map(cleanLine).join(', ')))
  }
  if (skill.model !== undefined) fact('model:', cleanLine(skill.model))
  for (const [hook, text] of Object.entries(skill.hooks)) {
    if (text === undefined) continue
    fact(`${hook}:`, '')
    lines.push(
      ...cleanText(text)
        .trim()
        .split('\n')
        .flatMap((line) => wrapText(line, { columns, first: '      ' })),
    )
  }
  return lines.join('\n')
}

function filesOf({ files }: DescribedSkill): string {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const shown = files.slice(0, filesShown).map(({ path }) => cleanLine(path))
  const more = files.length - shown.length
  const names = more > 0 ? [...shown, `and ${more} more`] : shown
  return `${names.join(', ')} (${bytes(total)})`
}

function changeSign(change: DescribedSkill['change'], style: Style): string {
  if (change === 'same') return style.green('= trusted ')
  return change === 'new' ? style.yellow('+ new     ') : style.yellow('~ changed ')
}

const fileSign = { added: '+', changed: '~', removed: '-' } as const
