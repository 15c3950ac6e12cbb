import { classes } from './classes.ts'

/*
 * Every icon of the page: outlines on a field of 16 × 16, drawn with a pen of 1.5 in the colour of
 * the text. An icon never stands for a word alone; where no word is near, the button has a name.
 */
const drawings = {
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  search: 'M11 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM10 10l3.5 3.5',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  'chevron-left': 'M10 3.5L5.5 8l4.5 4.5',
  'chevron-right': 'M6 3.5L10.5 8 6 12.5',
  'chevron-up': 'M3.5 10L8 5.5l4.5 4.5',
  'chevron-down': 'M3.5 6L8 10.5 12.5 6',
  'arrow-up': 'M8 13V3M3.5 7.5L8 3l4.5 4.5',
  'arrow-down': 'M8 3v10M3.5 8.5L8 13l4.5-4.5',
  back: 'M13 8H3M7.5 3.5L3 8l4.5 4.5',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  more: 'M4 8a.5.5 0 1 1-1 0 .5.5 0 0 1 1 0zM8.5 8a.5.5 0 1 1-1 0 .5.5 0 0 1 1 0zM13 8a.5.5 0 1 1-1 0 .5.5 0 0 1 1 0z',
  conversations:
    'M2.5 3.5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM6.5 2.5v11',
  inspect: 'M2.5 3.5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM9.5 2.5v11',
  message: 'M2.5 4a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H7l-3 2.5V11h-.5a1 1 0 0 1-1-1z',
  skill: 'M8 2l5.5 3v6L8 14l-5.5-3V5zM2.5 5L8 8l5.5-3M8 8v6',
  settings: 'M2.5 4.5h6M12.5 4.5h1M2.5 11.5h1M7.5 11.5h6M10.5 2.75v3.5M5.5 9.75v3.5',
  model:
    'M4.5 4.5h7v7h-7zM6.5 2v2.5M9.5 2v2.5M6.5 11.5V14M9.5 11.5V14M2 6.5h2.5M2 9.5h2.5M11.5 6.5H14M11.5 9.5H14',
  key: 'M9 6.5a3 3 0 1 0-2.1 2.9L8 10.5h1.5V12H11v1.5h2.5V11L8.9 7.4zM5.5 6h.01',
  attach:
    'M12.5 7.5l-4.8 4.8a3 3 0 0 1-4.2-4.2l5.3-5.3a2 2 0 0 1 2.8 2.8L6.4 10.8a1 1 0 0 1-1.4-1.4l4.5-4.5',
  stop: 'M4.5 4.5h7v7h-7z',
  play: 'M5 3.5v9l7.5-4.5z',
  retry: 'M12.5 8a4.5 4.5 0 1 1-1.4-3.3M12.5 2.5v3h-3',
  edit: 'M3 13l.7-2.9L10.8 3a1.1 1.1 0 0 1 1.6 0l.6.6a1.1 1.1 0 0 1 0 1.6l-7.1 7.1zM9.5 4.5l2 2',
  trash: 'M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.5 9h6l.5-9M6.9 7l.2 4M9.1 7l-.2 4',
  copy: 'M5.5 5.5v-2a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-2M2.5 6.5a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1z',
  wrap: 'M2.5 3.5h11M2.5 8h8.8a1.9 1.9 0 0 1 0 3.8H8M9.5 10L7.7 11.8l1.8 1.8M2.5 12h2.5',
  download: 'M8 2.5V10M4.5 6.5L8 10l3.5-3.5M2.5 13.5h11',
  upload: 'M8 10V2.5M4.5 6L8 2.5 11.5 6M2.5 13.5h11',
  external: 'M6.5 3.5h-3v9h9v-3M9 2.5h4.5V7M13.5 2.5L7.5 8.5',
  link: 'M6.8 9.2a2.5 2.5 0 0 0 3.6 0l2-2a2.5 2.5 0 0 0-3.6-3.6l-.6.6M9.2 6.8a2.5 2.5 0 0 0-3.6 0l-2 2a2.5 2.5 0 0 0 3.6 3.6l.6-.6',
  info: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 7.5v3.5M8 5h.01',
  help: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM6.2 6.3a1.9 1.9 0 1 1 2.7 1.8c-.6.3-.9.6-.9 1.2M8 11.5h.01',
  warning: 'M8 2.5l6 10.5H2zM8 6.5v3M8 11.3h.01',
  failed: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM6 6l4 4M10 6l-4 4',
  done: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM5.3 8.3l1.9 1.9 3.5-4',
  refused: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM3.8 3.8l8.4 8.4',
  waiting: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM6.4 5.8v4.4M9.6 5.8v4.4',
  interrupted: 'M9 1.8L4 9h4l-1 5.2L12 7H8z',
  queued: 'M3 4h10M3 8h10M3 12h5M11.5 10.5v3M10 12h3',
  pending:
    'M8 2a6 6 0 0 1 3 .8M13.2 5a6 6 0 0 1 0 6M11 13.2a6 6 0 0 1-6 0M2.8 11a6 6 0 0 1 0-6M5 2.8A6 6 0 0 1 8 2',
  running: 'M8 2a6 6 0 1 1-6 6',
  clock: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM8 4.5V8l2.3 1.5',
  trust: 'M8 2l5 1.8V8c0 3-2.2 5-5 6-2.8-1-5-3-5-6V3.8zM5.8 7.8l1.6 1.6 2.8-3',
  untrusted: 'M8 2l5 1.8V8c0 3-2.2 5-5 6-2.8-1-5-3-5-6V3.8zM8 5.2v3.3M8 10.6h.01',
  lock: 'M3.5 7.5a1 1 0 0 1 1-1h7a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1zM5.5 6.5V5a2.5 2.5 0 0 1 5 0v1.5',
  hidden:
    'M2.5 2.5l11 11M6.5 3.7A6.5 6.5 0 0 1 14 8a9 9 0 0 1-1.5 2M10.8 11.5A6 6 0 0 1 8 12.2C4.5 12.2 2.5 9.5 2 8a8 8 0 0 1 2.8-3.5M6.7 6.7a1.9 1.9 0 0 0 2.6 2.6',
  visible:
    'M2 8c.6-1.6 2.6-4.2 6-4.2S13.4 6.4 14 8c-.6 1.6-2.6 4.2-6 4.2S2.6 9.6 2 8zM9.9 8a1.9 1.9 0 1 1-3.8 0 1.9 1.9 0 0 1 3.8 0z',
  shadowed:
    'M2.5 3.5a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1zM12.5 6a1 1 0 0 1 1 1v5.5a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1',
  ignored: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM5 8h6',
  terminal:
    'M2.5 3.5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM5 6l2 2-2 2M8.5 10.5H11',
  file: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3',
  folder: 'M2 4a1 1 0 0 1 1-1h3l1.5 1.5H13a1 1 0 0 1 1 1V12a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1z',
  image:
    'M2.5 3.5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM2.5 11l3-3 2.5 2.5L10.5 8l3 3M6 5.5h.01',
  diff: 'M8 2.5v5M5.5 5h5M5.5 10.5h5M3 13.5h10',
  branch:
    'M4.5 5.5v5M6 4a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0zM6 12a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0zM13 4a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0zM11.5 5.5C11.5 8 4.5 7.5 4.5 10.5',
  hook: 'M10 3v6.5a3 3 0 1 1-6 0V8.5L2.5 10M10 3a1 1 0 1 1 .01 0',
  globe:
    'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0zM2 8h12M8 2c2 2 2.6 4 2.6 6S10 12 8 14c-2-2-2.6-4-2.6-6S6 4 8 2z',
  keyboard:
    'M1.5 5a1 1 0 0 1 1-1h11a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1zM4 6.7h.01M6.7 6.7h.01M9.3 6.7h.01M12 6.7h.01M5 9.5h6',
  light:
    'M10.5 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM8 1.5V3M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1',
  dark: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z',
  system:
    'M2 3.5a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1V10a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1zM8 11v2.5M5.5 13.5h5',
} as const

/** The name of an icon. */
export type IconName = keyof typeof drawings

/** Every icon's name, for a page that shows them all. */
export const iconNames: readonly IconName[] = Object.keys(drawings).filter(isIconName)

function isIconName(name: string): name is IconName {
  return name in drawings
}

export interface IconProps {
  readonly name: IconName
  readonly className?: string | undefined
}

/** An icon beside a word. Hidden from screen readers: the word says it. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={classes(
        'shrink-0',
        className?.includes('size-') === true ? undefined : 'size-4',
        className,
      )}
    >
      <path d={drawings[name]} />
    </svg>
  )
}
