/**
 * Whether a folder is none on a disk: what the kernel shows of itself has tens of thousands of entries
 * that change while they are read, and no skill. Told by the path, which costs nothing. What is put up
 * below `/dev`, such as `/dev/shm`, is a disk like any other.
 */
export function isSystemFolder(realPath: string): boolean {
  return realPath === '/dev' || isAtOrBelow(realPath, '/proc') || isAtOrBelow(realPath, '/sys')
}

function isAtOrBelow(path: string, folder: string): boolean {
  return path.startsWith(folder) && (path.length === folder.length || path[folder.length] === '/')
}
