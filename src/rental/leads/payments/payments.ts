import Big from 'big.js'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { agencyOf, ofCaller, rowOfAgency } from '../../access/agencies/tenant.sql.ts'
import type { OrderKey } from '../orders/order.ts'
import { reachedOrders } from '../orders/reached-orders.ts'
import { paidOf } from './paid.sql.ts'
import type { Payment } from './payment.ts'

/** A payment and what it shows of its order; the time zone is that of the lead's property. */
export type OrderPayment = Omit<Payment, 'currency'> & {
  lead_uid: string
  currency: string
  time_zone: string
}

/** Selects the time zone of the property of a lead, of its agency where it has no property. */
const zoneOf = (agency: Sql, propertyUid: Sql) => sql`coalesce(
  (select p.time_zone from properties p where p.agency_uid = ${agency} and p.uid = ${propertyUid}),
  (select a.time_zone from agencies a where a.agency_uid = ${agency}))`

/** The payments of an order since an instant, oldest first. */
export async function listPayments(
  ctx: Context,
  { agency_uid, uid }: OrderKey,
  createdSince: Date | undefined,
): Promise<OrderPayment[]> {
  const since = createdSince === undefined ? sql`` : sql`and t.created_at >= ${createdSince}`
  const zone = zoneOf(sql`${agency_uid}::uuid`, sql`l.property_uid`)
  const { rows } = await sql<OrderPayment>`select t.*, o.lead_uid,
      coalesce(t.currency, o.currency) as currency, ${zone} as time_zone
    from payments t join orders o on o.agency_uid = ${agency_uid} and o.uid = t.order_uid
    join leads l on l.agency_uid = ${agency_uid} and l.uid = o.lead_uid
    where t.agency_uid = ${agency_uid} and t.order_uid = ${uid} ${since}
    order by t.created_at, t.uid`.execute(ctx.db)
  return rows
}

/**
 * A payment of an order within reach. The order of the payment is looked up before the order is
 * joined to anything, so that no plan begins with the orders of the agency.
 */
export async function findPayment(
  { db, caller }: Context,
  uid: string,
): Promise<OrderPayment | undefined> {
  const zone = zoneOf(agencyOf(caller, 't'), sql`reached.property_uid`)
  const { rows } = await sql<OrderPayment>`select t.*, reached.lead_uid,
      coalesce(t.currency, reached.currency) as currency, ${zone} as time_zone
    from payments t cross join lateral (select o.lead_uid, o.currency, l.property_uid
      from ${reachedOrders(caller)}
      where ${ofCaller(caller, 'o')} and ${ofCaller(caller, 'l')} and l.deleted_at is null
        and o.agency_uid = ${agencyOf(caller, 't')} and o.uid = t.order_uid
      offset 0) reached
    where ${ofCaller(caller, 't')} and t.uid = ${uid}`.execute(db)
  return rows[0]
}

/** The payment of an order that has an id of a payment service. */
export async function findByTransactionId(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: OrderKey,
  transactionId: string,
): Promise<Payment | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('order_uid', '=', uid)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst()
}

/** What was paid of an order. */
export async function sumPaid(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: OrderKey,
): Promise<Big> {
  const order = rowOfAgency('o', sql`${agency_uid}::uuid`)
  const { rows } = await sql<{ paid: string }>`select ${paidOf(order)} as paid
    from orders o where o.agency_uid = ${agency_uid} and o.uid = ${uid}`.execute(db)
  return new Big(rows[0]!.paid)
}
