import { statfsSync, watch as watchFolder } from 'node:fs'

/** All that watching asks of the system: events, and time. */
export interface WatchSystem {
  /**
   * Tells of changes straight in a folder, not below it.
   * @throws the system's error where the folder is gone, or cannot be watched.
   */
  watch(folder: string, events: FolderEvents): Handle
  /** Whether the file system that holds the folder tells of changes at all. */
  tellsOfChanges(folder: string): boolean
  /** Calls once, after that many milliseconds. */
  later(milliseconds: number, action: () => void): Handle
  /** Milliseconds from any fixed moment on. */
  now(): number
}

export interface FolderEvents {
  /**
   * `rename`: an entry came, went or was put in place of another, or the folder itself did.
   * `change`: the contents of an entry. Some systems do not say which entry.
   */
  changed(kind: 'rename' | 'change', name: string | undefined): void
  failed(): void
}

export interface Handle {
  close(): void
}

/** Neither handles nor timers keep the process alive: a program that only watches is done. */
export const nodeWatchSystem: WatchSystem = {
  watch(folder, events) {
    const watcher = watchFolder(folder, { persistent: false }, (kind, name) => {
      events.changed(kind === 'change' ? 'change' : 'rename', name ?? undefined)
    })
    watcher.on('error', () => events.failed())
    return watcher
  },
  tellsOfChanges(folder) {
    try {
      return !silent.has(statfsSync(folder).type >>> 0)
    } catch {
      return true
    }
  },
  later(milliseconds, action) {
    const timer = setTimeout(action, milliseconds).unref()
    return { close: () => clearTimeout(timer) }
  },
  now: () => performance.now(),
}

/**
 * `f_type` of file systems where somebody else may write without this machine hearing of it:
 * networks, folders shared into containers and virtual machines, and the kernel's own.
 */
const silent: ReadonlySet<number> = new Set([
  0x0000_6969, // NFS
  0x0000_517b, // SMB
  0xff53_4d42, // CIFS
  0xfe53_4d42, // SMB 2
  0x6573_5546, // FUSE
  0x0102_1997, // 9p, as between Windows and its Linux
  0x00c3_6400, // Ceph
  0x0bd0_0bd0, // Lustre
  0x5346_414f, // AFS
  0x786f_4256, // VirtualBox
  0xbacb_acbc, // VMware
  0x7c7c_6673, // Parallels
  0x0000_9fa0, // /proc
  0x6265_6572, // /sys
])
