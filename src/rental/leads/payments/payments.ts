import Big from 'big.js'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { agencyOf, agencyRow, inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import { accessibleOrders } from '../orders/accessible-orders.ts'
import type { OrderKey } from '../orders/order.ts'
import { selectPaidAmount } from './paid.sql.ts'
import type { Payment } from './payment.ts'

/** Payment with data of its order; the time zone is that of the lead's property. */
export type OrderPayment = Omit<Payment, 'currency'> & {
  lead_uid: string
  currency: string
  time_zone: string
}

/** Selects the time zone of a lead's property, or of its agency if it has no property. */
const selectTimeZone = (agency: Sql, propertyUid: Sql) => sql`coalesce(
  (select p.time_zone from properties p where p.agency_uid = ${agency} and p.uid = ${propertyUid}),
  (select a.time_zone from agencies a where a.agency_uid = ${agency}))`

/** Returns the payments of an order since an instant, oldest first. */
export async function listPayments(
  ctx: Context,
  { agency_uid, uid }: OrderKey,
  createdSince: Date | undefined,
): Promise<OrderPayment[]> {
  const sinceCondition =
    createdSince === undefined ? sql`` : sql`and t.created_at >= ${createdSince}`
  const zone = selectTimeZone(sql`${agency_uid}::uuid`, sql`l.property_uid`)
  const { rows } = await sql<OrderPayment>`select t.*, o.lead_uid,
      coalesce(t.currency, o.currency) as currency, ${zone} as time_zone
    from payments t join orders o on o.agency_uid = ${agency_uid} and o.uid = t.order_uid
    join leads l on l.agency_uid = ${agency_uid} and l.uid = o.lead_uid
    where t.agency_uid = ${agency_uid} and t.order_uid = ${uid} ${sinceCondition}
    order by t.created_at, t.uid`.execute(ctx.db)
  return rows
}

/**
 * Returns an accessible payment. `offset 0` makes the planner look up the order of the payment
 * first, instead of scanning the orders of the agency.
 */
export async function findPayment(
  { db, caller }: Context,
  uid: string,
): Promise<OrderPayment | undefined> {
  const zone = selectTimeZone(agencyOf(caller, 't'), sql`accessible.property_uid`)
  const { rows } = await sql<OrderPayment>`select t.*, accessible.lead_uid,
      coalesce(t.currency, accessible.currency) as currency, ${zone} as time_zone
    from payments t cross join lateral (select o.lead_uid, o.currency, l.property_uid
      from ${accessibleOrders(caller)}
      where ${inCallerTenant(caller, 'o')} and ${inCallerTenant(caller, 'l')}
        and l.deleted_at is null
        and o.agency_uid = ${agencyOf(caller, 't')} and o.uid = t.order_uid
      offset 0) accessible
    where ${inCallerTenant(caller, 't')} and t.uid = ${uid}`.execute(db)
  return rows[0]
}

/** Returns the payment of an order with the transaction id of a payment service. */
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

export async function sumPaid(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: OrderKey,
): Promise<Big> {
  const order = agencyRow('o', sql`${agency_uid}::uuid`)
  const { rows } = await sql<{ paid: string }>`select ${selectPaidAmount(order)} as paid
    from orders o where o.agency_uid = ${agency_uid} and o.uid = ${uid}`.execute(db)
  return new Big(rows[0]!.paid)
}
