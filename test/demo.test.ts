/** The demo agency: what it has, over HTTP, and that a seed says all of it. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type DemoOptions, makeDemo } from '../src/demo/demo.ts'
import type { Database } from '../src/platform/db/database.ts'
import type { Tables } from '../src/rental/tables.ts'
import { createDatabase } from './support/database.ts'
import { startServer } from './support/server.ts'

const today = '2026-05-20'
const server = await startServer()
const folder = await mkdtemp(join(tmpdir(), 'lodgepole-demo-'))
after(() => rm(folder, { recursive: true }))

/** Uses a demo in a database of its own. */
async function withDemo<T>(
  options: DemoOptions,
  use: (database: Database<Tables>) => Promise<T>,
): Promise<T> {
  const database = await createDatabase()
  try {
    const config = { ...server.config, dataDir: folder }
    await makeDemo(database, config, { today, say: () => undefined, ...options })
    return await use(database)
  } finally {
    await database.close()
  }
}

/** Tables whose rows a seed decides whole. */
const decided = [
  ...(['employees', 'hotels', 'properties', 'units', 'leads', 'occupancies', 'orders'] as const),
  ...(['order_adjustments', 'transactions', 'pricing_periods', 'fees', 'photos'] as const),
  ...(['property_descriptions', 'amenities', 'rooms', 'property_rules', 'messages'] as const),
  ...(['services', 'jobs', 'owners', 'property_ownerships', 'owner_adjustments'] as const),
  ...(['reviews', 'custom_data', 'property_channel_links', 'tags'] as const),
]

async function hashOf({ kysely }: Database<Tables>): Promise<string> {
  const hash = createHash('sha256')
  for (const table of decided) {
    const { rows } = await sql<{ t: string }>`/* every tenant */
      select to_jsonb(t)::text as t from ${sql.table(table)} t order by 1`.execute(kysely)
    assert.ok(rows.length > 0, table)
    hash.update(JSON.stringify(rows))
  }
  return hash.digest('hex')
}

/** Orders whose total is not the sum of their parts, or of which more was paid than that. */
const wrongTotals = sql`/* every tenant */ select o.uid from orders o
  where o.total_amount <> o.rent_gross_price + o.all_fees_gross_amount + (
      select coalesce(sum(case a.transaction_type when 'CHARGE' then a.amount else -a.amount end), 0)
      from order_adjustments a where a.order_uid = o.uid)
    or o.total_amount < (
      select coalesce(sum(t.amount), 0) from transactions t where t.order_uid = o.uid)`

describe('the data of a demo', () => {
  it('is the same for the same seed, day and number, and other data otherwise', async () => {
    const properties = 12
    const first = await withDemo({ seed: 5, properties }, hashOf)
    assert.equal(await withDemo({ seed: 5, properties }, hashOf), first)
    assert.notEqual(await withDemo({ seed: 6, properties }, hashOf), first)
    assert.notEqual(await withDemo({ seed: 5, properties, today: '2026-05-21' }, hashOf), first)
  })

  for (const count of [1, 30]) {
    it(`has ${count} properties when ${count} are wanted, and orders that add up`, async () => {
      await withDemo({ properties: count }, async ({ kysely }) => {
        const { rows } = await sql<{ count: number; pages: number }>`/* every tenant */
          select count(*)::int, count(distinct web_link)::int as pages
          from properties`.execute(kysely)
        assert.deepEqual(rows, [{ count, pages: count }])
        assert.deepEqual((await wrongTotals.execute(kysely)).rows, [])
      })
    })
  }

  for (const properties of [0, 2.5, 5_001, Number.NaN]) {
    it(`is not made for ${properties} properties`, async () => {
      await assert.rejects(withDemo({ properties }, hashOf), /--properties is a whole number/)
    })
  }
})
