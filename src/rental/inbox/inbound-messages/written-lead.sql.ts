import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { emailKey } from '../../leads/guest-matching/guest-details.sql.ts'
import { isTrustedSource } from '../../leads/guests/leads-of-guest.sql.ts'
import { fromAccessibleLeads } from '../../leads/leads/accessible-leads.ts'
import { type LeadRow, terminalStatuses } from '../../leads/leads/lead.ts'
import { isUnexpired } from '../../prices/availability/availability.sql.ts'

/** Lead whose thread may receive a guest's message. */
export type AddressedLead = LeadRow & { is_open: boolean }

/**
 * Returns the lead about which a guest writes, among those that the caller may write to: the newest
 * open one, else that of the newest thread (contract/messaging.md §13). Excludes leads by which a
 * partner without personal data claims a guest that other callers have named: the partner could
 * read the messages of that guest.
 */
export async function findGuestLead(
  ctx: Context,
  agencyUid: string,
  guestUid: string,
): Promise<AddressedLead | undefined> {
  return findAddressedLead(
    ctx,
    agencyUid,
    sql`select lg.lead_uid from lead_guests lg
      join guests g on g.agency_uid = ${agencyUid} and g.uid = lg.guest_uid
      where lg.agency_uid = ${agencyUid} and lg.guest_uid = ${guestUid}
        and ${isTrustedSource('lg', 'g')}`,
  )
}

/**
 * Returns the lead with this second or former e-mail address of its guest, chosen like {@link
 * findGuestLead}. Returns none for a partner, which may not see these addresses.
 */
export async function findLeadByAddress(
  ctx: Context,
  agencyUid: string,
  email: string,
): Promise<AddressedLead | undefined> {
  if (ctx.caller.kind === 'partner') return undefined
  const key = emailKey(sql`${email}::text`)
  return findAddressedLead(
    ctx,
    agencyUid,
    sql`select s.uid from leads s where s.agency_uid = ${agencyUid}
        and s.secondary_email is not null and lower(btrim(s.secondary_email)) = ${key}
      union all select f.lead_uid from former_emails f
        where f.agency_uid = ${agencyUid} and f.email_key = ${key}`,
  )
}

export async function isGuestAddress(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  email: string,
): Promise<boolean> {
  const { rows } = await sql`select 1 from guests g where g.agency_uid = ${agencyUid}
    and g.email_key = ${emailKey(sql`${email}::text`)}`.execute(db)
  return rows.length > 0
}

async function findAddressedLead(
  ctx: Context,
  agencyUid: string,
  leadUids: Sql,
): Promise<AddressedLead | undefined> {
  const mayWrite = ctx.caller.kind === 'partner' ? sql`and reach.access = 'READ_WRITE'` : sql``
  const isOpen = sql`(l.status <> all(${terminalStatuses}) and ${isUnexpired(ctx.clock.now())})`
  const lastWritten = sql`(select t.updated_at from threads t
    where t.agency_uid = ${agencyUid} and t.lead_uid = l.uid)`
  const { rows } = await sql<AddressedLead>`select l.*, ${isOpen} as is_open
    ${fromAccessibleLeads(ctx)} ${mayWrite}
    and l.agency_uid = ${agencyUid} and l.uid in (${leadUids})
    and l.deleted_at is null and l.type <> 'BLOCK' and l.status <> 'SAMPLE'
    order by ${isOpen} desc, case when ${isOpen} then null else ${lastWritten} end
      desc nulls last, l.created_at desc, l.uid desc limit 1`.execute(ctx.db)
  return rows[0]
}
