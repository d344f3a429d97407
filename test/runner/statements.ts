/** What the tests of a whole run have sent to the database. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { statementOffenders } from '../tidy/statement-offenders.ts'
import type { FileRun } from './lanes.ts'

const releases = join(import.meta.dirname, '../releases')

/** What is listed as offending, and was not seen to: it can be taken off. */
export function listedInVain(runs: FileRun[]): string[] {
  const seen = new Set(runs.flatMap(({ offences }) => offences))
  const listed = Object.entries(statementOffenders).flatMap(([offence, files]) =>
    files.map(file => `${file}: ${offence}`),
  )
  return listed.filter(offence => !seen.has(offence))
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
  // Long statements are alike, and further apart than other packers look.
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS }
  const packed = brotliCompressSync(`${lines.join(';\n')};\n`, { params })
  writeFileSync(join(releases, `${release}.sql.br`), packed)
}

function shapeOf(text: string): string {
  const value = /\$\d+(?:::[\w[\]]+)?/g
  return text
    .replaceAll(value, '$')
    .replaceAll(/\$(?:, ?\$)+/g, '$')
    .replaceAll(/\(\$\)(?:, ?\(\$\))+/g, '($)')
}
