import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { lockFolder } from '../db/embedded/folder-lock.ts'
import { makePrivateFolder } from '../io/private-folder.ts'
import { sync } from '../io/sync.ts'
import { withErrorListener } from '../io/with-error-listener.ts'

/** Suffix of an archive that is being written. A killed process leaves it. */
export const unfinishedSuffix = '.unfinished'

/** Level of gzip: higher ones take twice the time for a tenth of the size. */
const level = 1

/**
 * Writes a closed embedded database to a new tar file, compressed by gzip, which any system can
 * unpack. The file appears when it is complete and synced. No process can open the database
 * meanwhile.
 *
 * @throws Error of the file that could not be read or written; nothing remains
 */
export async function archiveFolder(folder: string, file: string): Promise<void> {
  const unlock = lockFolder(folder)
  const draft = `${file}${unfinishedSuffix}`
  try {
    makePrivateFolder(dirname(file))
    await pipeline(
      tarOf(folder),
      withErrorListener(createGzip({ level })),
      withErrorListener(createWriteStream(draft, { mode: 0o600 })),
    )
    await sync(draft)
    await rename(draft, file)
    await sync(dirname(file))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    unlock()
  }
}

const blockBytes = 512

async function* tarOf(folder: string): AsyncGenerator<Uint8Array> {
  yield* entryOf(dirname(folder), basename(folder))
  yield Buffer.alloc(2 * blockBytes)
}

async function* entryOf(root: string, path: string): AsyncGenerator<Uint8Array> {
  const stats = await stat(join(root, path))
  if (stats.isDirectory()) {
    yield header(`${path}/`, { type: '5', mode: 0o700, size: 0, mtimeMs: stats.mtimeMs })
    const names = (await readdir(join(root, path))).sort()
    for (const name of names) yield* entryOf(root, `${path}/${name}`)
    return
  }
  yield header(path, { type: '0', mode: 0o600, size: stats.size, mtimeMs: stats.mtimeMs })
  yield* withErrorListener(createReadStream(join(root, path), { highWaterMark: 1_048_576 }))
  yield Buffer.alloc((blockBytes - (stats.size % blockBytes)) % blockBytes)
}

interface Entry {
  type: '0' | '5'
  mode: number
  size: number
  mtimeMs: number
}

/** Lengths of the fields of a header, with which a path and a size must be written. */
const pathBytesMax = 100
const sizeMax = 8 ** 11

/** Returns the header of a file in POSIX ustar format (IEEE Std 1003.1). */
function header(path: string, { type, mode, size, mtimeMs }: Entry): Uint8Array {
  if (Buffer.byteLength(path) > pathBytesMax || size >= sizeMax)
    throw new Error(`${path} is too large for an archive, or its name is too long`)
  const block = Buffer.alloc(blockBytes)
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0')
  block.write(path, 0)
  block.write(octal(mode, 8), 100)
  block.write(octal(0, 8), 108)
  block.write(octal(0, 8), 116)
  block.write(octal(size, 12), 124)
  block.write(octal(Math.floor(mtimeMs / 1_000), 12), 136)
  // The checksum is computed with spaces in its place.
  block.write(' '.repeat(8), 148)
  block.write(type, 156)
  block.write('ustar\u000000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${octal(sum, 7)}\0 `, 148)
  return block
}
