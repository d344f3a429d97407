import { sql } from 'kysely'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { redeemingStatuses } from './promo-code.ts'

const redeeming = sql.join(redeemingStatuses.map(status => sql.lit(status)))

/**
 * How many leads use a promo code: those booked or asked for with it, deleted ones not
 * (contract/orders.md §9). `exceptLead` is left out. Leads are looked up order by order, whatever
 * the planner knows of the tables: else it may read all of an agency for each.
 */
export function redemptionsOf(code: Row, exceptLead?: Sql): Sql {
  const others = exceptLead ? sql`and sold.lead_uid <> ${exceptLead}` : sql``
  return sql`(select count(*)::int from orders sold
    cross join lateral (select used.status, used.deleted_at from leads used
      where used.agency_uid = ${code('agency_uid')} and used.uid = sold.lead_uid offset 0) used
    where sold.agency_uid = ${code('agency_uid')} and sold.promo_code_uid = ${code('uid')}
      and used.status in (${redeeming}) and used.deleted_at is null ${others})`
}
