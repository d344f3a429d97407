import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'

/** A webhook; of a partner's own it has no agency. */
export interface OwnedWebhook {
  uid: string
  agency_uid: string | null
}

/**
 * Changes the webhooks of a condition. The table is that of all agencies, and to write it makes all
 * nodes of a cluster wait: where there is nothing to change it is only read.
 *
 * @returns those that were changed
 */
export async function changeThose<Changed extends OwnedWebhook>(
  { db }: Pick<Context, 'db'>,
  changes: Sql,
  condition: Sql,
): Promise<Changed[]> {
  const found = await sql`select 1 from webhooks where ${condition} limit 1`.execute(db)
  if (found.rows.length === 0) return []
  const { rows } = await sql<Changed>`update webhooks set ${changes} where ${condition}
    returning uid, agency_uid`.execute(db)
  return rows
}
