/** Databases that are reset to their initial state and used again. */
import { presumeStatistics } from '../../../src/platform/db/embedded/dialect.ts'
import { clusterUrl } from './cluster.ts'

/**
 * Resets a database to its initial state; returns false if that is impossible because its tables
 * have changed or are distributed.
 */
export type Reset = () => Promise<boolean>

/** Runs one or more statements on a separate connection; returns the rows of the last one. */
type RunSql = (sql: string) => Promise<object[]>

const ours = `from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`

/**
 * Digest that changes when a table, an index, a column or a trigger is added or removed. Triggers
 * are counted, because `relhastriggers` is only cleared when a table without triggers is vacuumed.
 */
const outline = `select md5(string_agg(concat_ws(' ', c.oid, c.relname, c.relnatts, c.relchecks,
  (select count(*) from pg_trigger where tgrelid = c.oid)), ',' order by c.oid)) as outline ${ours}`

/**
 * Statement that empties all tables. Foreign keys are not checked until the end of its transaction,
 * so the order of tables is irrelevant.
 */
const emptyTables = `do $$
  declare
    one regclass;
    count bigint;
    filled text := '';
  begin
    set local session_replication_role = replica;
    for one in select c.oid ${ours} and c.relkind = 'r' loop
      execute format('delete from only %s', one);
      get diagnostics count = row_count;
      if count > 0 then filled := concat(filled, ',', one); end if;
    end loop;
    perform set_config('tests.filled', filled, false);
  end $$`

const selectFilled = `select current_setting('tests.filled') as filled`

/** Resets statistics to the presumed ones of a new database. */
const resetStatistics = (tables: string) => `
  delete from pg_statistic where starelid = any ('{${tables}}'::regclass[]);
  update pg_class c set relpages = 0, reltuples = -1, relallvisible = 0, relallfrozen = 0
  where c.oid = any ('{${tables}}'::regclass[])
    or c.oid in (select indexrelid from pg_index where indrelid = any ('{${tables}}'::regclass[]))`

/**
 * Records the few rows of a migrated database and the positions of its sequences; returns the
 * function that restores them.
 */
export async function prepareReset(engine: 'postgres' | 'pglite', runSql: RunSql): Promise<Reset> {
  const run = async <Row>(sql: string) => (await runSql(sql)) as Row[]
  const [initial] = await run<{ outline: string }>(outline)
  const refill = [...(await listInserts(run)), ...(await listSequenceResets(run))]
  // One transaction: the task queue reads its queues every minute and must not find none.
  const empty = [emptyTables, ...refill, selectFilled].join(';\n')
  return async () => {
    if (clusterUrl) return false
    const [now] = await run<{ outline: string }>(outline)
    if (now!.outline !== initial!.outline) return false
    const tables = (await run<{ filled: string }>(empty)).at(-1)!.filled.slice(1)
    if (tables === '') return true
    await run(`vacuum ${tables}`)
    await run(resetStatistics(tables))
    if (engine === 'pglite') await presumeStatistics(async sql => (await run(sql)) && [])
    return true
  }
}

async function listInserts(run: RunSql): Promise<string[]> {
  const tables = (await run(
    `select c.oid::regclass::text as name ${ours} and c.relkind = 'r'`,
  )) as { name: string }[]
  const rows = (await run(
    tables
      .map(({ name }) => `select '${name}' as name, json_agg(t)::text as rows from only ${name} t`)
      .join(' union all '),
  )) as { name: string; rows: string | null }[]
  return rows.flatMap(({ name, rows }) =>
    rows === null
      ? []
      : `insert into ${name} overriding system value
        select * from json_populate_recordset(null::${name}, '${rows.replaceAll("'", "''")}')
        on conflict do nothing`,
  )
}

async function listSequenceResets(run: RunSql): Promise<string[]> {
  const sequences = (await run(
    `select c.oid::regclass::text as name, coalesce(pg_sequence_last_value(c.oid), 0) as start
    ${ours} and c.relkind = 'S'`,
  )) as { name: string; start: string }[]
  return sequences.map(({ name, start }) =>
    Number(start) === 0
      ? `alter sequence ${name} restart`
      : `select setval('${name}', ${start}, true)`,
  )
}
