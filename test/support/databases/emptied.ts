/** Databases that are used again as they were when they were made. */
import type { EmbeddedConnection } from '../../../src/platform/db/database.ts'
import { presumeStatistics } from '../../../src/platform/db/statistics.ts'

/** Takes a database back to what it was; false: its tables are others now, and it cannot. */
export type Empty = () => Promise<boolean>

const ours = `from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`

/** Changes when a table, an index, a column or a trigger is added or taken away. */
const outline = `select md5(string_agg(concat_ws(' ', c.oid, c.relname, c.relnatts, c.relchecks,
  c.relhastriggers), ',' order by c.oid)) as outline ${ours}`

/** Rules between tables are not asked, so their order does not matter. */
const unruled = 'set local session_replication_role = replica;'

const emptyTables = `do $$ declare one regclass; begin ${unruled}
  for one in select c.oid ${ours} and c.relkind = 'r' loop
    execute format('delete from only %s', one);
  end loop;
end $$`

/** As in a new database, no table has statistics but those that are presumed. */
const forgetStatistics = `delete from pg_statistic where starelid in (select c.oid ${ours});
  update pg_class set relpages = 0, reltuples = -1, relallvisible = 0, relallfrozen = 0
  where oid in (select c.oid ${ours} and c.relkind in ('r', 'i', 't'))`

/** Keeps the few rows that a migrated database has, and where its sequences are. */
export async function emptyingTo({ executeSql }: EmbeddedConnection): Promise<Empty> {
  const ask = async <Row>(sql: string) => (await executeSql(sql)).rows as Row[]
  const [made] = await ask<{ outline: string }>(outline)
  const tables = await ask<{ name: string }>(
    `select c.oid::regclass::text as name ${ours} and c.relkind = 'r'`,
  )
  const rows = await ask<{ name: string; rows: unknown[] }>(
    tables
      .map(({ name }) => `select '${name}' as name, json_agg(t) as rows from only ${name} t`)
      .join(' union all '),
  )
  const kept = rows.filter(one => one.rows !== null)
  const sequences = await ask<{ name: string; start: string }>(
    `select c.oid::regclass::text as name, coalesce(pg_sequence_last_value(c.oid), 0) as start
    ${ours} and c.relkind = 'S'`,
  )
  const sequencesBack = sequences.map(({ name, start }) =>
    Number(start) === 0
      ? `alter sequence ${name} restart`
      : `select setval('${name}', ${start}, true)`,
  )
  return async () => {
    const [now] = await ask<{ outline: string }>(outline)
    if (now!.outline !== made!.outline) return false
    await executeSql(emptyTables)
    for (const { name, rows } of kept) {
      const insert = `insert into ${name} overriding system value
        select * from json_populate_recordset(null::${name}, $1::text::json)`
      await executeSql(insert, [JSON.stringify(rows)])
    }
    await executeSql(sequencesBack.join(';'))
    await executeSql('vacuum')
    await executeSql(forgetStatistics)
    await presumeStatistics(async sql => {
      await executeSql(sql)
      return []
    })
    await executeSql('checkpoint')
    return true
  }
}
