import { sql } from 'kysely'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { redeemingStatuses } from './promo-code.ts'

const redeeming = sql.join(redeemingStatuses.map(status => sql.lit(status)))

/**
 * Counts the uses of a promo code: by leads booked or requested with it, not deleted ones; parts
 * of a split stay are one use (contract/orders.md §9). That of `exceptLead` is left out. Leads are
 * looked up order by order, whatever the planner knows of the tables: else it may read all of an
 * agency for each.
 */
export function redemptionsOf(code: Row, exceptLead?: Sql): Sql {
  const own = sql`(select own.promo_use_uid from orders own
    where own.agency_uid = ${code('agency_uid')} and own.lead_uid = ${exceptLead}
      and own.promo_code_uid = ${code('uid')})`
  const use = sql`coalesce(sold.promo_use_uid, sold.lead_uid)`
  const others = exceptLead ? sql`and ${use} <> coalesce(${own}, ${exceptLead})` : sql``
  return sql`(select count(distinct ${use})::int from orders sold
    cross join lateral (select used.status, used.deleted_at from leads used
      where used.agency_uid = ${code('agency_uid')} and used.uid = sold.lead_uid offset 0) used
    where sold.agency_uid = ${code('agency_uid')} and sold.promo_code_uid = ${code('uid')}
      and used.status in (${redeeming}) and used.deleted_at is null ${others})`
}
