/** What webhooks' deliveries are for those who own the webhooks. */
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Sql } from '../../platform/graphql/fields.ts'

type Scope = Pick<Context, 'db' | 'clock'>

/** A webhook as far as its deliveries depend on it. */
export interface Subscription {
  uid: string
  /** Null: of a partner alone. What it is told happens in many agencies. */
  agency_uid: string | null
}

/** The condition that a delivery `d` is a webhook's. */
export function isOf({ uid, agency_uid }: Subscription): Sql {
  if (agency_uid === null) return sql`/* every tenant */ d.webhook_uid = ${uid}`
  return sql`d.agency_uid = ${agency_uid} and d.webhook_uid = ${uid}`
}

/** What is open of a webhook that is deleted is not sent; an attempt under way may finish. */
export async function abandonDeliveries(
  { db, clock }: Scope,
  webhook: Subscription,
): Promise<void> {
  await sql`update deliveries d set status = 'ABANDONED', completed_at = ${clock.now()}
    where ${isOf(webhook)} and d.completed_at is null`.execute(db)
}
