/** Changes of backups in folders. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'

/**
 * Converts a backup to format 1, whose tables are not compressed, and which has the tables that the
 * job queue had created on another day.
 */
export function convertToFormat1(folder: string): void {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  for (const saved of manifest.tables) {
    const text = readTable(folder, saved.table)
    const path = join(folder, 'tables', `${saved.table.replaceAll('"', '')}.copy`)
    rmSync(`${path}.zst`)
    writeFileSync(path, text)
    delete saved.parts
    delete saved.storedBytes
  }
  for (const table of ['worker.queue_stats_20260101', 'worker.queue_stats_20260102']) {
    writeFileSync(join(folder, 'tables', `${table}.copy`), '')
    const sha256 = createHash('sha256').digest('hex')
    manifest.tables.push({ table, columns: 'id, captured_on', rows: 0, bytes: 0, sha256 })
  }
  delete manifest.database
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, format: 1 }))
}

/** Returns the text of a table that has one part. */
export function readTable(folder: string, table: string): Buffer {
  const path = join(folder, 'tables', `${table.replaceAll('"', '')}.copy.zst`)
  return zstdDecompressSync(readFileSync(path))
}

/** Changes a bit of the first file of a folder, or of a file. */
export function damage(path: string): void {
  if (statSync(path).isDirectory()) {
    damage(join(path, readdirSync(path)[0]!))
    return
  }
  const bytes = readFileSync(path)
  bytes[bytes.length >> 1]! ^= 1
  writeFileSync(path, bytes)
}
