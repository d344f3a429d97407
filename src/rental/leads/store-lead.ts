/** Storing a new lead, by itself or as a member of a group booking: contract/leads.md §5, §6. */
import type { Context } from '../../context.ts'
import type { Version } from '../../platform/rest/version.ts'
import { findSettings } from '../agencies/agencies.ts'
import { insertOccupancies } from '../calendar/occupancies.ts'
import { type OrderTerms, priceOrder } from '../orders/price-order.ts'
import type { Room } from '../units/rooms.ts'
import { blocks, type LeadRow } from './lead.ts'
import { recordActs } from './lead-acts.ts'
import type { TimerHours } from './lead-effects.ts'
import { findNights } from './lead-nights.ts'
import { insertLead } from './leads.ts'
import type { NewLead } from './new-lead.ts'

/**
 * Stores a new lead at its locked room: its nights if it blocks, its order unless it is a block,
 * its history. The unit that the row names is taken, and no other.
 *
 * @throws ApiError MASTER_NOT_BOOKABLE, NOT_AVAILABLE, FEE_NOT_FOUND, INVALID_PARAMETER
 */
export async function storeLead(
  ctx: Context,
  row: LeadRow,
  { room, version, ...terms }: OrderTerms & { room: Room; version: Version },
): Promise<LeadRow> {
  const act = 'create'
  const taking = { act, room, unitUid: row.unit_uid, version }
  const nights = blocks(row.status) ? await findNights(ctx, row, taking) : null
  const lead = await insertLead(ctx, nights ? { ...row, unit_uid: nights.unitUid } : row)
  if (nights) await insertOccupancies(ctx, act, nights.occupancies)
  if (lead.type !== 'BLOCK') await priceOrder(ctx, { before: null, after: lead }, terms)
  await recordActs(ctx, [{ before: null, after: lead, act }])
  return lead
}

const noHours: TimerHours = { hold: 0, request: 0, payment: 0 }

/** The hours of the agency's timers, for a status that has one. */
export async function hoursOf(
  ctx: Context,
  agencyUid: string,
  { status, holdMinutes }: NewLead,
): Promise<TimerHours> {
  if (holdMinutes !== undefined) return { ...noHours, hold: holdMinutes / 60 }
  if (status !== 'ON_HOLD' && status !== 'PENDING') return noHours
  const { hold_hours, request_hours, payment_hours } = await findSettings(ctx, agencyUid)
  return { hold: hold_hours, request: request_hours, payment: payment_hours }
}
