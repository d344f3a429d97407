/** What the tests of a whole run have sent to the database. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { tenantJoiners } from '../tidy/tenant-joiners.ts'
import type { FileRun } from './lanes.ts'

const releases = join(import.meta.dirname, '../releases')

/** Files that are listed as joining the tenant, and were not seen to: they can be taken off. */
export function listedInVain(runs: FileRun[]): string[] {
  const seen = new Set(runs.flatMap(({ joiners }) => joiners))
  return tenantJoiners.filter(file => !seen.has(file))
}

/**
 * Keeps the statements of a release, a line each and packed, so that later ones can be tried
 * against them. Of those that differ in the number of their values alone, one stands for all.
 */
export function keepStatements(release: string, runs: FileRun[]): void {
  const byShape = new Map<string, string>()
  for (const text of runs.flatMap(({ statements }) => statements).sort()) {
    const shape = shapeOf(text)
    if (!byShape.has(shape)) byShape.set(shape, text)
  }
  const lines = [...byShape.values()].sort()
  mkdirSync(releases, { recursive: true })
  writeFileSync(join(releases, `${release}.sql.gz`), gzipSync(`${lines.join(';\n')};\n`))
}

function shapeOf(text: string): string {
  const value = /\$\d+(?:::[\w[\]]+)?/g
  return text
    .replaceAll(value, '$')
    .replaceAll(/\$(?:, ?\$)+/g, '$')
    .replaceAll(/\(\$\)(?:, ?\(\$\))+/g, '($)')
}
