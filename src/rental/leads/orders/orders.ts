import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/later-than.ts'
import { insertOf, type Write } from '../../../platform/db/one-statement.ts'
import { after, orderBy, type PageRequest, type SortOrder } from '../../../platform/db/page.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import { type Asked, columnsOf, type Row, type Sql } from '../../../platform/graphql/fields.ts'
import { ofCaller, rowOf } from '../../access/agencies/tenant.sql.ts'
import { type Reached, reach } from '../../access/partners/reach.sql.ts'
import type { OrderService } from '../../around/order-services/order-service.ts'
import type { OrdersTable } from '../../tables.ts'
import { isOfGuest } from '../guests/leads-of-guest.sql.ts'
import type { LeadRow } from '../leads/lead.ts'
import type { OrderAdjustment } from '../order-adjustments/order-adjustment.ts'
import { paidOf } from '../payments/paid.sql.ts'
import type { Order, OrderKey } from './order.ts'
import { reachedOrders } from './reached-orders.ts'

/** The order of a lead, at most one row. Orders of cancelled leads are given (orders.md §7). */
export function orderOfLead(lead: Row, asked: Asked): Sql {
  return sql`select ${columnsOf('o', asked)} from orders o
    where o.agency_uid = ${lead('agency_uid')} and o.lead_uid = ${lead('uid')}`
}

/**
 * The fee lines of an order, the cleaning fee first; `position` orders them, `digits` are those of
 * the order's amounts.
 */
export function feeLinesOfOrder(order: Row): Sql {
  return sql`select f.value as line, f.ordinality as position,
      scale(${order('total_amount')}) as digits
    from jsonb_array_elements(${order('fee_lines')}) with ordinality f`
}

/** The cleaning fee again, on its own. */
export function cleaningFeeOfOrder(order: Row): Sql {
  return sql`${feeLinesOfOrder(order)} where f.value->>'kind' = 'CLEANING'`
}

/** Returns the insert of an order, if there is one, as a write for `inOneStatement`. */
export function insertOrder(order: Insertable<OrdersTable> | null): Write[] {
  return order === null ? [] : [insertOf('orders', [order])]
}

/**
 * Stores the order of a lead; one that is there keeps its uid and the time it was made, and is to
 * be settled next.
 */
export async function writeOrder(
  ctx: Pick<Context, 'db'>,
  order: Insertable<OrdersTable>,
): Promise<OrderKey> {
  const { agency_uid, uid, lead_uid, created_at, updated_at, ...priced } = order
  return ctx.db
    .insertInto('orders')
    .values(order)
    .onConflict(conflict => conflict.columns(['agency_uid', 'lead_uid']).doUpdateSet(priced))
    .returning(['agency_uid', 'uid'])
    .executeTakeFirstOrThrow()
}

/** The order of a stored lead, as it is kept. */
export async function findOrderOfLead(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: { agency_uid: string; uid: string },
): Promise<Order | undefined> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('lead_uid', '=', uid)
    .executeTakeFirst()
  return row as Order | undefined
}

/** An order with what it shows of its lead, its adjustments, services and payments. */
export type ReadOrder = Order & {
  external_booking_id: string | null
  /** In the order of their creation. */
  adjustments: StoredAdjustment[]
  services: StoredService[]
  /** What was paid, in major units. */
  paid: string
}

/** An adjustment as the database makes JSON of it. */
type StoredAdjustment = Omit<OrderAdjustment, 'amount' | 'created_at'> & {
  amount: number
  created_at: string
}

/** A service as the database makes JSON of it. */
type StoredService = Omit<OrderService, 'gross_price' | 'created_at'> & {
  gross_price: number
}

export interface OrderFilters {
  /** Orders of cancelled leads are only for those who know of them. */
  withCancelled: boolean
  leadUid?: string | undefined
  propertyUid?: string | undefined
  guestUid?: string | undefined
  updatedSince?: Date | undefined
}

/** A page of the orders within reach that pass the filters, one more if another page follows. */
export async function listOrders(
  ctx: Context,
  filters: OrderFilters,
  sort: SortOrder,
  { limit, cursor }: PageRequest,
): Promise<ReadOrder[]> {
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(sort, 'o', cursor.k)}`
  const { rows } = await sql<ReadOrder>`select ${columns(ctx)} ${fromPresent(ctx)}
    ${whereFilters(ctx, filters)} ${afterKey}
    order by ${orderBy(sort, 'o')} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}`.execute(ctx.db)
  return rows
}

/** How many orders within reach pass the filters. */
export async function countOrders(ctx: Context, filters: OrderFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${fromPresent(ctx)}
    ${whereFilters(ctx, filters)}`.execute(ctx.db)
  return rows[0]!.count
}

