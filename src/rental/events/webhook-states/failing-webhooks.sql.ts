import { sql } from 'kysely'
import type { Context } from '../../../context.ts'

/** Failing webhooks of all agencies and partners. */
export interface FailingWebhooks {
  count: number
  /** Time since which the first of them fails; null: none fails. */
  since: Date | null
  /** Callback URLs of those that have failed for the longest time. */
  callbackUrls: string[]
}

const urlsMax = 3

/** Returns the active webhooks that fail, over all tenants. */
export async function findFailingWebhooksUnscoped({
  db,
}: Pick<Context, 'db'>): Promise<FailingWebhooks> {
  const { rows } = await sql<{ since: Date; url: string; count: number }>`
    /* every tenant */ select f.failing_since as since, w.callback_url as url,
      (count(*) over ())::int as count
    from webhook_failures f join webhooks w on w.uid = f.webhook_uid
    where w.deleted_at is null and w.status = 'ACTIVE'
    order by f.failing_since limit ${urlsMax}`.execute(db)
  const [first] = rows
  const callbackUrls = rows.map(({ url }) => url)
  return { count: first?.count ?? 0, since: first?.since ?? null, callbackUrls }
}
