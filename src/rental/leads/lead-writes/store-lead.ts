/** Storing a new lead, by itself or as a member of a group booking: contract/leads.md §5, §6. */
import type { Insertable } from 'kysely'
import type { Context } from '../../../context.ts'
import { inOrder } from '../../../platform/db/gathered/in-order.ts'
import { inOneStatement } from '../../../platform/db/one-statement.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { type Occupancy, occupyNights } from '../../prices/occupancies/occupancies.ts'
import { recordRedemption } from '../../prices/promo-codes/record-redemption.ts'
import type { Room } from '../../properties/units/lock-rooms.ts'
import type { OrdersTable } from '../../tables.ts'
import {
  findGuestOf,
  type GuestOfNewLead,
  linkGuest,
} from '../guest-identity/guest-of-new-lead.sql.ts'
import { afterCollision } from '../guest-identity/told-by-leads.sql.ts'
import { tellsOfGuest } from '../guests/guest.ts'
import { checkTimes } from '../held-nights/check-times.ts'
import { hasOrder } from '../held-nights/group-nights.ts'
import { findNights } from '../held-nights/lead-nights.ts'
import { followLeads } from '../lead-history/follow-leads.ts'
import { recordHistory } from '../lead-history/lead-acts.sql.ts'
import { blocks, type LeadRow } from '../leads/lead.ts'
import { insertLead, storedLead } from '../leads/leads.ts'
import { insertOrder } from '../orders/orders.ts'
import { type OrderTerms, priceOrder } from '../orders/price-order.ts'
import { recordOrderEvent } from '../orders/record-order-event.ts'
import type { KnownPlace } from './lock-place.ts'

/** The place of a new lead, and the words for statuses in a refusal. */
interface StoredPlace {
  /** Locked. */
  room: Room
  version: Version
  /** Another system reports the stay: see `Taking`. */
  isReported?: boolean | undefined
}

/**
 * Stores a new lead at its locked room: its nights if it blocks, its order if it has one,
 * its history, its guest. The unit that the row names is taken, and no other. What the price and
 * the nights depend on is asked, unless it is known.
 *
 * @throws ApiError MASTER_NOT_BOOKABLE, NOT_AVAILABLE, FEE_NOT_FOUND, INVALID_PARAMETER
 */
export async function storeLead(
  ctx: Context,
  row: LeadRow,
  { room, version, isReported, ...terms }: OrderTerms & StoredPlace,
  known: Partial<KnownPlace> = {},
): Promise<LeadRow> {
  const act = 'create'
  const taking = { act, room, unitUid: row.unit_uid, taken: known.taken, version, isReported }
  // What is named is looked at before the calendar (contract/general.md §7).
  const [order, nights, guest] = await inOrder(
    hasOrder(row) ? priceOrder(ctx, { before: null, after: row }, terms, known.facts) : null,
    blocks(row.status) ? findNights(ctx, row, taking) : null,
    tellsOfGuest(row) ? findGuestOf(ctx, row) : null,
  )
  const lead = nights ? { ...row, unit_uid: nights.unitUid } : row
  const occupancies = nights?.occupancies ?? []
  const [stored] = await inOrder(
    insertNewLead(ctx, { lead, act, occupancies, order, guest }).catch(error => {
      throw afterCollision(error)
    }),
    followLeads(ctx, [{ before: null, after: lead, act, guest }]),
    nights ? checkTimes(ctx, lead) : null,
  )
  if (order) {
    recordOrderEvent(ctx, 'ORDER_CREATED', { uid: order.uid, lead })
    recordRedemption(ctx, null, { lead, promoCodeUid: order.promo_code_uid ?? null })
  }
  return stored
}

/** A new lead with the rows that belong to it. */
interface NewLeadRows {
  lead: LeadRow
  /** Action of its history. */
  act: string
  occupancies: Occupancy[]
  order: Insertable<OrdersTable> | null
  /** Null: its guest is matched afterwards, or it has none. */
  guest: GuestOfNewLead | null
}

/**
 * Inserts a new lead with all of its rows by one statement, and adds its events to the transaction.
 * Returns the lead as it is stored: to have the database return it takes a tenth of the whole.
 */
export async function insertNewLead(
  ctx: Context,
  { lead, act, occupancies, order, guest }: NewLeadRows,
): Promise<LeadRow> {
  const stored = storedLead(ctx, lead)
  await inOneStatement(ctx, [
    insertLead(stored),
    ...occupyNights(ctx, act, occupancies),
    ...insertOrder(order),
    ...recordHistory(ctx, [{ before: null, after: lead, act }]),
    ...linkGuest(ctx, lead, guest),
  ])
  return stored
}
