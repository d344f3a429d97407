/** Databases that are used again as they were when they were made. */
import { presumeStatistics } from '../../../src/platform/db/statistics.ts'
import { clusterUrl } from './cluster.ts'

/**
 * Takes a database back to what it was; false: its tables are others now, or on several nodes, and
 * it cannot.
 */
export type Empty = () => Promise<boolean>

/** Runs one statement or several, beside all others; rows of the last one. */
type Ask = (sql: string) => Promise<object[]>

const ours = `from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`

/**
 * Changes when a table, an index, a column or a trigger is added or taken away. The triggers are
 * counted, because `relhastriggers` only changes when a table is vacuumed that has none any more.
 */
const outline = `select md5(string_agg(concat_ws(' ', c.oid, c.relname, c.relnatts, c.relchecks,
  (select count(*) from pg_trigger where tgrelid = c.oid)), ',' order by c.oid)) as outline ${ours}`

/** Rules between tables are not asked, so their order does not matter. Says what was filled. */
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
  end $$;
  select current_setting('tests.filled') as filled`

/** As in a new database, no table has statistics but those that are presumed. */
const forgetStatistics = (tables: string) => `
  delete from pg_statistic where starelid = any ('{${tables}}'::regclass[]);
  update pg_class c set relpages = 0, reltuples = -1, relallvisible = 0, relallfrozen = 0
  where c.oid = any ('{${tables}}'::regclass[])
    or c.oid in (select indexrelid from pg_index where indrelid = any ('{${tables}}'::regclass[]))`

/** Keeps the few rows that a migrated database has, and where its sequences are. */
export async function emptyingTo(engine: 'postgres' | 'pglite', asks: Ask): Promise<Empty> {
  const ask = async <Row>(sql: string) => (await asks(sql)) as Row[]
  const [made] = await ask<{ outline: string }>(outline)
  const refill = [...(await keptRows(ask)), ...(await sequencesBack(ask))].join(';\n')
  return async () => {
    if (clusterUrl) return false
    const [now] = await ask<{ outline: string }>(outline)
    if (now!.outline !== made!.outline) return false
    const [{ filled } = { filled: '' }] = await ask<{ filled: string }>(emptyTables)
    const tables = filled.slice(1)
    await ask(refill)
    if (tables === '') return true
    await ask(`vacuum ${tables}`)
    await ask(forgetStatistics(tables))
    if (engine === 'pglite') await presumeStatistics(async sql => (await ask(sql)) && [])
    return true
  }
}

async function keptRows(ask: Ask): Promise<string[]> {
  const tables = (await ask(
    `select c.oid::regclass::text as name ${ours} and c.relkind = 'r'`,
  )) as { name: string }[]
  const rows = (await ask(
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

async function sequencesBack(ask: Ask): Promise<string[]> {
  const sequences = (await ask(
    `select c.oid::regclass::text as name, coalesce(pg_sequence_last_value(c.oid), 0) as start
    ${ours} and c.relkind = 'S'`,
  )) as { name: string; start: string }[]
  return sequences.map(({ name, start }) =>
    Number(start) === 0
      ? `alter sequence ${name} restart`
      : `select setval('${name}', ${start}, true)`,
  )
}
