import { sql } from 'kysely'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { redeemingStatuses } from './promo-code.ts'

const redeeming = sql.join(redeemingStatuses.map(status => sql.lit(status)))

/**
 * Counts the uses of a promo code by booked or requested leads that are not deleted; parts of a
 * split stay count once (contract/orders.md §9). The use of `exceptLead` is left out. Leads are
 * joined with `lateral`: without statistics, another plan may read all leads of an agency for each
 * order.
 */
export function redemptionCountSql(code: Row, exceptLead?: Sql): Sql {
  const ownUse = sql`(select own.promo_use_uid from orders own
    where own.agency_uid = ${code('agency_uid')} and own.lead_uid = ${exceptLead}
      and own.promo_code_uid = ${code('uid')})`
  const use = sql`coalesce(sold.promo_use_uid, sold.lead_uid)`
  const exceptCondition = exceptLead ? sql`and ${use} <> coalesce(${ownUse}, ${exceptLead})` : sql``
  return sql`(select count(distinct ${use})::int from orders sold
    cross join lateral (select used.status, used.deleted_at from leads used
      where used.agency_uid = ${code('agency_uid')} and used.uid = sold.lead_uid offset 0) used
    where sold.agency_uid = ${code('agency_uid')} and sold.promo_code_uid = ${code('uid')}
      and used.status in (${redeeming}) and used.deleted_at is null ${exceptCondition})`
}
