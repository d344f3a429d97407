import { sql } from 'kysely'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { redeemingStatuses } from './promo-code.ts'

const redeeming = sql.join(redeemingStatuses.map(status => sql.lit(status)))

/**
 * How many leads use a promo code: those booked or asked for with it, deleted ones not
 * (contract/orders.md §9). `exceptLead` is left out.
 */
export function redemptionsOf(code: Row, exceptLead?: Sql): Sql {
  const others = exceptLead ? sql`and used.uid <> ${exceptLead}` : sql``
  return sql`(select count(*)::int from orders sold
    join leads used on used.agency_uid = sold.agency_uid and used.uid = sold.lead_uid
    where sold.agency_uid = ${code('agency_uid')} and sold.promo_code_uid = ${code('uid')}
      and used.status in (${redeeming})
      and used.deleted_at is null ${others})`
}
