import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { AnnounceProvider } from '../announce/index.ts'
import { FocusProvider } from '../focus/index.ts'
import { KeysProvider } from '../keys/index.ts'
import { asLanguage, LanguageProvider } from '../language/index.ts'
import { asTheme, ThemeProvider } from '../theme/index.ts'
import { LayoutProvider } from './layout.tsx'
import { regions } from './regions.tsx'
import { Shell } from './shell.tsx'

/** The whole page. Language and theme begin as the server wrote them into the document. */
export function App() {
  const { lang, dataset } = document.documentElement
  return (
    <LanguageProvider language={asLanguage(lang)}>
      <ThemeProvider theme={asTheme(dataset['theme'])}>
        <Surroundings>
          <regions.State>
            <LayoutProvider>
              <Shell regions={regions} />
            </LayoutProvider>
          </regions.State>
        </Surroundings>
      </ThemeProvider>
    </LanguageProvider>
  )
}

/** What every part of the page may ask for. The policy of the page allows no `<style>` elements. */
function Surroundings({ children }: { readonly children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider>
        <KeysProvider>
          <FocusProvider>
            <AnnounceProvider>{children}</AnnounceProvider>
          </FocusProvider>
        </KeysProvider>
      </Tooltip.Provider>
    </CSPProvider>
  )
}
