/**
 * Comparison of this folder with the contract: each row of each table of versions.md has an entry
 * with the same columns, unless the row itself lists its operations.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  behaviours,
  headers,
  labels,
  removedAddresses,
  type TestedRow,
  versionUpgrade,
} from './behaviours.ts'
import { enumValues } from './enum-values.ts'
import { events } from './events.ts'
import { fields } from './fields.ts'
import { filters } from './filters.ts'
import { operations } from './operations.ts'
import { findEntries, type Row } from './row.ts'
import { listSections, tableRows } from './tables.ts'

const root = join(import.meta.dirname, '../..')

const matrices: Record<string, Row[]> = {
  '4.1': operations.leads,
  '4.2': operations.properties,
  '4.3': operations.money,
  '4.4': operations.messaging,
  '4.5': operations.others,
  '5': fields,
  '6': filters,
  '7': events,
  '8': enumValues,
}

const testedRows: Record<string, TestedRow[]> = {
  '1': labels,
  '2.1': removedAddresses,
  '2.2': headers,
  '3': versionUpgrade,
  '9': behaviours,
}

/** Tables of changes by version, whose rows repeat those of other tables. */
const repeated = ['10']

describe('versions.md', () => {
  it('has no table that is not covered', () => {
    const covered = [...Object.keys(matrices), ...Object.keys(testedRows), ...repeated]
    assert.deepEqual(listSections().sort(), covered.sort())
  })

  for (const [section, entries] of Object.entries(matrices)) {
    it(`§${section}: each row has its entry with the same columns`, () => {
      const rows = tableRows(section)
      const wrong = rows.flatMap(([first = '', ...cells]) => {
        const matching = findEntries(entries, first)
        const columns = cells.slice(0, 5).join('|')
        if (matching.length !== 1) return [`${matching.length} entries for '${first}'`]
        const [entry] = matching
        return entry!.columns === columns ? [] : [`${first}: ${columns}, not ${entry!.columns}`]
      })
      assert.deepEqual(wrong, [])
      assert.equal(rows.length, entries.length)
    })
  }

  for (const [section, entries] of Object.entries(testedRows)) {
    it(`§${section}: each row has its entry`, () => {
      const rows = tableRows(section)
      const counts = rows.map(([first = '']) => [first, findEntries(entries, first).length])
      assert.deepEqual(
        counts.filter(([, count]) => count !== 1),
        [],
      )
      assert.equal(rows.length, entries.length)
    })
  }
})

describe('proofs of rows', () => {
  it('name existing tests', () => {
    const rows = [...Object.values(testedRows), fields, filters, enumValues].flat()
    const proofs = rows.flatMap(({ proofs = [] }: { proofs?: string[] }) => proofs)
    const missing = [...new Set(proofs)].filter(proof => !testExists(proof))
    assert.deepEqual(missing, [])
  })
})

/** Returns whether a file has a test whose title contains a text. */
function testExists(proof: string): boolean {
  const [file = '', name = ''] = proof.split(' › ')
  const text = readFileSync(join(root, file), 'utf8')
  const names = [...text.matchAll(/\b(?:it|describe)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)]
  return names.some(([, , title = '']) => title.replaceAll("\\'", "'").includes(name))
}
