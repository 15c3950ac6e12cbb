import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import type { Language } from '@skillet/language'
import type { ReactNode } from 'react'
import { AnnounceProvider } from '../announce/index.ts'
import { FocusProvider } from '../focus/index.ts'
import { LayoutProvider } from '../frame/index.ts'
import { KeysProvider } from '../keys/index.ts'
import { LanguageProvider } from '../language/index.ts'
import { type Theme, ThemeProvider } from '../theme/index.ts'
import type { Regions } from './regions.tsx'
import { Shell } from './shell.tsx'

export interface AppProps {
  /** The language and theme to begin with: what the server wrote into the document. */
  readonly language: Language
  readonly theme: Theme
  readonly regions: Regions
}

/** The whole page. */
export function App({ language, theme, regions }: AppProps) {
  return (
    <LanguageProvider language={language}>
      <ThemeProvider theme={theme}>
        <Surroundings>
          <LayoutProvider>
            <Shell regions={regions} />
          </LayoutProvider>
        </Surroundings>
      </ThemeProvider>
    </LanguageProvider>
  )
}

/** What every part of the page may ask for. The policy of the page allows no style elements. */
function Surroundings({ children }: { readonly children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={500}>
        <KeysProvider>
          <FocusProvider>
            <AnnounceProvider>{children}</AnnounceProvider>
          </FocusProvider>
        </KeysProvider>
      </Tooltip.Provider>
    </CSPProvider>
  )
}
