import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { buildInsert, type Write } from '../../../platform/db/combine-writes.ts'
import { laterThan } from '../../../platform/db/monotonic-timestamp.ts'
import {
  after,
  orderBy,
  type PageRequest,
  type SortOrder,
} from '../../../platform/db/pagination.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import {
  type ColumnNames,
  type Row,
  type Sql,
  selectColumns,
} from '../../../platform/graphql/fields.ts'
import { inCallerTenant, tenantRow } from '../../access/agencies/tenant.sql.ts'
import { type AccessibleRow, requireAccess } from '../../access/partners/access-scope.sql.ts'
import type { OrdersTable } from '../../tables.ts'
import { isLinkedToGuest } from '../guests/leads-of-guest.sql.ts'
import type { LeadRow } from '../leads/lead.ts'
import type { OrderAdjustment } from '../order-adjustments/order-adjustment.ts'
import type { OrderService } from '../order-services/order-service.ts'
import { selectPaidAmount } from '../payments/paid.sql.ts'
import { accessibleOrders } from './accessible-orders.ts'
import type { Order, OrderKey } from './order.ts'

/**
 * Selects the order of a lead, at most one row, including orders of cancelled leads (orders.md §7).
 */
export function selectOrderOfLead(lead: Row, requested: ColumnNames): Sql {
  return sql`select ${selectColumns('o', requested)} from orders o
    where o.agency_uid = ${lead('agency_uid')} and o.lead_uid = ${lead('uid')}`
}

/**
 * Selects the fee lines of an order, the cleaning fee first. `position` is their order, `digits`
 * the number of decimal digits of the order's amounts.
 */
export function selectFeeLines(order: Row): Sql {
  return sql`select f.value as line, f.ordinality as position,
      scale(${order('total_amount')}) as digits
    from jsonb_array_elements(${order('fee_lines')}) with ordinality f`
}

export function selectCleaningFee(order: Row): Sql {
  return sql`${selectFeeLines(order)} where f.value->>'kind' = 'CLEANING'`
}

/** Returns the insert of an order as a write for `inOneStatement`; none for null. */
export function insertOrder(order: Insertable<OrdersTable> | null): Write[] {
  return order === null ? [] : [buildInsert('orders', [order])]
}

/**
 * Upserts the order of a lead; an existing one retains its uid and creation time. The caller must
 * then recalculate its totals.
 */
export async function writeOrder(
  ctx: Pick<Context, 'db'>,
  order: Insertable<OrdersTable>,
): Promise<OrderKey> {
  const { agency_uid, uid, lead_uid, created_at, updated_at, ...pricedColumns } = order
  return ctx.db
    .insertInto('orders')
    .values(order)
    .onConflict(conflict => conflict.columns(['agency_uid', 'lead_uid']).doUpdateSet(pricedColumns))
    .returning(['agency_uid', 'uid'])
    .executeTakeFirstOrThrow()
}

/** Returns the order of a lead, without checking access. */
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

/** Order with its line items and the related data in responses. */
export type OrderDetails = Order & {
  external_booking_id: string | null
  /** Sorted by creation time. */
  adjustments: StoredAdjustment[]
  services: StoredService[]
  /** Amount paid, in major units. */
  paid: string
}

/** Adjustment in the JSON that PostgreSQL returns. */
type StoredAdjustment = Omit<OrderAdjustment, 'amount' | 'created_at'> & {
  amount: number
  created_at: string
}

/** Service in the JSON that PostgreSQL returns. */
type StoredService = Omit<OrderService, 'gross_price' | 'created_at'> & {
  gross_price: number
}

export interface OrderFilters {
  /** True: includes orders of cancelled leads, which older API versions do not return. */
  withCancelled: boolean
  leadUid?: string | undefined
  propertyUid?: string | undefined
  guestUid?: string | undefined
  updatedSince?: Date | undefined
}

/**
 * Returns a page of accessible orders that match the filters, plus one row if another page follows.
 */
export async function listOrders(
  ctx: Context,
  filters: OrderFilters,
  sort: SortOrder,
  { limit, cursor }: PageRequest,
): Promise<OrderDetails[]> {
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(sort, 'o', cursor.k)}`
  const { rows } =
    await sql<OrderDetails>`select ${orderSelection(ctx)} ${fromAccessibleOrders(ctx)}
    ${whereFilters(ctx, filters)} ${afterKey}
    order by ${orderBy(sort, 'o')} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}`.execute(ctx.db)
  return rows
}

export async function countOrders(ctx: Context, filters: OrderFilters): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count ${fromAccessibleOrders(ctx)}
    ${whereFilters(ctx, filters)}`.execute(ctx.db)
  return rows[0]!.count
}

