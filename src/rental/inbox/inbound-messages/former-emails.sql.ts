/** Former e-mail addresses of guests: contract/messaging.md §13. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { emailKey } from '../../leads/guest-matching/guest-details.sql.ts'
import type { LeadChange } from '../../leads/lead-history/lead-events.ts'

/** Stores e-mail addresses that were removed from leads of an agency, for matching guests. */
export async function storeFormerEmails(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  changes: LeadChange[],
): Promise<void> {
  const removed = changes.flatMap(({ before, after }) => {
    if (before === null || after === null) return []
    const current = [after.email, after.secondary_email]
    const previous = [before.email, before.secondary_email]
    return previous.flatMap(email =>
      email && !current.includes(email) ? [{ lead: after, email }] : [],
    )
  })
  const agencyUid = removed[0]?.lead.agency_uid
  if (agencyUid === undefined) return
  await sql`insert into former_emails (agency_uid, lead_uid, email_key, created_at)
    select distinct ${agencyUid}::uuid, x.lead_uid, ${emailKey(sql`x.email`)},
      ${clock.now()}::timestamptz
    from unnest(${removed.map(({ lead }) => lead.uid)}::uuid[],
      ${removed.map(({ email }) => email)}::text[]) as x (lead_uid, email)
    where ${emailKey(sql`x.email`)} is not null
    on conflict do nothing`.execute(db)
}
