import { sql } from 'kysely'
import type { Context } from '../../../context.ts'

/** Uids of what is recorded in the currency of an order, each list by age. */
export interface MoneyOfOrder {
  transactionUids: string[]
  adjustmentUids: string[]
  serviceUids: string[]
}

/** The money of an order. A payment that failed moved none and is left out. */
export async function findMoneyOfOrder(
  { db }: Pick<Context, 'db'>,
  { agency_uid: agency, uid }: { agency_uid: string; uid: string },
): Promise<MoneyOfOrder> {
  const { rows } = await sql<MoneyOfOrder>`select
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
