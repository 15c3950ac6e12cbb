export { asTheme, type Theme, ThemeProvider, useTheme } from './theme.tsx'
