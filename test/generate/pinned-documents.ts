/**
 * OpenAPI documents in `contracts/`. Those of older versions are stored as differences to the next.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newestVersion, versions } from '../../src/rental/versions.ts'
import { applyDifferences } from './version-differences.ts'

const folder = join(import.meta.dirname, '../../contracts')

export interface AdjacentVersions {
  older: string
  newer: string
  /** Name of the file of their differences. */
  file: string
}

/** Pairs of adjacent versions, the newest first. */
export const adjacentVersions: AdjacentVersions[] = versions
  .slice(0, -1)
  .map((version, i) => {
    const [older, newer] = [`v${version}`, `v${versions[i + 1]!}`]
    return { older, newer, file: `${older}-to-${newer}.txt` }
  })
  .reverse()

export const pathPrefix = (label: string) => `/api/${label}`

/** Reads the OpenAPI documents of every version and `unversioned`, by label. */
export function pinnedDocuments(): Map<string, unknown> {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const complete = [`v${newestVersion}`, 'v2', 'unversioned']
  const documents = new Map<string, unknown>(
    complete.map(label => [label, JSON.parse(read(`${label}.json`))]),
  )
  for (const { older, newer, file } of adjacentVersions) {
    const prefixes = [pathPrefix(older), pathPrefix(newer)] as const
    documents.set(older, applyDifferences(read(file), documents.get(newer), ...prefixes))
  }
  return documents
}
