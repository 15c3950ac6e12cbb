export { asTheme, type Theme, ThemeProvider, themes, useTheme } from './theme.tsx'
