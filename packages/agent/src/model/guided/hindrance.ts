import { placeholderIn } from './placeholders.ts'

/** Why a command that a text shows is not proposed as it stands. */

export type Hindrance =
  /** Somebody has to fill this in first. */
  | { readonly kind: 'placeholder'; readonly placeholder: string }
  /** A line for a chat, such as `/review`, in what is called a shell's block. */
  | { readonly kind: 'chat-command'; readonly command: string }
  /** It waits for somebody at a terminal. */
  | { readonly kind: 'interactive'; readonly program: string }
  /** Commands of a shell that is not the one here, such as PowerShell. */
  | { readonly kind: 'other-shell'; readonly language: string }
  /** The text shows it as what not to do. */
  | { readonly kind: 'warned-against' }

/** The first thing that keeps a command from being proposed. */
export function hindranceOf(command: string): Hindrance | undefined {
  const placeholder = placeholderIn(command)
  if (placeholder !== undefined) return { kind: 'placeholder', placeholder }
  if (warning.test(command)) return { kind: 'warned-against' }
  const lines = linesOf(command)
  const chat = lines.flatMap((line) => /^(\/[a-z][\w:-]*)(?:\s|$)/.exec(line)?.[1] ?? [])[0]
  if (chat !== undefined) return { kind: 'chat-command', command: chat }
  const program = lines.flatMap((line) => interactiveIn(line) ?? [])[0]
  return program === undefined ? undefined : { kind: 'interactive', program }
}

/** A line that begins like this says that what follows is not to be done. */
export const warning =
  /^[ \t#*>+-]{0,20}(?:❌|✗|✘|🚫|(?:bad|wrong|incorrect)(?=[ \t]*(?:[:(—–*]|$|example|way\b))|(?:do not|don['’]t|never) do (?:this|that|it)\b|错误(?:示例|做法|用法|写法)|反例|不要这样|切勿这样)/imu

/** Lines that a shell would run: no comment, and nothing inside a here-document. */
function linesOf(command: string): readonly string[] {
  const lines: string[] = []
  let end: string | undefined
  for (const line of command.split('\n').map((one) => one.trim())) {
    if (end !== undefined) {
      if (line === end) end = undefined
      continue
    }
    end = /<<-?\s*(['"]?)(\w+)\1/.exec(line)?.[2]
    if (line !== '' && !line.startsWith('#')) lines.push(line)
  }
  return lines
}

/** Programs that open on a terminal and wait there. */
const interactive: readonly RegExp[] = [
  /^(?:vim?|nvim|nano|emacs|pico|less|more|man|top|htop|btop|visudo|passwd|tmux|screen)(?=\s|$)/,
  // Without anything to run they wait for lines to be typed.
  /^(?:python3?|node|irb|psql|mysql|sqlite3|bash|zsh|sh|su|ftp|sftp|telnet)$/,
  /^crontab\s+-e\b/,
  /^git\s+(?:rebase\s+(?:-i|--interactive)|add\s+(?:-p|-i|--patch|--interactive))\b/,
  /^(?:npm|docker|az|heroku|vercel|firebase|wrangler|azd auth|gh auth|gcloud auth|fly auth)\s+login\b(?!.*--(?:with-token|password-stdin|service-principal))/,
]

function interactiveIn(line: string): string | undefined {
  const command = line
    .replace(/^(?:sudo\s+|[A-Z_]+=\S*\s+)+/, '')
    .replace(/\s#\s.*$/, '')
    .trim()
  if (opensSession(command.split(/\s+/))) return 'ssh'
  for (const pattern of interactive) {
    const found = pattern.exec(command)?.[0].trim()
    if (found) return found
  }
  return undefined
}

/** `ssh` with a host and nothing to run there. */
function opensSession([program, ...words]: readonly string[]): boolean {
  if (program !== 'ssh') return false
  const rest = words.filter((word, at) => {
    const isValue = /^-[bcDEeFIiJLlmOopQRSWw]$/.test(words[at - 1] ?? '')
    return !isValue && !word.startsWith('-')
  })
  return rest.length === 1
}
