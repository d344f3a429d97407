import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { isHeard } from '../../leads/guests/leads-of-guest.sql.ts'
import { endings, type LeadRow } from '../../leads/leads/lead.ts'
import { fromReached } from '../../leads/leads/reached-leads.ts'
import { isUnexpired } from '../../prices/calendar-facts/availability.sql.ts'

const passedOver = [...endings, 'SAMPLE']

/**
 * The newest lead of a guest that is not closed, among those that the caller may write to
 * (contract/messaging.md §13). Not one by which a partner without personal data says that it is of
 * a guest of whom others have told: what the guest writes would be the partner's to read.
 */
export async function findOpenLead(
  ctx: Context,
  agencyUid: string,
  guestUid: string,
): Promise<LeadRow | undefined> {
  const mayWrite = ctx.caller.kind === 'partner' ? sql`and reach.access = 'READ_WRITE'` : sql``
  const { rows } = await sql<LeadRow>`select l.* ${fromReached(ctx)} ${mayWrite}
    and l.agency_uid = ${agencyUid} and l.uid in (select lg.lead_uid from lead_guests lg
      join guests g on g.agency_uid = ${agencyUid} and g.uid = lg.guest_uid
      where lg.agency_uid = ${agencyUid} and lg.guest_uid = ${guestUid} and ${isHeard('lg', 'g')})
    and l.deleted_at is null and l.type <> 'BLOCK' and l.status <> all(${passedOver})
    and ${isUnexpired(ctx.clock.now())}
    order by l.created_at desc, l.uid desc limit 1`.execute(ctx.db)
  return rows[0]
}
