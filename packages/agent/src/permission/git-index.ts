/** Where the index keeps what of an entry, in bytes from its start. */
const modeAt = 24
const hashAt = 40
const extendedFlag = 0x4000
const longestName = 0xfff

/** Modes of an entry: files, links, folders of a sparse index, and commits of another repository. */
const gitlink = 0o160000
const modes = new Set([0o100644, 0o100755, 0o120000, 0o040000, gitlink])

/** The mode of another repository, as it stands in the file. */
const gitlinkBytes = Buffer.from([0, 0, 0xe0, 0])

/**
 * The paths in an index under which other repositories stand (submodules, and whatever `git add`
 * took for one). Undefined where the file is none that is known, or is split over several.
 */
export function gitlinksIn(index: Buffer): readonly string[] | undefined {
  const version = index.length < 12 ? 0 : index.readUInt32BE(4)
  if (index.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) return undefined
  if (index.includes('link', 12, 'latin1') && isSplit(index)) return undefined
  // Few have any, and reading every entry of a large one takes longer than this look.
  if (!index.includes(gitlinkBytes, 12)) return []
  // An index says nowhere whether its hashes are of SHA-1 or SHA-256.
  return readEntries(index, version, 20)?.gitlinks ?? readEntries(index, version, 32)?.gitlinks
}

/** Whether the entries go on in another file, which an extension behind them says. */
function isSplit(index: Buffer): boolean {
  const version = index.readUInt32BE(4)
  const hashes = [20, 32] as const
  const read = hashes.map((size) => ({ size, entries: readEntries(index, version, size) }))
  const known = read.find(({ entries }) => entries !== undefined)
  if (known?.entries === undefined) return true
  const end = index.length - known.size
  for (let at = known.entries.end; at + 8 <= end; at += 8 + index.readUInt32BE(at + 4)) {
    if (index.toString('latin1', at, at + 4) === 'link') return true
  }
  return false
}

interface Entries {
  readonly gitlinks: readonly string[]
  /** Where they end. */
  readonly end: number
}

/** Undefined where what is read this way are no entries. */
function readEntries(index: Buffer, version: number, hashSize: number): Entries | undefined {
  const gitlinks: string[] = []
  let at = 12
  let previous: Buffer = Buffer.alloc(0)
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    const flagsAt = at + hashAt + hashSize
    if (flagsAt + 4 > index.length) return undefined
    const mode = index.readUInt32BE(at + modeAt)
    if (!modes.has(mode)) return undefined
    const flags = index.readUInt16BE(flagsAt)
    const nameAt = flagsAt + (version > 2 && (flags & extendedFlag) !== 0 ? 4 : 2)
    const named = version === 4 ? compressed(index, nameAt, previous) : plain(index, nameAt)
    if (named === undefined || !fits(named.name, flags)) return undefined
    if (mode === gitlink) gitlinks.push(named.name.toString('utf8'))
    previous = named.name
    // Up to version 3, entries are filled up to a multiple of eight, with one NUL at least.
    at = version === 4 ? named.end : at + ((named.end - 1 - at + 8) & ~7)
  }
  return { gitlinks, end: at }
}

interface Named {
  readonly name: Buffer
  /** Behind the NUL that ends it. */
  readonly end: number
}

/** The flags hold the name's length, or that it is too long for them. */
function fits({ length }: Buffer, flags: number): boolean {
  const told = flags & longestName
  return told === longestName ? length >= longestName : length === told
}

function plain(index: Buffer, at: number): Named | undefined {
  const end = index.indexOf(0, at)
  return end === -1 ? undefined : { name: index.subarray(at, end), end: end + 1 }
}

/** Version 4 says how many bytes of the name before are left out, and what comes in their place. */
function compressed(index: Buffer, start: number, previous: Buffer): Named | undefined {
  let at = start
  let byte = index[at] ?? 0
  let cut = byte & 0x7f
  while ((byte & 0x80) !== 0 && at < start + 4) {
    at += 1
    byte = index[at] ?? 0
    cut = ((cut + 1) << 7) | (byte & 0x7f)
  }
  const rest = plain(index, at + 1)
  if (rest === undefined || cut > previous.length) return undefined
  const kept = previous.subarray(0, previous.length - cut)
  return { name: Buffer.concat([kept, rest.name]), end: rest.end }
}
