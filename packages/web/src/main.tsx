import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, regions } from './app/index.ts'
import { asLanguage } from './language/index.ts'
import { begin } from './state/index.ts'
import { asTheme } from './theme/index.ts'
import './theme/index.css'

const place = document.getElementById('page')
if (place === null) throw new Error('The page has no element with the id "page"')

void begin()
const { lang, dataset } = document.documentElement
createRoot(place).render(
  <StrictMode>
    <App language={asLanguage(lang)} theme={asTheme(dataset['theme'])} regions={regions} />
  </StrictMode>,
)
