/** That it is known of every column whether it holds personal data: contract/resources.md §8.2. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { guestPlaces } from '../src/rental/around/guest-data/guest-places.ts'
import { tablesFile } from './generate/generate-tables.ts'
import { ofNobody, ofOthers } from './guest-data/other-columns.ts'

const places = Object.entries(guestPlaces).flatMap(([table, { personal }]) =>
  Object.keys(personal).map(column => `${table}.${column}`),
)
const said = [...places, ...ofOthers, ...ofNobody]

/** Every column of the schema, which the row types are generated from. */
async function columns(): Promise<string[]> {
  const source = await readFile(tablesFile, 'utf8')
  const tables = source.slice(source.indexOf('interface Tables ')).matchAll(/^ {2}(\w+): (\w+)$/gm)
  const tableOf = new Map([...tables].map(([, table, type]) => [type, table]))
  const types = source.matchAll(/interface (\w+Table) \{\n([^}]+)/g)
  return [...types].flatMap(([, type, body]) =>
    [...body!.matchAll(/^ {2}(\w+):/gm)].map(([, column]) => `${tableOf.get(type!)}.${column}`),
  )
}

describe('the columns of all tables', () => {
  it('are each said to hold personal data of guests, of others, or of nobody', async () => {
    const known = new Set(said)
    const unsaid = (await columns()).filter(column => !known.has(column))
    assert.deepEqual(unsaid, [], 'name them in guest-places.ts or in other-columns.ts')
  })

  it('are said once, and there are none that are gone', async () => {
    const present = new Set(await columns())
    assert.deepEqual(
      said.filter((column, i) => !present.has(column) || said.indexOf(column) !== i),
      [],
    )
    assert.ok(present.size > 700, `${present.size} columns`)
  })
})
