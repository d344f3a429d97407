/**
 * That the matrix of this folder is that of the contract: each row of each table of versions.md has
 * an entry with the same columns, unless it spells its operations out and thereby is its own.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { behaviours, gone, headers, labels, type ProvedRow, versionUpgrade } from './behaviours.ts'
import { enumValues } from './enum-values.ts'
import { events } from './events.ts'
import { fields } from './fields.ts'
import { filters } from './filters.ts'
import { operations } from './operations.ts'
import { pendingProofs } from './pending.ts'
import { entriesOf, type Row } from './row.ts'
import { sectionsWithTables, tableRows } from './tables.ts'

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

const proved: Record<string, ProvedRow[]> = {
  '1': labels,
  '2.1': gone,
  '2.2': headers,
  '3': versionUpgrade,
  '9': behaviours,
}

/** What changed when, of which every row is a row of the other tables, too. */
const retold = ['10']

describe('versions.md', () => {
  it('has no table that is not covered', () => {
    const covered = [...Object.keys(matrices), ...Object.keys(proved), ...retold]
    assert.deepEqual(sectionsWithTables().sort(), covered.sort())
  })

  for (const [section, entries] of Object.entries(matrices)) {
    it(`§${section}: each row has its entry with the same columns`, () => {
      const rows = tableRows(section)
      const wrong = rows.flatMap(([first = '', ...cells]) => {
        const found = entriesOf(entries, first)
        const columns = cells.slice(0, 5).join('|')
        if (found.length !== 1) return [`${found.length} entries for '${first}'`]
        const [entry] = found
        return entry!.columns === columns ? [] : [`${first}: ${columns}, not ${entry!.columns}`]
      })
      assert.deepEqual(wrong, [])
      assert.equal(rows.length, entries.length)
    })
  }

  for (const [section, entries] of Object.entries(proved)) {
    it(`§${section}: each row has its entry`, () => {
      const rows = tableRows(section)
      const counts = rows.map(([first = '']) => [first, entriesOf(entries, first).length])
      assert.deepEqual(
        counts.filter(([, count]) => count !== 1),
        [],
      )
      assert.equal(rows.length, entries.length)
    })
  }
})

describe('what tests prove', () => {
  it('is proved by tests that there are', () => {
    const rows = [...Object.values(proved), fields, filters, enumValues].flat()
    const proofs = rows.flatMap(({ proofs = [] }: { proofs?: string[] }) => proofs)
    const lacking = [...new Set(proofs)].filter(proof => !isThere(proof))
    assert.deepEqual(lacking, pendingProofs)
  })
})

/** Whether a file has a test of that name, or one that begins or goes on so. */
function isThere(proof: string): boolean {
  const [file = '', name = ''] = proof.split(' › ')
  const text = readFileSync(join(root, file), 'utf8')
  const names = [...text.matchAll(/\b(?:it|describe)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)]
  return names.some(([, , written = '']) => written.replaceAll("\\'", "'").includes(name))
}
