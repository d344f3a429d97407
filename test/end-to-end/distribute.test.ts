/** `lodgepole distribute`: docs/cluster.md. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { openDatabase } from '../../src/server/database.ts'
import { openCommands } from '../support/commands.ts'
import { clusterUrl, createOnCluster, dropOnCluster } from '../support/databases/cluster.ts'
import { hasSources, releaseSources } from '../support/databases/releases.ts'
import { serverSettings } from '../support/lodgepole.ts'
import { query } from '../support/postgres.ts'
import { withCleanup } from '../support/temporary.ts'

const unread = { databaseReadUrl: null, dataDir: '' }
const { run } = await openCommands()

describe('lodgepole distribute', { skip: clusterUrl !== null }, () => {
  it('reports a missing extension, and an invalid number of shards', async () => {
    const refused = await run(['distribute'])
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /not on a Citus cluster: install the extension/)
    const { stderr } = await run(['distribute', '--shards', 'many'])
    assert.match(stderr, /'--shards <n>' argument 'many' is invalid\. It is not a whole number/)
  })

  it('refuses the embedded database', async () => {
    const refused = await run(['distribute', '--dry-run'], { DATABASE_URL: '' })
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /The embedded database cannot be distributed/)
  })
})

const name = `test_${randomBytes(6).toString('hex')}`
const url = new URL(clusterUrl ?? 'postgres://unused')
url.pathname = `/${name}`
const there = { DATABASE_URL: String(url) }
const runSql = async (sql: string) => (await query(String(url), sql)) as Record<string, number>[]
const countTables = async () =>
  (await runSql(`select count(*)::int as n from pg_dist_partition`))[0]!.n
/** Steps of the distribution of many tables, as the database sees them. */
const steps = [
  ...['alter table % drop constraint %', 'select create_reference_table%'],
  ...['select create_distributed_table%', 'select truncate_local_data%'],
  'alter table % add constraint %',
]
/**
 * Statement that terminates the connection at a step, which may be short: it polls without a pause.
 */
const terminateAt = (step: string) => `do $$ begin
  for i in 1..1000000 loop
    perform pg_stat_clear_snapshot();
    perform pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${name}' and query like '${step}' and state = 'active';
    if found then return; end if;
  end loop;
  raise 'Nobody came to %', '${step.replaceAll('%', '…')}';
end $$`
/** Counts tables, foreign keys, and rows of one table. */
const countObjects = () =>
  runSql(`select count(*)::int as keys, (select count(*)::int from leads) as leads,
    (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace) as tables
    from pg_constraint where contype = 'f'`)
const distribute = (...more: string[]) => run(['distribute', '--shards', '4', ...more], there)

if (clusterUrl) await createOnCluster(clusterUrl, name)
after(async () => void (clusterUrl && (await dropOnCluster(clusterUrl, name))))

describe('lodgepole distribute on a cluster', { skip: clusterUrl === null }, () => {
  it('refuses a worker, and a coordinator that does not know itself', async () => {
    const [{ port } = {}] = await query(
      clusterUrl!,
      'select nodeport as port from pg_dist_node where groupid > 0 limit 1',
    )
    const worker = new URL(url)
    worker.port = String(port)
    const refused = await run(['distribute'], { DATABASE_URL: String(worker) })
    assert.match(refused.stderr, /This is a worker of the cluster: connect to its coordinator/)
    const unregistered = new URL(url)
    unregistered.pathname = `/${name}_alone`
    await query(clusterUrl!, `create database ${name}_alone`)
    await query(String(unregistered), 'create extension citus')
    const { stderr } = await run(['distribute'], { DATABASE_URL: String(unregistered) })
    await query(clusterUrl!, `drop database ${name}_alone with (force)`)
    assert.match(stderr, /does not know its coordinator: select citus_set_coordinator_host/)
  })

  it('refuses a database that is not migrated', async () => {
    const { code, stderr } = await distribute()
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^lodgepole: The database has pending migrations\. Run: lodgepole migrate$/m,
    )
  })

  it('only lists the placement of each table with --dry-run', async () => {
    assert.equal((await run(['demo', '--properties', '4'], there)).code, 0)
    const { stdout } = await distribute('--dry-run')
    assert.match(stdout, /^distributed {2}leads {2}\(pending\)$/m)
    assert.match(stdout, /^shared {7}agencies {2}\(pending\)$/m)
    assert.match(stdout, /^local {8}rate_windows$/m)
    assert.equal(await countTables(), 0)
  })

  for (const step of steps) {
    it(`changes nothing if it is interrupted at ${step}`, async () => {
      const before = await countObjects()
      const ending = distribute()
      await runSql(terminateAt(step))
      assert.equal((await ending).code, 1)
      assert.equal(await countTables(), 0)
      assert.deepEqual(await countObjects(), before)
    })
  }

  it('succeeds the next time, with all rows', async () => {
    const before = await runSql('select count(*)::int as leads from leads')
    const done = await distribute()
    assert.match(done.stdout, /^Distributed \d+ tables, shared \d+, left \d+\.$/m, done.stderr)
    assert.deepEqual(await runSql('select count(*)::int as leads from leads'), before)
    assert.ok(before[0]!.leads! > 0)
    assert.equal((await distribute()).stdout, 'Nothing to do.\n')
  })
})

