import type { Context } from '../../context.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { accessDenied } from '../../platform/errors.ts'
import { findSettings } from '../agencies/agencies.ts'
import { insertOccupancies } from '../calendar/occupancies.ts'
import { priceOrder } from '../orders/price-order.ts'
import { askedUnit } from '../units/asked-unit.ts'
import { blocks, type Lead } from './lead.ts'
import { recordActs } from './lead-acts.ts'
import type { TimerHours } from './lead-effects.ts'
import { findNights } from './lead-nights.ts'
import { insertLead } from './leads.ts'
import { type NewLead, rowOf } from './new-lead.ts'
import { prepareRooms } from './prepare-rooms.ts'

/**
 * Creates a lead at a property within reach: its nights if it blocks, its order unless it is a
 * block, its history, all or nothing (contract/leads.md §5, §6).
 *
 * @throws ApiError ACCESS_DENIED, INVALID_PARAMETER, INVALID_DATE_RANGE, MASTER_NOT_BOOKABLE,
 *   NOT_AVAILABLE, FEE_NOT_FOUND
 */
export async function createLead(ctx: Context, agencyUid: string, wanted: NewLead): Promise<Lead> {
  return transaction(ctx, async (ctx: Context) => {
    const rooms = await prepareRooms(ctx, agencyUid, [wanted.propertyUid])
    const room = rooms.get(wanted.propertyUid)
    if (!room) throw accessDenied('propertyUid', wanted.propertyUid)
    const unitUid = await askedUnit(ctx, room, wanted.unitUid)
    const row = rowOf(ctx, { ...wanted, unitUid }, room, await hoursOf(ctx, agencyUid, wanted))
    const act = 'create'
    const taking = { act, room, unitUid, version: wanted.version }
    const nights = blocks(row.status) ? await findNights(ctx, row, taking) : null
    const lead = await insertLead(ctx, nights ? { ...row, unit_uid: nights.unitUid } : row)
    if (nights) await insertOccupancies(ctx, act, nights.occupancies)
    if (lead.type !== 'BLOCK') await priceOrder(ctx, { before: null, after: lead }, wanted)
    await recordActs(ctx, [{ before: null, after: lead, act }])
    return { ...lead, personal: true }
  })
}

const noHours: TimerHours = { hold: 0, request: 0, payment: 0 }

/** The hours of the agency's timers, for a status that has one. */
async function hoursOf(
  ctx: Context,
  agencyUid: string,
  { status, holdMinutes }: NewLead,
): Promise<TimerHours> {
  if (holdMinutes !== undefined) return { ...noHours, hold: holdMinutes / 60 }
  if (status !== 'ON_HOLD' && status !== 'PENDING') return noHours
  const { hold_hours, request_hours, payment_hours } = await findSettings(ctx, agencyUid)
  return { hold: hold_hours, request: request_hours, payment: payment_hours }
}
