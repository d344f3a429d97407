/** Tables of a backup: the text of `COPY`, compressed, in parts of a bounded size. */
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { TableColumns } from '../db/statements.ts'
import { withErrorListener } from '../io/with-error-listener.ts'
import type { BackupFiles } from './backup-files.ts'
import { CountedBytes, writeNew } from './durable-files.ts'
import { partPath, type SavedTable, tablePaths } from './manifest.ts'
import { readStored, verified } from './verified-bytes.ts'

type Bytes = AsyncIterable<Uint8Array>

/** Level of the compression: docs/decisions/0118-backup-generations.md has the measurement. */
const compressionLevel = 1

/** Size of a part, which is held in memory, and which a store accepts as one object. */
const partBytes = 8 * 1_048_576

/** Writes a table to new files of a folder. They are not yet synced. */
export async function writeTable(
  folder: string,
  { table, columns }: TableColumns,
  bytes: Bytes,
): Promise<SavedTable> {
  const text = new CountedBytes(bytes)
  const params = { [constants.ZSTD_c_compressionLevel]: compressionLevel }
  let parts = 0
  let storedBytes = 0
  await pipeline(text, withErrorListener(createZstdCompress({ params })), async compressed => {
    for await (const part of inParts(compressed)) {
      await writeNew(join(folder, partPath(table, parts++)), part)
      for (const chunk of part) storedBytes += chunk.length
    }
  })
  return { table, columns, rows: text.lines, ...text.content, parts, storedBytes }
}

/** Yields at least one part. */
async function* inParts(bytes: Bytes): AsyncGenerator<Uint8Array[]> {
  let part: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    part.push(chunk)
    length += chunk.length
    if (length < partBytes) continue
    yield part
    part = []
    length = 0
  }
  if (length > 0) yield part
}

/**
 * Reads the text of a table and compares its checksum.
 *
 * @throws Error, at the end of the text at the latest, when it is damaged
 */
export function readTable(files: BackupFiles, saved: SavedTable): AsyncGenerator<Uint8Array> {
  const paths = tablePaths(saved)
  const stored = readStored(files, paths)
  const text = saved.parts === undefined ? stored : decompress(stored)
  return verified(text, saved, `${files.name}/${paths[0]}`)
}

async function* decompress(stored: Bytes): AsyncGenerator<Uint8Array> {
  const zstd = withErrorListener(createZstdDecompress())
  // Its error destroys the stream that is read here, which throws it.
  const feeding = pipeline(stored, zstd).catch(() => undefined)
  yield* zstd
  await feeding
}
