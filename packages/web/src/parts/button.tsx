import { Button as BaseButton } from '@base-ui/react/button'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

/** `plain` has an edge, `quiet` none; `primary` is filled and there is one of it at most in a view. */
export type ButtonVariant = 'plain' | 'primary' | 'quiet' | 'danger'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  readonly variant?: ButtonVariant
  readonly icon?: IconName
  /** Shows that the answer is on its way; the button stays focusable and does nothing. */
  readonly busy?: boolean
  readonly type?: 'button' | 'submit'
  readonly children: ReactNode
}

/** A button with a word. 32 px high, 44 px on a coarse pointer. */
export function Button(props: ButtonProps) {
  const { variant = 'plain', icon, busy = false, type = 'button', className, children } = props
  const { variant: _variant, icon: _icon, busy: _busy, disabled = false, ...rest } = props
  return (
    <BaseButton
      {...rest}
      type={type}
      disabled={disabled || busy}
      focusableWhenDisabled={busy}
      aria-busy={busy || undefined}
      className={classes(shape, looks[variant], 'px-3', className)}
    >
      {busy ? <Spinner /> : icon !== undefined && <Icon name={icon} />}
      {children}
    </BaseButton>
  )
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children'> {
  readonly icon: IconName
  /** The button's name, also shown as its tooltip. */
  readonly label: string
  /** The keys that do the same, shown in the tooltip: `Ctrl+B`. */
  readonly keys?: string | undefined
  readonly variant?: ButtonVariant
  /** False where everybody knows the icon, as the × of a dialog: an open tooltip takes the first Esc. */
  readonly tooltip?: boolean
  /** For a button that stays pressed, such as the wrap switch of a code box. */
  readonly pressed?: boolean
}

/** A square button with an icon; its name is its tooltip. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, keys, tooltip = true, variant = 'quiet', pressed, className } = props
  const { icon: _i, label: _l, keys: _k, tooltip: _t, variant: _v, pressed: _p, ...rest } = props
  const button = (
    <BaseButton
      {...rest}
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      className={classes(shape, looks[variant], 'w-8 coarse:w-11', className)}
    >
      <Icon name={icon} />
    </BaseButton>
  )
  if (!tooltip) return button
  return (
    <Tooltip text={label} keys={keys}>
      {button}
    </Tooltip>
  )
}

const shape =
  'inline-flex h-8 shrink-0 items-center justify-center gap-2 rounded-control border text-interface ' +
  'whitespace-nowrap select-none coarse:h-11 ' +
  'data-disabled:border-line data-disabled:bg-transparent data-disabled:text-text3 ' +
  'forced:data-disabled:text-[GrayText]'

const looks: Readonly<Record<ButtonVariant, string>> = {
  plain:
    'border-control bg-surface text-text not-data-disabled:hover:bg-hover aria-pressed:bg-hover',
  quiet:
    'border-transparent text-text2 not-data-disabled:hover:bg-hover not-data-disabled:hover:text-text ' +
    'aria-pressed:bg-hover aria-pressed:text-text',
  primary:
    'border-accent bg-accent font-semibold text-onAccent not-data-disabled:hover:border-accentText ' +
    'not-data-disabled:hover:bg-accentText',
  danger: 'border-danger bg-surface text-danger not-data-disabled:hover:bg-dangerSoft',
}
