export { Palette, type PaletteProps } from './palette.tsx'
