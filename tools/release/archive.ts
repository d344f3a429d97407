import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Packs a folder. The archive depends only on the contents: names are sorted, files belong to root
 * and have one time.
 *
 * @param seconds time of all files, in seconds since 1970
 */
export async function packArchive(folder: string, file: string, seconds: number): Promise<void> {
  const identical = [
    '--sort=name',
    `--mtime=@${seconds}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rwX,go+rX,go-w',
    '--format=posix',
    '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime',
  ]
  const args = ['-c', ...identical, '-I', 'gzip -9n', '-f', file, '-C', dirname(folder)]
  await run('tar', [...args, basename(folder)])
}

/** Writes the file SHA256SUMS, which `sha256sum --check` reads. */
export async function writeChecksums(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
  const lines: string[] = []
  for (const name of names) lines.push(`${await digestOf(join(folder, name))}  ${name}\n`)
  await writeFile(join(folder, 'SHA256SUMS'), lines.join(''))
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}
