/** Changes of backups in folders. */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'

/** Converts a backup to format 1, whose tables are not compressed. */
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
