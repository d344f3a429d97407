/**
 * Compatibility of earlier releases with the current database (docs/adding-a-resource.md): the
 * statements of each release, in `releases/`, remain valid, and its rows are accepted.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import { migrate } from '../src/platform/db/migrate.ts'
import { openDatabase } from '../src/server/database.ts'
import { createDatabaseUrl } from './support/database.ts'
import { createReleaseDatabase, releases } from './support/databases/releases.ts'
import { eventually } from './support/eventually.ts'

const client = new pg.Client({ connectionString: await createDatabaseUrl() })
await client.connect()
after(() => client.end())

const oldUrl = await createReleaseDatabase('0.1.0')
const old = await openDatabase({ databaseUrl: oldUrl, databaseReadUrl: null, dataDir: '' })
const [reader, other] = [oldUrl, oldUrl].map(url => new pg.Client({ connectionString: url })) as [
  pg.Client,
  pg.Client,
]
await Promise.all([reader.connect(), other.connect()])
after(async () => {
  await Promise.all([reader.end(), other.end()])
  await old.close()
})
const released = await listLimits(other)

/** Returns the error of a statement, or null if the database accepts it. */
async function refusal(statement: string): Promise<string | null> {
  try {
    await client.query(`prepare candidate as ${statement}`)
    await client.query('deallocate candidate')
    return null
  } catch (error) {
    return `${(error as Error).message}: ${statement}`
  }
}

describe('statements of earlier releases', () => {
  it('are stored for each release', () => {
    const stored = globSync(join(import.meta.dirname, 'releases/*.sql.br')).sort()
    assert.deepEqual(
      stored.map(file => basename(file, '.sql.br')),
      releases,
    )
  })

  for (const file of globSync(join(import.meta.dirname, 'releases/*.sql.br')).sort()) {
    it(`${basename(file, '.sql.br')}: each is accepted by the current database`, async () => {
      const statements = brotliDecompressSync(readFileSync(file)).toString().trimEnd().split(';\n')
      const refused: string[] = []
      for (const statement of statements) {
        const text = await refusal(statement.replace(/;$/, ''))
        if (text !== null) refused.push(text)
      }
      assert.deepEqual(refused, [])
      assert.ok(statements.length > 500, 'statements are recognised')
    })
  }

  it('a statement on a missing column is detected', async () => {
    assert.match((await refusal('select tide from leads')) ?? '', /column "tide" does not exist/)
  })
})

describe('a database of 0.1.0', () => {
  it('is unchanged while a transaction holds a lock on one of its tables', async () => {
    await reader.query('begin; select 1 from guests')
    const options = { lockMs: 20, pauseMs: 1, triesMax: 2 }
    await assert.rejects(
      migrate(old, options),
      /^Error: Migration aborted: another transaction holds a lock/,
    )
    assert.deepEqual(await listLimits(other), released)
  })

  it('is migrated once the lock is released, without delaying other queries', async () => {
    const messages: string[] = []
    const tell = (text: string) => void messages.push(text)
    const migrating = migrate(old, { lockMs: 50, pauseMs: 50, report: tell })
    await eventually(() => messages.length > 2)
    const began = performance.now()
    for (let i = 0; i < 20; i++) await other.query('select 1 from guests')
    assert.ok(performance.now() - began < 1_000)
    await reader.query('commit')
    assert.ok((await migrating).includes('0012-guests.sql'))
  })

  it('accepts writes of 0.1.0 afterwards', async () => {
    const narrowed = narrowings(released, await listLimits(other))
    assert.deepEqual(narrowed, [])
  })

  it('a migration that would break 0.1.0 is detected', async () => {
    await other.query(`begin;
      alter table tags add tide integer not null default 1, add moon integer not null default 1;
      alter table tags alter tide drop default;
      alter table guests alter city set default '', alter city set not null;
      create unique index one_title on services (agency_uid, title);
      alter table jobs add constraint some_notes check (notes <> '')`)
    const narrowed = narrowings(released, await listLimits(other))
    await other.query('rollback')
    assert.deepEqual(narrowed.sort(), [
      'guests.city may not be null',
      "jobs: CHECK ((notes <> ''::text))",
      'services: unique on services using btree (agency_uid, title)',
      'tags.tide has to be given',
    ])
  })
})

