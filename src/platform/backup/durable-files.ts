/** Files, what is known of what was written to them, and how they last. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { withErrorListener } from '../streams/with-error-listener.ts'
import type { Content } from './manifest.ts'

type Bytes = AsyncIterable<Uint8Array>

/** Writes a new file for nobody but its owner, with the folders above it; it is still to sync. */
export async function writeNew(path: string, bytes: Bytes): Promise<Content> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o600)
  try {
    const counted = new Counted(bytes)
    for await (const chunk of counted) await file.writeFile(chunk)
    return counted.content
  } finally {
    await file.close()
  }
}

/** Bytes on their way, and what they were when they have all passed. */
export class Counted {
  readonly #bytes: Bytes
  readonly #hash = createHash('sha256')
  #length = 0
  /** Of text: how many lines have passed. */
  lines = 0

  constructor(bytes: Bytes) {
    this.#bytes = bytes
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#bytes) {
      this.#hash.update(chunk)
      this.#length += chunk.length
      this.lines += linesIn(chunk)
      yield chunk
    }
  }

  /** To be asked for once. */
  get content(): Content {
    return { bytes: this.#length, sha256: this.#hash.digest('hex') }
  }
}

function linesIn(chunk: Uint8Array): number {
  let lines = 0
  for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++
  return lines
}

/**
 * Reads a file of a backup to its end.
 *
 * @throws Error at its end, when it is not what was written
 */
export async function* readUnchanged(path: string, expected: Content): AsyncGenerator<Uint8Array> {
  const stream = withErrorListener(createReadStream(path, { highWaterMark: 1_048_576 }))
  const counted = new Counted(stream)
  yield* counted
  const { bytes, sha256 } = counted.content
  if (bytes === expected.bytes && sha256 === expected.sha256) return
  throw new Error(`${path} is damaged: its checksum does not match. Use another backup`)
}

/** Makes all last that lies in a folder. */
export async function syncAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    await (entry.isDirectory() ? syncAll(path) : sync(path))
  }
  await sync(folder)
}

/** Makes a file last, or the names that lie in a folder directly. */
export async function sync(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