/**
 * Returns the uids of accessible orders whose leads were deleted since an instant, newest first.
 */
export async function listDeletedOrders(
  ctx: Context,
  filters: Omit<OrderFilters, 'updatedSince'>,
  since: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`select o.uid from ${accessibleOrders(ctx.caller)}
    where ${inCallerTenant(ctx.caller, 'o')} and l.deleted_at >= ${since}
      ${whereFilters(ctx, filters)}
    order by l.deleted_at desc, o.uid desc limit ${limit}`.execute(ctx.db)
  return rows.map(({ uid }) => uid)
}

/** Returns an accessible order whose lead is not deleted. */
export async function findOrder(
  ctx: Context,
  uid: string,
  filters: Pick<OrderFilters, 'withCancelled'>,
): Promise<OrderDetails | undefined> {
  const { rows } =
    await sql<OrderDetails>`select ${orderSelection(ctx)} ${fromAccessibleOrders(ctx)}
    and o.uid = ${uid} ${whereFilters(ctx, filters)}`.execute(ctx.db)
  return rows[0]
}

/**
 * Returns the accessible order that a request names; its lead may have any status, but is not
 * deleted.
 *
 * @throws ApiError ORDER_NOT_FOUND, READ_ONLY_GRANT
 */
export async function requireOrder(
  ctx: Context,
  uidText: string,
  options: { access?: 'READ' | 'READ_WRITE' } = {},
): Promise<AccessibleRow> {
  const access = ctx.caller.kind === 'partner' ? sql`reach.access` : sql`'READ_WRITE'`
  // A reference to an order is refused with 404, never 403 (contract/general.md §3).
  const reference = { ...options, parameter: 'orderUid', inPath: true }
  return requireAccess(uidText, reference, 'ORDER_NOT_FOUND', async uid => {
    const { rows } = await sql<AccessibleRow>`select o.agency_uid, o.uid, ${access} as access
      ${fromAccessibleOrders(ctx)} and o.uid = ${uid}`.execute(ctx.db)
    return rows[0]
  })
}

function orderSelection({ caller }: Context): Sql {
  const order = tenantRow(caller, 'o')
  const agency = order('agency_uid')
  return sql`o.*, l.external_booking_id, ${selectPaidAmount(order)} as paid,
    (select coalesce(json_agg(a order by a.created_at, a.uid), '[]') from order_adjustments a
      where a.agency_uid = ${agency} and a.order_uid = o.uid) as adjustments,
    (select coalesce(json_agg(s order by s.created_at, s.uid), '[]') from order_services s
      where s.agency_uid = ${agency} and s.order_uid = o.uid) as services`
}

function fromAccessibleOrders({ caller }: Context): Sql {
  return sql`from ${accessibleOrders(caller)}
    where ${inCallerTenant(caller, 'o')} and l.deleted_at is null`
}

function whereFilters({ caller }: Context, filters: OrderFilters): Sql {
  const { withCancelled, leadUid, propertyUid, guestUid, updatedSince } = filters
  const row = tenantRow(caller, 'l')
  return sql`${withCancelled ? sql`` : sql`and l.status <> 'CANCELLED'`}
    ${leadUid === undefined ? sql`` : sql`and o.lead_uid = ${leadUid}`}
    ${propertyUid === undefined ? sql`` : sql`and l.property_uid = ${propertyUid}`}
    ${guestUid === undefined ? sql`` : sql`and ${isLinkedToGuest(row, guestUid)}`}
    ${updatedSince === undefined ? sql`` : sql`and o.updated_at >= ${updatedSince}`}`
}

/**
 * Locks an order and returns it. No other transaction writes its line items until this one ends.
 */
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
 * Updates `updated_at` of the order of a locked lead after a change outside the order's columns: a
 * payment, or the reference of its lead (contract/orders.md §1.2).
 */
export async function updateOrderTime(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { agency_uid, uid: lead_uid }: LeadRow,
): Promise<void> {
  const changes = { updated_at: laterThan({ clock }) }
  await updateRows({ db }, 'orders', { agency_uid, lead_uid }, changes)
}

export async function updateTotals(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { agency_uid, uid }: OrderKey,
  totals: Pick<Order, 'total_amount' | 'total_taxes_amount'>,
): Promise<void> {
  const changes = { ...totals, updated_at: laterThan({ clock }) }
  await updateRows({ db }, 'orders', { agency_uid, uid }, changes)
}
