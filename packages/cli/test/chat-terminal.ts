import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawn } from '@lydell/node-pty'
import headless from '@xterm/headless'
import { type Reply, type Script, says } from '../../agent/test/servers/index.ts'
import type { World } from './world.ts'

/** The command as it ships, built into a folder of its own. */
export interface Build {
  readonly command: string
  remove(): void
}

export function buildCommand(): Build {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'skillet-chat-')))
  const packageFolder = fileURLToPath(new URL('..', import.meta.url))
  const built = spawnSync(process.execPath, [
    join(packageFolder, 'build.mjs'),
    join(folder, 'dist'),
  ])
  if (built.status !== 0) throw new Error(String(built.stderr))
  symlinkSync(join(packageFolder, '../../node_modules'), join(folder, 'node_modules'))
  return {
    command: join(folder, 'dist/skillet.cjs'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export interface TerminalOptions {
  readonly columns?: number
  readonly rows?: number
  readonly words?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Runs this line in a shell instead, in which `$SKILLET` is the command. */
  readonly shell?: string
}

/** A real terminal with a program in it, and what is on its screen. */
export interface RealTerminal {
  readonly pid: number
  /** What is visible, a line each, without blanks at the ends. */
  lines(): readonly string[]
  text(): string
  /** With everything that scrolled off the screen. */
  history(): string
  /** Everything that was written to the terminal, as it was. */
  written(): string
  caret(): { readonly row: number; readonly column: number }
  type(keys: string): void
  resize(columns: number, rows: number): void
  /** Resolves when the screen shows it; rejects, with the screen, when it does not in 15 s. */
  shows(wanted: string | RegExp | ((text: string) => boolean)): Promise<void>
  readonly ended: Promise<{ readonly code: number; readonly signal: number }>
  /** Whether the terminal takes pastes in brackets, and shows a caret: both as at the start? */
  modes(): { readonly bracketedPaste: boolean; readonly caretHidden: boolean }
  close(): void
}

export const key = {
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  home: '\u001b[H',
  end: '\u001b[F',
  pageUp: '\u001b[5~',
  pageDown: '\u001b[6~',
  enter: '\r',
  newline: '\n',
  tab: '\t',
  shiftTab: '\u001b[Z',
  backspace: '\u007f',
  escape: '\u001b',
  ctrl: (letter: string) => String.fromCharCode(letter.charCodeAt(0) & 0x1f),
  undo: '\u001f',
  paste: (text: string) => `\u001b[200~${text}\u001b[201~`,
}

const patienceMs = 15_000

export function openTerminal(
  build: Build,
  world: World,
  { columns = 80, rows = 24, words = [], environment = {}, shell }: TerminalOptions = {},
): RealTerminal {
  const screen = new headless.Terminal({
    cols: columns,
    rows,
    allowProposedApi: true,
    scrollback: 5000,
  })
  const program =
    shell === undefined
      ? ([process.execPath, [build.command, ...words]] as const)
      : (['/bin/sh', ['-c', shell]] as const)
  const pty = spawn(program[0], [...program[1]], {
    cols: columns,
    rows,
    cwd: world.cwd,
    name: environment['TERM'] ?? 'xterm-256color',
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: world.home,
      TERM: 'xterm-256color',
      LANG: 'en_US.UTF-8',
      SKILLET: `${process.execPath} ${build.command}`,
      ...environment,
    },
  })
  const listeners = new Set<() => void>()
  let raw = ''
  pty.onData((data) => {
    raw += data
    screen.write(data, () => {
      for (const listener of listeners) listener()
    })
  })
  // What a terminal answers to questions about itself.
  screen.onData((answer) => pty.write(answer))
  const ended = new Promise<{ code: number; signal: number }>((resolve) => {
    pty.onExit(({ exitCode, signal }) => resolve({ code: exitCode, signal: signal ?? 0 }))
  })
  const linesFrom = (first: number, last: number) =>
    Array.from(
      { length: last - first },
      (_, index) => screen.buffer.active.getLine(first + index)?.translateToString(true) ?? '',
    )
  const lines = () => {
    const { viewportY, baseY } = screen.buffer.active
    const top = Math.max(viewportY, baseY)
    return linesFrom(top, top + screen.rows)
  }
  const text = () => lines().join('\n')
  let hidden = false
  screen.parser.registerCsiHandler({ prefix: '?', final: 'l' }, (params) => {
    if (params.includes(25)) hidden = true
    return false
  })
  screen.parser.registerCsiHandler({ prefix: '?', final: 'h' }, (params) => {
    if (params.includes(25)) hidden = false
    return false
  })
  return {
    pid: pty.pid,
    lines,
    text,
    history: () => linesFrom(0, screen.buffer.active.length).join('\n'),
    written: () => raw,
    caret: () => ({ row: screen.buffer.active.cursorY, column: screen.buffer.active.cursorX }),
    type: (keys) => pty.write(keys),
    resize(next, height) {
      screen.resize(next, height)
      pty.resize(next, height)
    },
    shows(wanted) {
      const isThere = () => {
        const now = text()
        if (typeof wanted === 'function') return wanted(now)
        return typeof wanted === 'string' ? now.includes(wanted) : wanted.test(now)
      }
      return new Promise((resolve, reject) => {
        const end = (act: () => void) => {
          listeners.delete(look)
          clearTimeout(timer)
          act()
        }
        const look = () => {
          if (isThere()) end(resolve)
        }
        const timer = setTimeout(
          () => end(() => reject(new Error(`Never on screen: ${String(wanted)}\n${text()}`))),
          patienceMs,
        )
        listeners.add(look)
        look()
      })
    },
    ended,
    modes: () => ({ bracketedPaste: screen.modes.bracketedPasteMode, caretHidden: hidden }),
    close() {
      try {
        pty.kill('SIGKILL')
      } catch {
        // It has ended by itself, as most tests want it to.
      }
      screen.dispose()
    },
  }
}

/** Answers in order; the request for a title, which has no tools, gets one of its own. */
export function answers(...replies: readonly (Reply | Promise<Reply>)[]): Script {
  let next = 0
  return ({ body }) => {
    const hasTools = typeof body === 'object' && body !== null && 'tools' in body
    if (!hasTools) return says('A title')
    const reply = replies[next] ?? says('No more answers.')
    next += 1
    return reply
  }
}

/** A reply that comes when the test says so. */
export function later(reply: Reply): { readonly reply: Promise<Reply>; come: () => void } {
  let come: () => void = () => {}
  const promise = new Promise<Reply>((resolve) => {
    come = () => resolve(reply)
  })
  return { reply: promise, come: () => come() }
}
