import type { Insertable } from 'kysely'
import type { Context } from '../../../context.ts'
import { inOneStatement } from '../../../platform/db/one-statement.ts'
import { type Occupancy, occupyNights } from '../../prices/occupancies/occupancies.ts'
import type { OrdersTable } from '../../tables.ts'
import { type GuestOfNewLead, linkGuest } from '../guest-identity/guest-of-new-lead.sql.ts'
import { recordHistory } from '../lead-history/lead-acts.sql.ts'
import type { LeadRow } from '../leads/lead.ts'
import { insertLead, storedLead } from '../leads/leads.ts'
import { insertOrder } from '../orders/orders.ts'

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
