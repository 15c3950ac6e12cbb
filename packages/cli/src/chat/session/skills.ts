import {
  describeTrust,
  type Entry,
  keepTrust,
  type SkillState,
  setEnabled,
  skillStates,
  trustOwnSettings,
  trustProject,
} from '@skillet/core'
import { isChildOfEngine } from '../../library/child.ts'
import { readDescription, trustSubject } from '../../library/trust.ts'
import { renderTrust } from '../../library/trust-view.ts'
import { cleanLine, cleanText } from '../../screen/clean.ts'
import { renderDiagnostic } from '../../screen/diagnostics.ts'
import { count } from '../../screen/numbers.ts'
import { wholePath } from '../../screen/paths.ts'
import { pick } from '../composer/index.ts'
import type { ListPanel, ListRow, PagerPanel, Panel } from '../panels/index.ts'
import { say } from '../state/events.ts'
import type { Chat } from './chat.ts'

/** `/skills`: every entry with its state. */
export function skillsPanel({ workspace, words, style, shorten }: Chat, filter: string): ListPanel {
  const { entries } = workspace.library.snapshot
  const { terminal } = words
  return {
    kind: 'list',
    purpose: 'skills',
    title: terminal.skillsTitle,
    head: [],
    rows: entries.map(
      (entry): ListRow => ({
        id: entry.path,
        group: entry.state,
        sign: signOf(entry.state, style),
        name: cleanLine(entry.callableAs),
        detail:
          entry.state === 'loaded'
            ? cleanLine(entry.skill.description)
            : `${terminal.skillState[entry.state]}: ${cleanLine(entry.reason)}`,
        badge: words.menu.scope(entry.scope),
      }),
    ),
    filter,
    groups: skillStates
      .filter((state) => entries.some((entry) => entry.state === state))
      .map((state) => ({ id: state, label: terminal.skillState[state] })),
    empty:
      entries.length === 0
        ? words.menu.looked(
            [...new Set(workspace.library.snapshot.roots.map(({ path }) => shorten(path)))].join(
              ', ',
            ),
          )
        : terminal.skillsNone,
    keys: terminal.listKeys,
  }
}

function signOf(state: SkillState, style: Chat['style']): string {
  switch (state) {
    case 'loaded':
      return style.green('✓')
    case 'shadowed':
      return style.dim('◐')
    case 'untrusted':
      return style.yellow('?')
    case 'disabled':
      return style.dim('○')
    case 'invalid':
      return style.red('✗')
    case 'ignored':
      return style.dim('·')
  }
}

/** One skill: what it is, why it is in its state, what was found in it, and what can be done. */
export async function skillPanel(
  chat: Chat,
  path: string,
  back: Panel,
): Promise<PagerPanel | undefined> {
  const { workspace, words, style, shorten } = chat
  const entry = workspace.library.snapshot.entries.find((one) => one.path === path)
  if (entry === undefined) return undefined
  const { terminal } = words
  const { skill, state } = entry
  const fact = (label: string, text: string) =>
    text === '' ? [] : [`${style.dim(label)}  ${text}`]
  const diagnostics = await Promise.all(
    entry.diagnostics.map((one) =>
      renderDiagnostic(one, { ...workspace.view, style, columns: Number.POSITIVE_INFINITY }),
    ),
  )
  const description = skill === undefined ? '' : cleanText(skill.description)
  return {
    kind: 'pager',
    purpose: 'skill',
    id: path,
    title: `/${cleanLine(entry.callableAs)}`,
    top: 0,
    back,
    lines: [
      `${signOf(state, style)} ${style.bold(terminal.skillState[state])} ${style.dim(`· ${words.menu.scope(entry.scope)} · ${cleanLine(entry.client)}`)}`,
      ...(description === '' ? [] : ['', ...description.split('\n')]),
      '',
      ...fact(terminal.skillWhy, cleanLine(entry.reason)),
      ...fact(terminal.skillRemedy, cleanText(entry.remedy ?? '')).flatMap((line) =>
        line.split('\n'),
      ),
      ...fact(terminal.skillFile, shorten(path)),
      ...fact(terminal.skillHint, cleanLine(skill?.argumentHint ?? '')),
      ...fact(terminal.skillTools, (skill?.tools ?? []).map(cleanLine).join(', ')),
      ...fact(terminal.skillAllowed, (skill?.allowedTools ?? []).map(cleanLine).join(', ')),
      ...fact(terminal.skillModel, cleanLine(skill?.model ?? '')),
      ...(diagnostics.length === 0
        ? []
        : [
            '',
            style.bold(terminal.skillDiagnostics),
            ...diagnostics.flatMap((text) => text.split('\n')),
          ]),
    ],
    actions: actionsFor(entry, terminal),
  }
}

function actionsFor(
  { state, skill }: Entry,
  terminal: Chat['words']['terminal'],
): PagerPanel['actions'] {
  const isCallable = state === 'loaded' || state === 'shadowed'
  const isOff = state === 'disabled'
  return [
    ...(isCallable && skill?.userInvocable
      ? [{ key: 'u', label: terminal.skillUse, action: 'use' }]
      : []),
    ...(isCallable
      ? [
          { key: 'd', label: terminal.skillDisable, action: 'disable' },
          { key: 'x', label: terminal.skillDisableUser, action: 'disable-user' },
        ]
      : []),
    ...(isOff
      ? [
          { key: 'e', label: terminal.skillEnable, action: 'enable' },
          { key: 'w', label: terminal.skillEnableUser, action: 'enable-user' },
        ]
      : []),
    ...(state === 'untrusted' ? [{ key: 't', label: terminal.skillTrust, action: 'trust' }] : []),
  ]
}

