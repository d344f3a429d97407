/** Every column is classified as personal data or not: contract/resources.md §8.2. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { personalDataMap } from '../src/rental/privacy/guest-data/personal-data-map.ts'
import { tablesFile } from './generate/generate-tables.ts'
import { impersonalColumns, otherPersonalColumns } from './guest-data/other-columns.ts'

const guestColumns = Object.entries(personalDataMap).flatMap(([table, { personal }]) =>
  Object.keys(personal).map(column => `${table}.${column}`),
)
const classified = [...guestColumns, ...otherPersonalColumns, ...impersonalColumns]

/** Lists the columns of the schema from the generated row types. */
async function listColumns(): Promise<string[]> {
  const source = await readFile(tablesFile, 'utf8')
  const tables = source.slice(source.indexOf('interface Tables ')).matchAll(/^ {2}(\w+): (\w+)$/gm)
  const tableByType = new Map([...tables].map(([, table, type]) => [type, table]))
  const types = source.matchAll(/interface (\w+Table) \{\n([^}]+)/g)
  return [...types].flatMap(([, type, body]) =>
    [...body!.matchAll(/^ {2}(\w+):/gm)].map(([, column]) => `${tableByType.get(type!)}.${column}`),
  )
}

describe('the columns of all tables', () => {
  it('are each listed as personal data of guests, of other people, or as none', async () => {
    const knownColumns = new Set(classified)
    const unclassified = (await listColumns()).filter(column => !knownColumns.has(column))
    assert.deepEqual(unclassified, [], 'name them in personal-data-map.ts or in other-columns.ts')
  })

  it('are listed once, and all exist', async () => {
    const present = new Set(await listColumns())
    assert.deepEqual(
      classified.filter((column, i) => !present.has(column) || classified.indexOf(column) !== i),
      [],
    )
    assert.ok(present.size > 700, `${present.size} columns`)
  })
})
