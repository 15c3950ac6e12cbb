import { readdirSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { foldedName, statsOf } from './paths.ts'

/** Names of files that hold keys or passwords, folded. */
const secretNames = new Set([
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pypirc',
  '.netrc',
  '_netrc',
  '.pgpass',
  '.my.cnf',
  '.git-credentials',
  '.htpasswd',
  '.vault-token',
  '.boto',
  '.s3cfg',
  '.dockercfg',
  'credentials',
  'credentials.json',
  'credentials.toml',
  'credentials.yml',
  'credentials.yaml',
  'service-account.json',
  'secrets.json',
  'secrets.yml',
  'secrets.yaml',
  'secrets.toml',
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ed25519',
  'auth.json',
  'token.json',
  '.terraformrc',
  'terraform.tfstate',
  'kubeconfig',
])

/** Templates without values, which are meant to be read. */
const templates = /\.(?:example|sample|template|dist|defaults?)$/u

const secretEndings = /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk)$/u

/** Folders whose every file is somebody's secret. */
const secretFolders = new Set(['.ssh', '.gnupg', '.aws', '.kube', '.password-store'])

/** Secrets by the last parts of their path. */
const secretPaths =
  /\/(?:\.docker\/config\.json|\.config\/gcloud\/.+|\.git\/config(?:\.worktree)?)$/u

/** What Linux tells of another process: its environment, keys and all. */
const processSecrets = /^\/proc\/(?:[^/]+\/)+(?:environ|mem)$/u

/** Whether a file is known to hold secrets, by its name: `.env*`, private keys, credential files. */
export function isSecretFile(path: string): boolean {
  const parts = path.split(sep).map(foldedName)
  const name = foldedName(basename(path))
  if (templates.test(name) || name.endsWith('.pub')) return false
  if (secretNames.has(name) || /^\.env(?![a-z])|^\.envrc|\.env$/u.test(name)) return true
  if (secretEndings.test(name) || processSecrets.test(path)) return true
  return (
    secretPaths.test(parts.join('/')) || parts.slice(0, -1).some((part) => secretFolders.has(part))
  )
}

/** Whether a path (links resolved or not) tells what another process knows: keys in its environment. */
export function isProcessSecret(path: string): boolean {
  return processSecrets.test(path)
}

/**
 * Whether reading a file would read secrets: by its name, or because it is a second name (a hard
 * link) of a secret file beside it or at the root of the workspace. Second names elsewhere are not
 * found; only files that have one are looked at.
 */
export function holdsSecrets(path: string, workspace: string): boolean {
  if (isSecretFile(path)) return true
  const stats = statsOf(path)
  if (stats === undefined || !stats.isFile() || stats.nlink < 2n) return false
  return [dirname(path), workspace].some((folder) =>
    secretsIn(folder).some((secret) => {
      const other = statsOf(secret)
      return other !== undefined && other.dev === stats.dev && other.ino === stats.ino
    }),
  )
}

function secretsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .map((name) => join(folder, name))
      .filter(isSecretFile)
  } catch {
    return []
  }
}
