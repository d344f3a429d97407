/**
 * Migration of a PostgreSQL server with data while clients write
 * (docs/decisions/0119-online-migrations.md).
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { migrate } from '../src/platform/db/migrate.ts'
import { listMigrations } from '../src/platform/db/migrations/migration-files.ts'
import { openDatabase } from '../src/server/database.ts'
import { createEmptyDatabaseUrl } from './support/database.ts'
import { releaseRowsSql } from './support/databases/release-rows.sql.ts'
import { createReleaseDatabase, type Release, releases } from './support/databases/releases.ts'
import { digestRows, listSchema } from './support/databases/schema-listing.ts'
import { startWriters } from './support/databases/upgrade-writers.ts'
import { query } from './support/postgres.ts'

const open = async (databaseUrl: string) => {
  const database = await openDatabase({ databaseUrl, databaseReadUrl: null, dataDir: '' })
  after(() => database.close())
  return database
}

/** Creates a database of a release with rows as 0.1.0 wrote them. */
async function createFilled(leads: number, release: Release = '0.1.0'): Promise<string> {
  const url = await createReleaseDatabase(release)
  await query(url, releaseRowsSql(leads))
  return url
}

/** Two batches of each table with a row per lead. */
const leads = 1_100
const names = await listMigrations()

/** Migrated from empty tables in one transaction. */
const freshUrl = await createEmptyDatabaseUrl()
await migrate(await open(freshUrl))
const schema = await listSchema(freshUrl)

/** Filled by 0.1.0, then migrated in one transaction. */
const atOnceUrl = await createFilled(leads)
await migrate({ ...(await open(atOnceUrl)), stepwise: undefined })
const rows = await digestRows(atOnceUrl)

describe('a database with rows of 0.1.0', () => {
  it('gets the same schema and rows online as in one transaction', async () => {
    const url = await createFilled(leads)
    await migrate(await open(url))
    assert.deepEqual(await listSchema(url), schema)
    assert.deepEqual(await listSchema(atOnceUrl), schema)
    assert.deepEqual(await digestRows(url), rows)
    assert.match(rows.feed_events!, /^[1-9]/)
  })

  it('gets the schema and rows that the migrations made before they were online', async () => {
    const url = await createFilled(leads)
    const file = join(import.meta.dirname, 'releases/unreleased-migrations.br')
    const former = brotliDecompressSync(readFileSync(file)).toString()
    const formerNames = [...former.matchAll(/^-- file (.*)$/gm)].map(([, name]) => name)
    await query(url, former)
    const values = formerNames.map(name => `('${name}', now())`).join(', ')
    await query(url, `insert into migrations values ${values}`)
    const applied = await migrate(await open(url))
    assert.deepEqual(applied, names.slice(names.indexOf('0047-names.sql') + 1))
    assert.deepEqual(await listSchema(url), schema)
    assert.deepEqual(await digestRows(url), rows)
  })
})

describe('a database of a later release', () => {
  for (const release of releases.slice(1)) {
    it(`gets the same schema and rows online as in one transaction from ${release}`, async () => {
      const [url, atOnceUrl] = [
        await createFilled(leads, release),
        await createFilled(leads, release),
      ]
      await migrate(await open(url))
      await migrate({ ...(await open(atOnceUrl)), stepwise: undefined })
      assert.deepEqual(await listSchema(url), schema)
      assert.deepEqual(await listSchema(atOnceUrl), schema)
      assert.deepEqual(await digestRows(url), await digestRows(atOnceUrl))
    })
  }
})

describe('an interrupted migration', () => {
  it('continues, and ends with the same schema and rows', async () => {
    const url = await createFilled(leads)
    const database = await open(url)
    let interruptions = 0
    for (;;) {
      const statementsMax = 12 + 6 * interruptions
      const { stepwise } = database
      const interrupted: typeof stepwise = (use, onWait) =>
        stepwise!(script => {
          let statements = 0
          return use(async text => {
            if (statements++ === statementsMax) throw new Error('interrupted')
            return script(text)
          })
        }, onWait)
      const failed = await migrate({ ...database, stepwise: interrupted }).catch(
        (error: Error) => error.message,
      )
      if (typeof failed !== 'string') break
      assert.equal(failed, 'interrupted')
      interruptions++
    }
    assert.ok(interruptions > 5, `${interruptions} interruptions`)
    assert.deepEqual(await listSchema(url), schema)
    assert.deepEqual(await digestRows(url), rows)
  })

  it('builds an index again whose build was interrupted', async () => {
    const url = await createFilled(leads)
    await assert.rejects(
      query(url, 'create unique index concurrently leads_by_booking on leads (status)'),
      /duplicate key|could not create unique index/,
    )
    await migrate(await open(url))
    assert.deepEqual(await listSchema(url), schema)
  })
})

describe('a migration with others at work', () => {
  it('refuses no write of clients, and makes none wait for most of the time', async () => {
    const url = await createFilled(8_000)
    const stop = startWriters(url, 20)
    const began = performance.now()
    await migrate(await open(url), { pauseMs: 100 })
    const migrationMs = performance.now() - began
    const { refused, longestMs, writes } = await stop()
    assert.deepEqual(refused, [])
    assert.ok(writes > 20, `${writes} writes`)
    // In one transaction a write waits from beginning to end.
    assert.ok(longestMs < migrationMs / 3, `${longestMs} of ${migrationMs} ms`)
    assert.deepEqual(await listSchema(url), schema)
  })

  it('is that of one of two processes that start at once; the other one waits', async () => {
    const url = await createFilled(leads)
    const messages: string[] = []
    const report = (text: string) => void messages.push(text)
    const both = [await open(url), await open(url)].map(one => migrate(one, { report }))
    const applied = (await Promise.all(both)).sort((a, b) => a.length - b.length)
    assert.deepEqual(applied, [[], names.slice(names.indexOf('0012-guests.sql'))])
    assert.equal(messages.filter(text => text.startsWith('Another process')).length, 1)
    assert.deepEqual(await listSchema(url), schema)
  })
})
