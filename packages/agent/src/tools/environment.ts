/** What a child process may see of the environment. */
const listed = new Set([
  'PATH',
  'HOME',
  'LANG',
  'LANGUAGE',
  'TERM',
  'COLORTERM',
  'TMPDIR',
  'TMP',
  'TEMP',
  'SHELL',
  'USER',
  'LOGNAME',
  'TZ',
  'PWD',
  'COLUMNS',
  'LINES',
  'NO_COLOR',
  'EDITOR',
  'XDG_RUNTIME_DIR',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_CACHE_HOME',
  'NVM_DIR',
  'PYENV_ROOT',
  'CARGO_HOME',
  'RUSTUP_HOME',
  'GOPATH',
  'GOROOT',
  'JAVA_HOME',
  'VIRTUAL_ENV',
  'CONDA_PREFIX',
  'PNPM_HOME',
  'SYSTEMROOT',
  'COMSPEC',
  'PATHEXT',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
])

/** Names that speak of a secret, whatever list they are on. */
const secretName = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH|COOKIE|SESSION/iu

/** A user and password inside an address, as proxies have them. */
const addressWithPassword = /^[a-z][a-z0-9+.-]*:\/\/[^/@\s]*@/iu

/** Marks a process as a child of the engine: `skillet trust` and `--trust` refuse there. */
export const childMarker = 'SKILLET_CHILD'

/**
 * The listed part of an environment for child processes: paths, locale, terminal, toolchains.
 * Nothing that looks like a key comes along. Git is told to run no file-system monitor and no
 * pager, which a repository's configuration could name.
 *
 * @example
 * listedEnvironment({ PATH: '/bin', OPENAI_API_KEY: 'sk-…' }) // { PATH: '/bin', … }
 */
export function listedEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && isListed(name) && !addressWithPassword.test(value))
      kept[name] = value
  }
  return { ...kept, ...quietGit, [childMarker]: '1' }
}

function isListed(name: string): boolean {
  const upper = name.toUpperCase()
  return (listed.has(upper) || upper.startsWith('LC_')) && !secretName.test(name)
}

const quietGit = {
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'core.fsmonitor',
  GIT_CONFIG_VALUE_0: 'false',
} as const

/** Shorter values are words that occur by chance; blanking them would only garble output. */
const shortestSecret = 8

const blank = '[secret removed]'

/**
 * Blanks every known secret value in a text. Values shorter than 8 characters are left alone. Throws
 * nothing.
 *
 * @param text any text
 * @param secrets values of keys, such as `models.secrets`
 * @returns the text without them
 * @example
 * const shown = blankSecrets(text, models.secrets)
 */
export function blankSecrets(text: string, secrets: readonly string[]): string {
  let result = text
  for (const secret of usable(secrets)) result = result.split(secret).join(blank)
  return result
}

/** Longest first, so that a secret inside another leaves nothing of the longer one behind. */
function usable(secrets: readonly string[]): readonly string[] {
  const written = secrets.filter((secret) => secret.length >= shortestSecret).flatMap(spellings)
  return [...new Set(written)].sort((a, b) => b.length - a.length)
}

/** A secret as it is, and as the files that it stands in write it: JSON may escape a slash too. */
function spellings(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  return [secret, json, json.replaceAll('/', '\\/')]
}

/** Blanks secrets in text that comes in pieces, also where a secret is cut between two of them. */
export interface SecretBlanker {
  /** What can be shown by now. */
  push(chunk: string): string
  /** The rest. */
  end(): string
}

export function secretBlanker(secrets: readonly string[]): SecretBlanker {
  const values = usable(secrets)
  let held = ''
  return {
    push(chunk) {
      const text = held + chunk
      const cut = safeCut(text, values)
      held = text.slice(cut)
      return blankSecrets(text.slice(0, cut), values)
    },
    end() {
      const rest = blankSecrets(held, values)
      held = ''
      return rest
    },
  }
}

/** Where `text` can be cut so that neither a whole secret nor the start of one is cut through. */
function safeCut(text: string, secrets: readonly string[]): number {
  let cut = text.length - longestStart(text, secrets)
  for (let moved = true; moved; ) {
    moved = false
    for (const secret of secrets) {
      const at = text.indexOf(secret, Math.max(0, cut - secret.length + 1))
      if (at === -1 || at >= cut) continue
      cut = at
      moved = true
    }
  }
  return cut
}

/** How many characters at the end of `text` could be the start of a secret. */
function longestStart(text: string, secrets: readonly string[]): number {
  let longest = 0
  for (const secret of secrets) {
    for (let length = Math.min(secret.length - 1, text.length); length > longest; length -= 1) {
      if (text.endsWith(secret.slice(0, length))) longest = length
    }
  }
  return longest
}