/** Uids of the orders within reach whose leads were deleted since an instant, newest first. */
export async function listDeletedOrders(
  ctx: Context,
  filters: Omit<OrderFilters, 'updatedSince'>,
  since: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`select o.uid from ${reachedOrders(ctx.caller)}
    where ${ofCaller(ctx.caller, 'o')} and l.deleted_at >= ${since} ${whereFilters(ctx, filters)}
    order by l.deleted_at desc, o.uid desc limit ${limit}`.execute(ctx.db)
  return rows.map(({ uid }) => uid)
}

/** An order within reach whose lead is not deleted. */
export async function findOrder(
  ctx: Context,
  uid: string,
  filters: Pick<OrderFilters, 'withCancelled'>,
): Promise<ReadOrder | undefined> {
  const { rows } = await sql<ReadOrder>`select ${columns(ctx)} ${fromPresent(ctx)}
    and o.uid = ${uid} ${whereFilters(ctx, filters)}`.execute(ctx.db)
  return rows[0]
}

/**
 * The order that a uid of a request names, within reach, its lead in any status but not deleted.
 *
 * @throws ApiError ORDER_NOT_FOUND, READ_ONLY_GRANT
 */
export async function reachedOrder(
  ctx: Context,
  text: string,
  wanted: { access?: 'READ' | 'READ_WRITE' } = {},
): Promise<Reached> {
  const access = ctx.caller.kind === 'partner' ? sql`reach.access` : sql`'READ_WRITE'`
  // Orders are never references that are refused with 403 (contract/general.md §3).
  const names = { ...wanted, parameter: 'orderUid', inPath: true }
  return reach(text, names, 'ORDER_NOT_FOUND', async uid => {
    const { rows } = await sql<Reached>`select o.agency_uid, o.uid, ${access} as access
      ${fromPresent(ctx)} and o.uid = ${uid}`.execute(ctx.db)
    return rows[0]
  })
}

function columns({ caller }: Context): Sql {
  const order = rowOf(caller, 'o')
  const agency = order('agency_uid')
  return sql`o.*, l.external_booking_id, ${paidOf(order)} as paid,
    (select coalesce(json_agg(a order by a.created_at, a.uid), '[]') from order_adjustments a
      where a.agency_uid = ${agency} and a.order_uid = o.uid) as adjustments,
    (select coalesce(json_agg(s order by s.created_at, s.uid), '[]') from order_services s
      where s.agency_uid = ${agency} and s.order_uid = o.uid) as services`
}

function fromPresent({ caller }: Context): Sql {
  return sql`from ${reachedOrders(caller)} where ${ofCaller(caller, 'o')} and l.deleted_at is null`
}

function whereFilters({ caller }: Context, filters: OrderFilters): Sql {
  const { withCancelled, leadUid, propertyUid, guestUid, updatedSince } = filters
  return sql`${withCancelled ? sql`` : sql`and l.status <> 'CANCELLED'`}
    ${leadUid === undefined ? sql`` : sql`and o.lead_uid = ${leadUid}`}
    ${propertyUid === undefined ? sql`` : sql`and l.property_uid = ${propertyUid}`}
    ${guestUid === undefined ? sql`` : sql`and ${isOfGuest(rowOf(caller, 'l'), guestUid)}`}
    ${updatedSince === undefined ? sql`` : sql`and o.updated_at >= ${updatedSince}`}`
}

/** The order as it is, of which nobody else writes any part until the transaction ends. */
export async function lockOrder(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: OrderKey,
): Promise<Order> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return row as Order
}

/**
 * Updates the time of change of the order of a locked lead that shows something new without
 * columns of its own: a payment, or the reference of its lead (contract/orders.md §1.2).
 */
export async function updateOrderTime(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { agency_uid, uid: lead_uid }: LeadRow,
): Promise<void> {
  const changes = { updated_at: laterThan({ clock }) }
  await updateRows({ db }, 'orders', { agency_uid, lead_uid }, changes)
}

/** Writes the totals of an order, whose time of change moves on. */
export async function updateTotals(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { agency_uid, uid }: OrderKey,
  totals: Pick<Order, 'total_amount' | 'total_taxes_amount'>,
): Promise<void> {
  const changes = { ...totals, updated_at: laterThan({ clock }) }
  await updateRows({ db }, 'orders', { agency_uid, uid }, changes)
}
