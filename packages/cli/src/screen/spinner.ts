import type { Output } from './terminal.ts'
import { fitWidth } from './width.ts'

/**
 * Says what is being waited for, on a line that it draws over: whoever shows it ends the line that
 * is open. Silent where the stream is no terminal.
 */
export interface Spinner {
  show(what: string): void
  hide(): void
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/**
 * Own and small: the one of `@clack/prompts` puts the keyboard into raw mode and listens for
 * signals itself, which would take Ctrl-C away from the turn that is to be stopped.
 */
export function createSpinner(output: Output): Spinner {
  let timer: NodeJS.Timeout | undefined
  const clear = () => output.write('\r\u001b[2K')
  const hide = () => {
    if (timer === undefined) return
    clearInterval(timer)
    timer = undefined
    clear()
  }
  return {
    show(what) {
      hide()
      if (!output.redraws) return
      let frame = 0
      const draw = () => {
        const sign = frames[frame % frames.length] ?? ''
        frame += 1
        const room = output.columns - 3
        output.write(
          `\r\u001b[2K${output.style.cyan(sign)} ${output.style.dim(fitWidth(what, room))}`,
        )
      }
      draw()
      timer = setInterval(draw, 80)
      timer.unref()
    },
    hide,
  }
}
