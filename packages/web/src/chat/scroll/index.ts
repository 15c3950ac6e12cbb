export { useNear } from './use-near.ts'
export { type Scroll, useScroll } from './use-scroll.ts'
export { useShown } from './use-shown.ts'