/** Everything that a person should see before they trust a repository, and the two ways to. */
export function trustPanel(chat: Chat, back: Panel): PagerPanel {
  const { workspace, words, style } = chat
  const description = readDescription(workspace)
  const { terminal } = words
  const output = { ...chat.context.terminal.stdout, style, columns: Number.POSITIVE_INFINITY }
  return {
    kind: 'pager',
    purpose: 'trust',
    // The answer holds for exactly what is shown.
    id: description.digest,
    title: terminal.trustTitle,
    top: 0,
    back,
    lines: renderTrust(description, output, workspace.standpoint).split('\n'),
    actions: [
      { key: 't', label: terminal.trustChanged, action: 'until-changed' },
      { key: 'm', label: terminal.trustMine, action: 'mine' },
    ],
  }
}

/** What a key did in the panels of `/skills`. Gives the panel that is shown afterwards. */
export async function actOnSkill(
  chat: Chat,
  panel: PagerPanel,
  action: string,
): Promise<Panel | undefined> {
  const { workspace, words } = chat
  const back = panel.back ?? skillsPanel(chat, '')
  if (action === 'use') {
    useSkill(chat, panel.id)
    return undefined
  }
  if (action === 'trust') return trustPanel(chat, back)
  if (isChildOfEngine(chat.context)) {
    chat.change((state) => ({ ...state, remark: words.terminal.switchChild }))
    return panel
  }
  if (action === 'until-changed' || action === 'mine') {
    const remark = await trust(chat, action, panel.id)
    await workspace.library.reload()
    chat.change((state) => ({ ...say(state, 'info', remark) }))
    return skillsPanel(chat, '')
  }
  const remark = await switchSkill(chat, panel.id, action)
  await workspace.library.reload()
  chat.change((state) => say(state, 'info', remark))
  return (await skillPanel(chat, panel.id, refreshed(chat, back))) ?? back
}

function refreshed(chat: Chat, back: Panel): Panel {
  if (back.kind !== 'list') return back
  const { filter, group, highlight } = back
  return {
    ...skillsPanel(chat, filter),
    ...(group === undefined ? {} : { group }),
    ...(highlight === undefined ? {} : { highlight }),
  }
}

function useSkill(chat: Chat, path: string): void {
  const entry = chat.workspace.library.snapshot.entries.find((one) => one.path === path)
  const skill = entry?.skill
  if (entry === undefined || skill === undefined) return
  const { callableAs } = entry
  chat.change((state) => {
    const { caret } = state.composer.draft.text
    const composer = pick(state.composer, { start: caret, end: caret }, { skill, path, callableAs })
    return { ...state, composer }
  })
}

async function trust(chat: Chat, answer: 'until-changed' | 'mine', shown: string): Promise<string> {
  const { workspace, words } = chat
  const subject = trustSubject(workspace)
  const { skills } = describeTrust(subject)
  if (skills.length === 0) return words.terminal.nothingToTrust
  const result = await trustProject({ ...subject, answer, shown })
  if (result.kind === 'changed') return words.terminal.trustStale
  return words.terminal.trusted(words.terminal.skills(count(skills.length)).trim())
}

/** Writes the skill's name into a settings file, as `skillet enable` and `skillet disable` do. */
async function switchSkill(chat: Chat, path: string, action: string): Promise<string> {
  const { workspace, words } = chat
  const { terminal } = words
  const entry = workspace.library.snapshot.entries.find((one) => one.path === path)
  if (entry === undefined) return terminal.skillsNone
  const enabled = action.startsWith('enable')
  const level = action.endsWith('-user') ? 'user' : 'project'
  if (level === 'project') {
    const { settings } = readDescription(workspace)
    if (settings !== undefined && settings.change !== 'same') return terminal.switchUntrusted
  }
  const { settings, places } = workspace
  const { root, store } = trustSubject(workspace)
  const { name, scope } = entry
  const write = () =>
    setEnabled({
      settings,
      level,
      target: { kind: 'skill', term: name, skill: { name, scope, path } },
      enabled,
      home: places.home,
      projectTrusted: workspace.projectTrusted(),
    })
  const result =
    level === 'user'
      ? await write()
      : await trustOwnSettings({ root, store, settings }, () =>
          keepTrust({ root, store, subject: { settings } }, write),
        )
  if (result.kind === 'refused') return terminal.switchRefused
  const what = {
    enable: { project: terminal.skillEnable, user: terminal.skillEnableUser },
    disable: { project: terminal.skillDisable, user: terminal.skillDisableUser },
  }[enabled ? 'enable' : 'disable'][level]
  const file = cleanLine(wholePath(result.file, workspace.standpoint))
  const said = terminal.switched(`/${cleanLine(entry.callableAs)}`, what, file)
  return result.prevails === undefined
    ? said
    : `${said}\n${terminal.prevails(cleanLine(result.prevails.text))}`
}
