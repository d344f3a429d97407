import { sep } from 'node:path'

const reasons: Record<string, string> = {
  EROFS: 'it is on a read-only file system; mount it for writing or choose another folder',
  EACCES: 'this user has no permission for it; give the folder to the user that runs the server',
  EPERM: 'this user has no permission for it; give the folder to the user that runs the server',
  ENOTDIR: 'a file is where a folder should be; remove the file or choose another folder',
  EEXIST: 'a file is where a folder should be; remove the file or choose another folder',
  EISDIR: 'a folder is where a file should be; remove that folder',
  ENOSPC: 'its disk is full; free some space',
  EDQUOT: 'the disk quota of this user is used up; free some space or raise the quota',
  EMFILE: 'this process has too many files open; raise its limit of open files',
  ENFILE: 'this machine has too many files open; raise its limit of open files',
  ELOOP: 'its path has too many symbolic links; use the real path',
  ENAMETOOLONG: 'its path is too long; use a shorter one',
  EIO: 'its disk reports an error; check the disk',
}

/**
 * Returns a sentence about a file error, with the cause and the remedy; null for other errors.
 *
 * @param dataDir named if the file is in it, or is a folder above it
 */
export function fileErrorText(error: unknown, dataDir: string): string | null {
  const { path } = error as NodeJS.ErrnoException
  const reason = fileErrorReason(error)
  if (reason === null) return null
  if (path === undefined) return `A file could not be written: ${reason}`
  if (!isWithin(path, dataDir) && !isWithin(dataDir, path)) {
    return `${path} cannot be used: ${reason}`
  }
  const location = path === dataDir ? '' : ` (${path})`
  return `The data folder ${dataDir} cannot be used${location}: ${reason}`
}

/** Returns the cause and the remedy of a file error; null for other errors. */
export function fileErrorReason(error: unknown): string | null {
  return reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? null
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.replace(/[/\\]*$/, sep))
}
