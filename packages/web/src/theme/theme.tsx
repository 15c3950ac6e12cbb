import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'

/** The themes a person can choose. `system` follows the browser. */
export const themes = ['light', 'dark', 'system'] as const

/** One of `themes`. */
export type Theme = (typeof themes)[number]

interface ThemeChoice {
  readonly theme: Theme
  /** Changes the page at once. Storing the choice is the settings' affair. */
  readonly setTheme: (theme: Theme) => void
}

const Context = createContext<ThemeChoice>({ theme: 'system', setTheme: () => {} })

/** The chosen theme. Starts with what the server wrote into the page, so that nothing flashes. */
export function ThemeProvider({ theme: first, children }: ThemeProviderProps) {
  const [theme, setTheme] = useState(first)
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
  }, [theme])
  const choice = useMemo(() => ({ theme, setTheme }), [theme])
  return <Context value={choice}>{children}</Context>
}

interface ThemeProviderProps {
  readonly theme: Theme
  readonly children: ReactNode
}

export function useTheme(): ThemeChoice {
  return useContext(Context)
}

/** A word that may be a theme, such as the page's `data-theme`; anything else is `system`. */
export function asTheme(word: string | undefined): Theme {
  return themes.find((theme) => theme === word) ?? 'system'
}
