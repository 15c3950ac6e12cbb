import { lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { isWithin, realPathOf } from '../tools/index.ts'
import type { OpenedSandbox, SandboxGround } from './types.ts'

/** What programs are made of. Everything else outside of home is absent: nobody can list all that is secret. */
const systemPlaces = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/etc',
  '/opt',
  '/nix',
  '/gnu',
  '/run/current-system',
  '/var/lib/texmf',
  '/var/cache/fontconfig',
  '/home/linuxbrew/.linuxbrew',
]

/**
 * Where compilers and interpreters of a person live, below home. Only the parts that run: beside
 * `.cargo/bin` lies `.cargo/credentials.toml`.
 */
const toolchainPlaces = [
  '.nvm',
  '.fnm',
  '.volta',
  '.nodenv',
  '.npm-global',
  '.bun/bin',
  '.deno/bin',
  '.yarn/bin',
  '.pyenv',
  '.rbenv',
  '.rvm',
  '.gem/ruby',
  '.asdf',
  '.proto',
  '.jenv',
  '.sdkman/candidates',
  '.cargo/bin',
  '.cargo/env',
  '.cargo/registry',
  '.cargo/git',
  '.rustup',
  '.elan',
  '.ghcup',
  '.cabal/bin',
  '.opam',
  '.juliaup',
  '.dotnet',
  '.linuxbrew',
  '.nix-profile',
  'go/bin',
  'go/pkg',
  'miniconda3',
  'miniforge3',
  'anaconda3',
  '.local/bin',
  '.local/lib',
  '.local/pipx',
  '.local/share/pipx',
  '.local/share/fnm',
  '.local/share/mise',
  '.local/share/pnpm',
  '.local/share/uv',
]

/** Variables that name a toolchain's folder elsewhere, and which parts of it are shown. */
const toolchainVariables: Readonly<Record<string, readonly string[]>> = {
  NVM_DIR: [''],
  PYENV_ROOT: [''],
  RUSTUP_HOME: [''],
  GOROOT: [''],
  JAVA_HOME: [''],
  VIRTUAL_ENV: [''],
  CONDA_PREFIX: [''],
  PNPM_HOME: [''],
  CARGO_HOME: ['bin', 'env', 'registry', 'git'],
  GOPATH: ['bin', 'pkg'],
}

/** The system's own folders, those that are there. */
export function systemFolders(): readonly string[] {
  return systemPlaces.filter((place) => standing(place)?.isSymbolicLink() === false)
}

/** The arguments that show them, links as links. */
export function systemArguments(): readonly string[] {
  return systemPlaces.flatMap((place) => {
    const stats = standing(place)
    if (stats === undefined) return []
    if (stats.isSymbolicLink()) return ['--symlink', readlinkSync(place), place]
    return ['--ro-bind-try', place, place]
  })
}

/** Whether the system's folders hold a path. */
export function isSystemPath(path: string): boolean {
  return systemPlaces.some((place) => isWithin(path, place))
}

/** Absolute paths below and beside home that are shown read-only, those that exist. */
export function readableFolders(
  { home, environment, absent }: SandboxGround,
  { readable = [] }: OpenedSandbox,
): readonly string[] {
  const named = Object.entries(toolchainVariables).flatMap(([variable, parts]) => {
    const folder = environment[variable]
    return folder === undefined || !isAbsolute(folder)
      ? []
      : parts.map((part) => join(folder, part))
  })
  const wished = readable.map((path) => fromHome(path, home)).filter(isAbsolute)
  const usual = toolchainPlaces.map((place) => join(home, place))
  const shown = [...usual, ...named.filter((path) => !isSystemPath(path)), ...wished]
  // A variable that names home, or a folder above it, would show all that is hidden.
  const tooMuch = (path: string): boolean => [home, ...absent].some((at) => isWithin(at, path))
  return [...new Set(shown)].filter(
    (path) => standing(path) !== undefined && !tooMuch(realPathOf(path)),
  )
}

function fromHome(path: string, home: string): string {
  const start = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/u.exec(path)?.[0]
  return start === undefined ? path : join(home, path.slice(start.length))
}

/**
 * The system's files that only root and their group read: password hashes, private keys. Root runs
 * commands as root, for whom they would be open.
 */
export function closedSystemArguments(): readonly string[] {
  return closedBelow('/etc', 4)
}

function closedBelow(folder: string, depth: number): readonly string[] {
  return entriesOf(folder).flatMap((name) => {
    const path = join(folder, name)
    const stats = standing(path)
    if (stats === undefined) return []
    if (stats.isDirectory()) {
      if ((stats.mode & 0o005) !== 0o005) return ['--tmpfs', path]
      return depth > 0 ? closedBelow(path, depth - 1) : []
    }
    const closed = stats.isFile() && (stats.mode & 0o004) === 0
    return closed ? ['--ro-bind-try', '/dev/null', path] : []
  })
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** What stands at a path, a link as a link. */
export function standing(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}
