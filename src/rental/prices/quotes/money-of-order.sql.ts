import { sql } from 'kysely'
import type { Context } from '../../../context.ts'

/** Uids of money in the currency of an order, each list sorted by creation. */
export interface OrderMoney {
  transactionUids: string[]
  adjustmentUids: string[]
  serviceUids: string[]
}

/** Finds the money of an order, without failed payments. */
export async function findOrderMoney(
  { db }: Pick<Context, 'db'>,
  { agency_uid: agency, uid }: { agency_uid: string; uid: string },
): Promise<OrderMoney> {
  const { rows } = await sql<OrderMoney>`select
    (select coalesce(json_agg(t.uid order by t.created_at, t.uid), '[]') from payments t
      where t.agency_uid = ${agency} and t.order_uid = ${uid}
        and t.status <> 'FAILED') as "transactionUids",
    (select coalesce(json_agg(a.uid order by a.created_at, a.uid), '[]')
      from order_adjustments a
      where a.agency_uid = ${agency} and a.order_uid = ${uid}) as "adjustmentUids",
    (select coalesce(json_agg(s.uid order by s.created_at, s.uid), '[]') from order_services s
      where s.agency_uid = ${agency} and s.order_uid = ${uid}) as "serviceUids"`.execute(db)
  return rows[0]!
}
