export { FocusProvider, useFocus, usePlace } from './places.tsx'