for (const release of releases.slice(1)) {
  describe(`a database of ${release}`, () => {
    it(`accepts writes of ${release} after its migration`, async () => {
      const databaseUrl = await createReleaseDatabase(release)
      const database = await openDatabase({ databaseUrl, databaseReadUrl: null, dataDir: '' })
      const reader = new pg.Client({ connectionString: databaseUrl })
      await reader.connect()
      try {
        const before = await listLimits(reader)
        await migrate(database)
        assert.deepEqual(narrowings(before, await listLimits(reader)), [])
      } finally {
        await reader.end()
        await database.close()
      }
    })
  })
}

/**
 * A rule of a table; its columns are null if unknown. A line that is only a column refuses nothing.
 */
interface Limit {
  line: string
  columns: string[] | null
}

async function listLimits(client: pg.Client): Promise<Limit[]> {
  const columns = `select t.relname || '.' || c.attname as name, c.attnotnull as is_given,
      not (c.atthasdef or c.attidentity <> '') as is_needed
    from pg_attribute c join pg_class t on t.oid = c.attrelid
    where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace and c.attnum > 0
      and not c.attisdropped`
  const rules = `select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as rule,
        array(select conrelid::regclass || '.' || attname from pg_attribute
          where attrelid = conrelid and attnum = any(conkey)) as columns
      from pg_constraint
      where connamespace = 'public'::regnamespace and conrelid <> 0 and contype not in ('n', 'u')
    union all
    select i.indrelid::regclass || ': unique' || regexp_replace(pg_get_indexdef(i.indexrelid),
        '^.* ON public.', ' on ') || case when i.indnullsnotdistinct then ' nulls too' else '' end,
        null
      from pg_index i join pg_class t on t.oid = i.indexrelid
      where i.indisunique and t.relnamespace = 'public'::regnamespace`
  const rows = [...(await client.query(columns)).rows, ...(await client.query(rules)).rows]
  return rows.flatMap(({ name, is_given, is_needed, rule, columns = [name] }) => {
    const lines = rule
      ? [rule.replace(' USING ', ' using ')]
      : [
          name,
          ...(is_given ? [`${name} may not be null`] : []),
          ...(is_given && is_needed ? [`${name} has to be given`] : []),
        ]
    return lines.map(line => ({ line, columns }))
  })
}

/** Lists the rules that refuse rows of existing tables now, and did not before. */
function narrowings(before: Limit[], now: Limit[]): string[] {
  const had = new Set(before.map(({ line }) => line))
  const tables = new Set(before.map(({ line }) => line.split(/[.:]/)[0]))
  const isNarrow = ({ line, columns }: Limit) => {
    const isKnown =
      had.has(line) ||
      isWidened(line, before) ||
      columns?.includes(line) ||
      !tables.has(line.split(/[.:]/)[0])
    // A column that is omitted is null, which rules accept.
    const isOnOldColumns = columns === null || columns.some(column => had.has(column))
    return !isKnown && (isOnOldColumns || line.endsWith(' has to be given'))
  }
  return now.filter(isNarrow).map(({ line }) => line)
}

/** Returns true if the rule had fewer conditions before: it now refuses fewer rows. */
function isWidened(line: string, before: Limit[]): boolean {
  const [head, conditions] = splitRule(line)
  return before.some(({ line }) => {
    const [was, fewer] = splitRule(line)
    return was === head && fewer.length > 0 && fewer.every(one => conditions.includes(one))
  })
}

function splitRule(rule: string): [head: string, conditions: string[]] {
  const [head = '', condition] = rule.split(' WHERE ')
  return [head, condition?.replace(/[()]/g, '').split(' AND ') ?? []]
}
