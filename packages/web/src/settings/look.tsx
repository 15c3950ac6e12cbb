import type { SettingsPage } from '@skillet/server/contract'
import { changeSetting } from '../api/index.ts'
import { useLanguage, useSentences } from '../language/index.ts'
import { refreshSession } from '../state/index.ts'
import { useTheme } from '../theme/index.ts'
import { Choice } from './choice.tsx'
import { useSave } from './use-save.ts'

export interface LookProps {
  readonly settings: SettingsPage
  readonly reload: () => Promise<void>
}

/** Theme and language: the page changes at once, then it is stored. */
export function Look({ settings, reload }: LookProps) {
  const { settings: words } = useSentences()
  const { language, setLanguage } = useLanguage()
  const { theme, setTheme } = useTheme()
  const themeSave = useSave()
  const languageSave = useSave()
  const stored = () => Promise.all([reload(), refreshSession()])
  const chooseTheme = async (value: typeof theme) => {
    setTheme(value)
    if (await themeSave.save(() => changeSetting({ field: 'theme', value }))) await stored()
    else setTheme(theme)
  }
  const chooseLanguage = async (value: typeof language) => {
    setLanguage(value)
    if (await languageSave.save(() => changeSetting({ field: 'language', value }))) await stored()
    else setLanguage(language)
  }
  return (
    <>
      <Choice
        label={words.theme}
        value={theme}
        origin={settings.theme}
        state={themeSave.state}
        options={[
          { value: 'system', label: words.themes.system, icon: 'system' },
          { value: 'light', label: words.themes.light, icon: 'light' },
          { value: 'dark', label: words.themes.dark, icon: 'dark' },
        ]}
        onChoose={(value) => void chooseTheme(value)}
      />
      <Choice
        label={words.language}
        value={language}
        origin={settings.language}
        state={languageSave.state}
        options={[
          { value: 'en', label: 'English', icon: 'globe' },
          { value: 'zh', label: '中文', icon: 'globe' },
        ]}
        onChoose={(value) => void chooseLanguage(value)}
      />
      <p className="text-label text-text2">{words.languageHelp}</p>
    </>
  )
}
