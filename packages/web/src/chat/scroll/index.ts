export { useNear } from './use-near.ts'
export { useScroll } from './use-scroll.ts'
export { useShown } from './use-shown.ts'
