/** Insertion of a new lead, single or in a group booking: contract/leads.md §5, §6. */
import type { Insertable } from 'kysely'
import type { Context } from '../../../context.ts'
import { combineWrites } from '../../../platform/db/combine-writes.ts'
import { awaitAll } from '../../../platform/db/pipeline/await-all.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { blocks } from '../../prices/occupancies/lead-status.ts'
import { type Occupancy, occupyNights } from '../../prices/occupancies/occupancies.ts'
import type { LockedInventory } from '../../properties/units/lock-inventory.ts'
import type { OrdersTable } from '../../tables.ts'
import { retryOnCollision } from '../guest-matching/guest-details.sql.ts'
import {
  findGuestOfNewLead,
  type GuestOfNewLead,
  linkGuest,
} from '../guest-matching/guest-of-new-lead.sql.ts'
import { hasGuestDetails } from '../guests/guest.ts'
import { checkTimes } from '../held-nights/check-times.ts'
import { hasOrder } from '../held-nights/group-nights.ts'
import { findNights, type OccupyOptions } from '../held-nights/lead-nights.ts'
import { recordHistory } from '../lead-history/record-lead-actions.sql.ts'
import type { LeadRow } from '../leads/lead.ts'
import { insertLead, newLeadRow } from '../leads/leads.ts'
import { insertOrder } from '../orders/orders.ts'
import { type OrderTerms, priceOrder } from '../orders/price-order.ts'
import { recordOrderEvent } from '../orders/record-order-event.ts'
import { recordRedemption } from '../redemptions/record-redemption.ts'
import type { PrefetchedInventory } from './lock-new-lead-inventory.ts'

/** Property of a new lead, and the API version of the statuses in errors. */
interface StorageTarget {
  property: LockedInventory
  version: Version
  /** True if another system has already accepted the stay: only overlaps are rejected. */
  isReported?: boolean | undefined
}

/**
 * Inserts a new lead at its locked property, with its nights if it blocks, its order, history and
 * guest. If the row has a unit, only that unit is used. Queries the inputs of price and nights
 * unless they are prefetched.
 *
 * @throws ApiError MASTER_NOT_BOOKABLE, NOT_AVAILABLE, FEE_NOT_FOUND, INVALID_PARAMETER
 */
export async function storeLead(
  ctx: Context,
  row: LeadRow,
  { property, version, isReported, ...terms }: OrderTerms & StorageTarget,
  prefetched: Partial<PrefetchedInventory> = {},
): Promise<LeadRow> {
  const action = 'create'
  const nightsInput: OccupyOptions = {
    action,
    property,
    unitUid: row.unit_uid,
    occupiedUnitUids: prefetched.occupiedUnitUids,
    version,
    isReported,
  }
  // References of the request are checked before the calendar (contract/general.md §7).
  const [order, nights, guest] = await awaitAll(
    hasOrder(row)
      ? priceOrder(ctx, { before: null, after: row }, terms, prefetched.quoteInputs)
      : null,
    blocks(row.status) ? findNights(ctx, row, nightsInput) : null,
    hasGuestDetails(row) ? findGuestOfNewLead(ctx, row) : null,
  )
  const lead = nights ? { ...row, unit_uid: nights.unitUid } : row
  const occupancies = nights?.occupancies ?? []
  const [stored] = await awaitAll(
    // A concurrent transaction may insert the same guest; the retry finds that one.
    insertNewLead(ctx, { lead, action, occupancies, order, guest }).catch(error => {
      throw retryOnCollision(error)
    }),
    ctx.subscribers.leadsChanged(ctx, [{ before: null, after: lead, action, guest }]),
    nights ? checkTimes(ctx, lead) : null,
  )
  if (order) {
    recordOrderEvent(ctx, 'ORDER_CREATED', { uid: order.uid, lead })
    recordRedemption(ctx, null, { lead, promoCodeUid: order.promo_code_uid ?? null })
  }
  return stored
}

interface NewLeadRows {
  lead: LeadRow
  action: string
  occupancies: Occupancy[]
  order: Insertable<OrdersTable> | null
  /** Null if the guest is matched afterwards, or there is none. */
  guest: GuestOfNewLead | null
}

/**
 * Inserts a new lead and its related rows in one statement, and adds its events to the transaction.
 * Returns the stored lead without a RETURNING clause, which would take a tenth of the total time.
 */
export async function insertNewLead(
  ctx: Context,
  { lead, action, occupancies, order, guest }: NewLeadRows,
): Promise<LeadRow> {
  const stored = newLeadRow(ctx, lead)
  await combineWrites(ctx, [
    insertLead(stored),
    ...occupyNights(ctx, action, occupancies),
    ...insertOrder(order),
    ...recordHistory(ctx, [{ before: null, after: lead, action }]),
    ...linkGuest(ctx, lead, guest),
  ])
  return stored
}
