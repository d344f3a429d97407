import { sql } from 'kysely'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'

/** Returns SQL for the amount paid of an order, less refunds: contract/orders.md §5. */
export function selectPaidAmount(order: Row): Sql {
  return sql`(select coalesce(sum(t.amount), 0) from payments t
    where t.agency_uid = ${order('agency_uid')} and t.order_uid = ${order('uid')}
      and t.status = 'SUCCESS')`
}
