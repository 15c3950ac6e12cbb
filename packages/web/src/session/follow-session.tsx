import { useEffect } from 'react'
import { useLanguage } from '../language/index.ts'
import { usePage } from '../state/index.ts'
import { useTheme } from '../theme/index.ts'

/** Language and theme follow the settings, also when another page or a file changed them. */
export function FollowSession() {
  const language = usePage(({ session }) => session?.language)
  const theme = usePage(({ session }) => session?.theme)
  const { setLanguage } = useLanguage()
  const { setTheme } = useTheme()
  useEffect(() => {
    if (language !== undefined) setLanguage(language)
  }, [language, setLanguage])
  useEffect(() => {
    if (theme !== undefined) setTheme(theme)
  }, [theme, setTheme])
  return null
}
