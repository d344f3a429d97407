import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'

/** Webhook with its agency; null for a partner's own webhook. */
export interface OwnedWebhook {
  uid: string
  agency_uid: string | null
}

/**
 * Changes the webhooks that match a condition. Checks first whether there are any, because a write
 * to this table, which all agencies share, waits for all nodes of a cluster.
 *
 * @returns the changed webhooks
 */
export async function changeMatching<Changed extends OwnedWebhook>(
  { db }: Pick<Context, 'db'>,
  changes: Sql,
  condition: Sql,
): Promise<Changed[]> {
  const existing = await sql`select 1 from webhooks where ${condition} limit 1`.execute(db)
  if (existing.rows.length === 0) return []
  const { rows } = await sql<Changed>`update webhooks set ${changes} where ${condition}
    returning uid, agency_uid`.execute(db)
  return rows
}
