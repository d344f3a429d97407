/** Statements that a complete test run has sent to the database. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { statementOffenders } from '../architecture/statement-offenders.ts'
import type { FileRun } from './lanes.ts'

const releases = join(import.meta.dirname, '../releases')

/** Lists offenders without a violation in this run, to be removed from the list. */
export function listObsoleteOffenders(runs: FileRun[]): string[] {
  const found = new Set(runs.flatMap(({ offences }) => offences))
  const listed = Object.entries(statementOffenders).flatMap(([offence, files]) =>
    files.map(file => `${file}: ${offence}`),
  )
  return listed.filter(offence => !found.has(offence))
}

/**
 * Stores the statements of a release, compressed, as input for tests of later versions. Statements
 * that differ only in the number of their values are stored once.
 */
export function storeStatements(release: string, runs: FileRun[]): void {
  const byShape = new Map<string, string>()
  for (const text of runs.flatMap(({ statements }) => statements).sort()) {
    const shape = toShape(text)
    if (!byShape.has(shape)) byShape.set(shape, text)
  }
  const lines = [...byShape.values()].sort()
  mkdirSync(releases, { recursive: true })
  // Long statements repeat at larger distances than the default window.
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS }
  const packed = brotliCompressSync(`${lines.join(';\n')};\n`, { params })
  writeFileSync(join(releases, `${release}.sql.br`), packed)
}

function toShape(text: string): string {
  const value = /\$\d+(?:::[\w[\]]+)?/g
  return text
    .replaceAll(value, '$')
    .replaceAll(/\$(?:, ?\$)+/g, '$')
    .replaceAll(/\(\$\)(?:, ?\(\$\))+/g, '($)')
}
