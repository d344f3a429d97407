/** Reading of stored bytes, with a comparison of their checksum. */

import { OperatorError } from '../operator-error.ts'
import type { BackupFiles } from './backup-files.ts'
import { CountedBytes } from './durable-files.ts'
import { type FileContent, filePath, type SavedFile } from './manifest.ts'

/** Reads the files of these paths, one after the other. */
export async function* readStored(files: BackupFiles, paths: string[]): AsyncGenerator<Uint8Array> {
  for (const path of paths) {
    const stream = await files.open(path)
    if (stream === null)
      throw new OperatorError(
        `${files.name}/${path} is missing: the backup is damaged. Use another backup`,
      )
    try {
      yield* stream
    } catch (error) {
      throw new OperatorError(
        `${files.name}/${path} could not be read: ${(error as Error).message}`,
      )
    }
  }
}

/**
 * Reads an uploaded file of a backup and compares its checksum.
 *
 * @throws Error, at the end of the file at the latest, when it is damaged
 */
export function readFile(files: BackupFiles, saved: SavedFile): AsyncGenerator<Uint8Array> {
  const path = filePath(saved.key)
  return verified(readStored(files, [path]), saved, `${files.name}/${path}`)
}

/**
 * Passes bytes on and compares their checksum.
 *
 * @throws Error, at their end at the latest, when they are damaged
 */
export async function* verified(
  bytes: AsyncIterable<Uint8Array>,
  expected: FileContent,
  path: string,
): AsyncGenerator<Uint8Array> {
  const counted = new CountedBytes(bytes)
  let length = 0
  try {
    for await (const chunk of counted) {
      length += chunk.length
      if (length > expected.bytes) break
      yield chunk
    }
  } catch (error) {
    if (isCompressionError(error)) throw damagedError(path, error)
    throw error
  }
  const { bytes: total, sha256 } = counted.content
  if (total !== expected.bytes || sha256 !== expected.sha256) throw damagedError(path)
}

/** Returns whether an error is one of zlib: the compressed bytes are no valid ones. */
function isCompressionError(error: unknown): boolean {
  return /^(Z_|ZSTD_)/.test((error as NodeJS.ErrnoException).code ?? '')
}

function damagedError(path: string, cause?: unknown): Error {
  return new OperatorError(`${path} is damaged: its checksum does not match. Use another backup`, {
    cause,
  })
}
