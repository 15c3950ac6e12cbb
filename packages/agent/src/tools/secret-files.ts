import { basename, sep } from 'node:path'
import { foldedName } from './paths.ts'

/** Names of files that hold keys or passwords, folded. */
const secretNames = new Set([
  '.env',
  '.envrc',
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

const secretEndings = /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg)$/u

/** Folders whose every file is somebody's secret. */
const secretFolders = new Set([
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker',
  'gcloud',
  '.password-store',
])

/** Whether a file is known to hold secrets, by its name: `.env*`, private keys, credential files. */
export function isSecretFile(path: string): boolean {
  const parts = path.split(sep).map(foldedName)
  const name = foldedName(basename(path))
  if (templates.test(name) || name.endsWith('.pub')) return false
  if (secretNames.has(name) || name.startsWith('.env.') || secretEndings.test(name)) return true
  // A repository's own configuration holds the addresses it pulls from, often with a token in them.
  if (parts.includes('.git') && (name === 'config' || name === 'config.worktree')) return true
  return parts.slice(0, -1).some((part) => secretFolders.has(part))
}
