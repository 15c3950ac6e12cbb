import { approval } from './approval.ts'
import { chat } from './chat.ts'
import { composer } from './composer.ts'
import { connection } from './connection.ts'
import { conversations } from './conversations.ts'
import { firstRun } from './first-run.ts'
import { inspector } from './inspector.ts'
import type { Language } from './language.ts'
import { markdown } from './markdown.ts'
import { menu } from './menu.ts'
import { palette } from './palette.ts'
import { parts } from './parts.ts'
import { saved } from './saved.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { skills } from './skills.ts'
import { terminal } from './terminal.ts'

export { approval as approvalSentences } from './approval.ts'
export { commandPlace } from './command-place.ts'
export { type Language, languages } from './language.ts'

/** Every sentence of the interfaces, by subject. */
export type Sentences = ReturnType<typeof of>

const catalogues: Readonly<Record<Language, Sentences>> = { en: of('en'), zh: of('zh') }

/** The sentences of one language. The same object each time. */
export function sentences(language: Language): Sentences {
  return catalogues[language]
}

function of(language: Language) {
  return {
    approval: approval[language],
    chat: chat[language],
    composer: composer[language],
    connection: connection[language],
    conversations: conversations[language],
    firstRun: firstRun[language],
    inspector: inspector[language],
    menu: menu[language],
    markdown: markdown[language],
    palette: palette[language],
    parts: parts[language],
    saved: saved[language],
    settings: settings[language],
    shell: shell[language],
    skills: skills[language],
    terminal: terminal[language],
  }
}
