/** E-mail addresses of guests before they were corrected: contract/messaging.md §13. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { emailKey } from '../../leads/guest-identity/told-by-leads.sql.ts'
import type { LeadChange } from '../../leads/lead-history/lead-events.ts'

/** Keeps the addresses that leads of one agency lose by changes, so that their guests are known. */
export async function keepFormerEmails(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  changes: LeadChange[],
): Promise<void> {
  const lost = changes.flatMap(({ before, after }) => {
    if (before === null || after === null) return []
    const kept = [after.email, after.secondary_email]
    const had = [before.email, before.secondary_email]
    return had.flatMap(email => (email && !kept.includes(email) ? [{ lead: after, email }] : []))
  })
  const [first] = lost
  if (!first) return
  const { agency_uid } = first.lead
  await sql`insert into former_emails (agency_uid, lead_uid, email_key, created_at)
    select distinct ${agency_uid}::uuid, x.lead_uid, ${emailKey(sql`x.email`)},
      ${clock.now()}::timestamptz
    from unnest(${lost.map(({ lead }) => lead.uid)}::uuid[],
      ${lost.map(({ email }) => email)}::text[]) as x (lead_uid, email)
    where ${emailKey(sql`x.email`)} is not null
    on conflict do nothing`.execute(db)
}
