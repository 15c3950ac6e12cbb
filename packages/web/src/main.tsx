import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/index.ts'
import { begin } from './state/index.ts'
import './theme/index.css'

const place = document.getElementById('page')
if (place === null) throw new Error('The page has no element with the id "page"')

createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
void begin()
