/** Deletion of all rows of a tenant, from every table of the database. */
import type { Database } from '../database.ts'
import type { Script } from '../statements.ts'

/** Table whose rows are deleted, with the condition on them. */
interface Deletion {
  table: string
  condition: string
}

interface ForeignKey {
  table: string
  column: string
  parent: string
  parentColumn: string
}

/** Rows of tenants that neither have the column nor a foreign key to a row that has it. */
const failuresOfWebhooks = (tenant: string): Deletion => ({
  table: 'webhook_failures',
  condition: `webhook_uid in (select uid from webhooks where agency_uid = ${tenant})`,
})

/**
 * Deletes all rows of a tenant and its background tasks, in one transaction. Rows that refer to
 * others are deleted first; a writer that has not ended yet is waited for, and its rows are deleted
 * in another round.
 *
 * @returns the number of deleted rows
 * @throws Error if the tenant does not exist
 */
export async function deleteTenant(
  database: Pick<Database<never>, 'exclusively'>,
  uid: string,
): Promise<number> {
  if (!/^[0-9a-f-]{36}$/.test(uid)) throw new Error(`Not a uid: ${uid}`)
  const tenant = `'${uid}'::uuid`
  return database.exclusively(async script => {
    // Waits for writers that refer to the row, and excludes new ones.
    const tenants = await script(`select 1 from agencies where agency_uid = ${tenant} for update`)
    if (tenants.length === 0) throw new Error(`Agency not found: ${uid}`)
    const deletions = await planDeletions(script, tenant)
    await deleteTasks(script, uid)
    let total = 0
    for (;;) {
      let count = 0
      for (const deletion of deletions) count += await deleteRows(script, deletion)
      total += count
      if (count === 0) return total
    }
  })
}

async function deleteRows(script: Script, { table, condition }: Deletion): Promise<number> {
  const [[count] = []] = await script(`with deleted as (
      delete from ${table} where ${condition} returning 1)
    select count(*)::int from deleted`)
  return Number(count)
}

/** Deletes the tasks of the job queues that name the tenant. */
async function deleteTasks(script: Script, uid: string): Promise<void> {
  const [[jobs] = []] = await script(`select to_regclass('worker.job')::text`)
  if (jobs !== null) await script(`delete from worker.job where data->>'agencyUid' = '${uid}'`)
}

/** Lists the deletions, rows that refer to others first. */
async function planDeletions(script: Script, tenant: string): Promise<Deletion[]> {
  const owned = (
    await script(`select quote_ident(c.table_name) from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = current_schema() and c.column_name = 'agency_uid'
        and t.table_type = 'BASE TABLE' order by 1`)
  ).map(([table]) => String(table))
  const foreignKeys = await listForeignKeys(script)
  const conditions = new Map(owned.map(table => [table, `agency_uid = ${tenant}`]))
  for (const { table, column, parent, parentColumn } of foreignKeys) {
    if (owned.includes(table) || !owned.includes(parent)) continue
    const condition = `${column} in (select ${parentColumn} from ${parent}
      where agency_uid = ${tenant})`
    conditions.set(table, condition)
  }
  const { table, condition } = failuresOfWebhooks(tenant)
  conditions.set(table, condition)
  const order = sortReferringFirst(
    [...conditions.keys()],
    [...foreignKeys, { table, parent: 'webhooks' }],
  )
  return order.map(table => ({ table, condition: conditions.get(table)! }))
}

async function listForeignKeys(script: Script): Promise<ForeignKey[]> {
  const rows = await script(`select quote_ident(c.relname), quote_ident(a.attname),
      quote_ident(p.relname), quote_ident(b.attname)
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[array_upper(k.conkey, 1)]
    join pg_attribute b on b.attrelid = p.oid and b.attnum = k.confkey[array_upper(k.confkey, 1)]
    where k.contype = 'f' and k.connamespace = current_schema()::regnamespace
      and c.oid <> p.oid order by 1, 3`)
  return rows.map(
    ([table, column, parent, parentColumn]) =>
      ({ table, column, parent, parentColumn }) as ForeignKey,
  )
}

/** @throws Error if tables refer to each other in a circle */
function sortReferringFirst(
  tables: string[],
  references: Pick<ForeignKey, 'table' | 'parent'>[],
): string[] {
  const remaining = new Set(tables)
  const sorted: string[] = []
  while (remaining.size > 0) {
    const free = [...remaining].filter(parent =>
      references.every(reference => reference.parent !== parent || !remaining.has(reference.table)),
    )
    if (free.length === 0) throw new Error(`Circular foreign keys: ${[...remaining].join(', ')}`)
    for (const table of free) remaining.delete(table)
    sorted.push(...free)
  }
  return sorted
}
