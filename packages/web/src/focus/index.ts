export { FocusProvider, type Place, useFocus, usePlace } from './places.tsx'
