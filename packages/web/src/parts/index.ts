/**
 * The small components of which every view is made. All text comes in through props, in the language
 * of the page; every colour, size and distance is a token of `theme/tokens.css`, as a utility class:
 *
 * - colours `bg-*`, `text-*`, `border-*`: bg surface raised sunken hover bubble line control text
 *   text2 text3 accent onAccent accentText accentSoft success(Soft) warning(Soft) danger(Soft) add
 *   addText del delText s1 … s6
 * - type `text-label` (12) `text-interface` (13) `text-reading` (15) `text-title` (18)
 *   `text-welcome` (22), weights `font-normal font-semibold`, `font-mono`
 * - space in steps of 4 px: 1 2 3 4 6 8 12; radius `rounded-badge rounded-control rounded-card
 *   rounded-float`; `shadow-float` only for what floats
 * - widths `max-w-reading` (736) `max-w-wide` (960) `max-w-welcome` (640)
 * - from 768 px `medium:`, from 1200 px `wide:`; coarse pointers `coarse:`; forced colours `forced:`
 * - `highlight` on a row that can be highlighted (`data-highlighted` or `aria-selected`): ground and
 *   accent bar; `floating`, `fading` on what base-ui opens: the 120 ms
 *
 * Never a `style` with a colour in it, never `dangerouslySetInnerHTML`: the page's policy refuses both
 * HTML from text and `<style>` elements.
 */
export { Badge, type Tone } from './badge.tsx'
export { Boundary } from './boundary.tsx'
export {
  Button,
  IconButton,
} from './button.tsx'
export { classes } from './classes.ts'
export { CopyButton } from './copy-button.tsx'
export { Dialog } from './dialog.tsx'
export { Empty } from './empty.tsx'
export {
  Field,
  type FieldState,
  TextArea,
  TextInput,
} from './field.tsx'
export { Icon, type IconName, iconNames } from './icon.tsx'
export { Kbd } from './kbd.tsx'
export { Menu, type MenuItem } from './menu.tsx'
export { NavLink } from './nav-link.tsx'
export { Banner, Notice, type NoticeProps } from './notice.tsx'
export { Prose } from './prose.tsx'
export { Scroller } from './scroller.tsx'
export { Segmented } from './segmented.tsx'
export { Sheet } from './sheet.tsx'
export { Spinner } from './spinner.tsx'
export { Switch } from './switch.tsx'
