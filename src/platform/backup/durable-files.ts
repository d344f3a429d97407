/** New files of a backup: checksums, and syncing to the disk. */
import { createHash } from 'node:crypto'
import { mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sync } from '../io/sync.ts'
import type { FileContent } from './manifest.ts'

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/**
 * Writes a new file that only its owner can read, creating missing folders. It is not yet synced.
 */
export async function writeNew(path: string, bytes: Bytes): Promise<FileContent> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o600)
  try {
    const counted = new CountedBytes(bytes)
    for await (const chunk of counted) await file.writeFile(chunk)
    return counted.content
  } finally {
    await file.close()
  }
}

/** Byte stream that counts and hashes the bytes passing through it. */
export class CountedBytes {
  readonly #bytes: Bytes
  readonly #hash = createHash('sha256')
  #length = 0
  lines = 0

  constructor(bytes: Bytes) {
    this.#bytes = bytes
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#bytes) {
      this.#hash.update(chunk)
      this.#length += chunk.length
      this.lines += countLines(chunk)
      yield chunk
    }
  }

  /** Size and digest of the bytes so far. It can be read only once. */
  get content(): FileContent {
    return { bytes: this.#length, sha256: this.#hash.digest('hex') }
  }
}

/** Byte of a line feed. */
const lineFeed = 10

function countLines(chunk: Uint8Array): number {
  let lines = 0
  let position = chunk.indexOf(lineFeed)
  for (; position !== -1; position = chunk.indexOf(lineFeed, position + 1)) lines++
  return lines
}

export async function syncAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    await (entry.isDirectory() ? syncAll(path) : sync(path))
  }
  await sync(folder)
}