describe('a distributed database', { skip: clusterUrl === null }, () => {
  it('has the tables of later migrations distributed with them', async () => {
    const database = await openDatabase({ ...unread, databaseUrl: String(url) })
    const tables = await countTables()
    await database.exclusively(async script => {
      const finish = await database.topology.beginMigration(script, database)
      await script(`create table keyholders (agency_uid uuid not null references agencies,
          uid uuid not null, lead_uid uuid, primary key (agency_uid, uid),
          foreign key (agency_uid, lead_uid) references leads);
        insert into keyholders select agency_uid, uid, uid from leads;
        alter table leads add column tide integer not null default 1`)
      await finish(script)
    })
    await database.close()
    assert.equal(await countTables(), tables! + 1)
    const [{ n } = { n: 0 }] = await runSql(`select count(*)::int as n from keyholders k
      join leads l on l.agency_uid = k.agency_uid and l.uid = k.lead_uid where l.tide = 1`)
    assert.ok(n! > 0)
    assert.equal((await run(['migrate'], there)).stdout, 'Nothing to do.\n')
    await runSql('drop table keyholders')
    await runSql('alter table leads drop column tide')
  })

  it('refuses DATABASE_READ_URL, and an unsupported version of the extension', async () => {
    const read = { ...there, DATABASE_READ_URL: there.DATABASE_URL }
    assert.match((await run(['migrate'], read)).stderr, /DATABASE_READ_URL cannot be used/)
    const client = new pg.Client({ connectionString: String(url) })
    await client.connect()
    await client.query(`update pg_extension set extversion = '99.1-1' where extname = 'citus'`)
    const refused = []
    for (const args of [['migrate'], ['distribute'], ['distribute', '--dry-run']]) {
      refused.push((await run(args, there)).stderr)
    }
    await client.query(`update pg_extension set extversion = '13.2-1' where extname = 'citus'`)
    await client.end()
    for (const text of refused) {
      assert.match(text, /Citus 99\.1-1; this release supports 13/)
    }
  })

  it('is refused by release 0.1.0, which changes nothing', async test => {
    if (!hasSources('v0.1.0')) return test.skip('its tag is not in this clone')
    const before = await countObjects()
    await withCleanup(async cleanup => {
      const folder = await releaseSources(cleanup, 'v0.1.0')
      const env = { ...(await serverSettings(cleanup, String(url))), PORT: '0' }
      for (const command of ['migrate', 'serve']) {
        const main = join(folder, 'src/main.ts')
        const { status, stderr } = spawnSync(process.execPath, [main, command], { env })
        assert.equal(status, 1)
        assert.match(String(stderr), /The database was migrated by a newer release/)
      }
    })
    assert.deepEqual(await countObjects(), before)
  })

  it('refuses while a process listens', async () => {
    const client = new pg.Client({
      connectionString: String(url),
      application_name: 'lodgepole listener',
    })
    await client.connect()
    const { stderr } = await distribute()
    await client.end()
    assert.match(stderr, /Lodgepole processes use the database/)
  })
})
