import type { Context } from '../../../context.ts'
import { dayOf } from '../../../platform/dates.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError, accessDenied, invalidParameter } from '../../../platform/errors.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { newUid } from '../../../platform/uid.ts'
import { listFacts } from '../../prices/calendar/calendar.ts'
import { stayFactsOf } from '../../prices/calendar-facts/facts.ts'
import { insertOccupancies } from '../../prices/occupancies/occupancies.ts'
import { checkStay } from '../../prices/stays/stay.ts'
import type { Room } from '../../properties/units/lock-rooms.ts'
import { askedUnit } from '../../properties/units/read-asked-unit.ts'
import { listExtraGuests, replaceExtraGuests } from '../extra-guests/extra-guests.ts'
import { findNights, freeNights } from '../held-nights/lead-nights.ts'
import { stayColumns } from '../held-nights/lead-stay.ts'
import { type FoundLead, lockForAction } from '../lead-actions/lock-for-action.ts'
import { illegalTransition } from '../lead-actions/refuse-action.ts'
import { followLeads } from '../lead-history/follow-leads.ts'
import { writeLead } from '../lead-history/lead-acts.sql.ts'
import { insertNewLead } from '../lead-writes/store-lead.ts'
import { datesOf, type LeadRow, outcomeOf, stateOf } from '../leads/lead.ts'
import { passportOf } from '../leads/sealed-passport.ts'
import type { PricedColumns } from '../orders/order.ts'
import { findOrderOfLead } from '../orders/orders.ts'
import { shareMoney } from './share-money.ts'
import { type SharedOrder, shareOrder } from './share-order.ts'

/** Where and when a stay is split. */
export interface Split {
  /** The date of the move: the second part's check-in. */
  date: string
  /** Where the second part goes, within reach; null: another unit of the same property. */
  propertyUid: string | null
  /** As it was sent. */
  unitUid: string | null
  version: Version
}

const act = 'split'

/**
 * Splits a stay over two places: the lead keeps its nights before a date, a second lead of the same
 * guest has the others elsewhere, and both orders are what the one was (contract/leads.md §9.5).
 *
 * @throws ApiError LEAD_NOT_FOUND, LEAD_READ_ONLY, ILLEGAL_TRANSITION, STATE_CONFLICT for a member
 *   of a group booking, INVALID_PARAMETER, INVALID_DATE_RANGE, ACCESS_DENIED, TOO_MANY_GUESTS,
 *   MASTER_NOT_BOOKABLE, NOT_AVAILABLE
 */
export async function splitLead(
  ctx: Context,
  found: FoundLead,
  split: Split,
): Promise<{ first: LeadRow; second: LeadRow }> {
  return transaction(ctx, async (ctx: Context) => {
    const need = { version: split.version, takesNights: true, toPropertyUid: split.propertyUid }
    const { lead, rooms } = await lockForAction(ctx, found, need)
    if (outcomeOf(stateOf(lead), act) === null) throw illegalTransition(lead, act, split.version)
    if (lead.group_uid !== null) throw groupMember(lead)
    const { checkIn, checkOut } = datesOf(lead)
    if (split.date <= checkIn || split.date >= checkOut) {
      const text = `must be after ${checkIn} and before ${checkOut}`
      throw invalidParameter('splitLocalDate', text)
    }
    const [from, to] = await placesOf(ctx, lead, rooms, split)
    const order = await findOrderOfLead(ctx, lead)
    const money = order ? shareOrder(order, split.date, { checkIn, checkOut }) : null
    const first = await shorten(ctx, lead, from, split.date)
    const second = await addRest(ctx, lead, { ...to, split, money })
    if (money) await shareMoney(ctx, money, { before: lead, first, second })
    return { first, second }
  })
}

function groupMember({ uid }: LeadRow): ApiError {
  const text = `Lead ${uid} belongs to a group booking and cannot be split`
  const members = { state: 'GROUP_MEMBER', allowedActions: ['alteration'] }
  return new ApiError('STATE_CONFLICT', text, { members })
}

/** Where the second part goes: a unit type without a named unit chooses among its other units. */
interface Place {
  room: Room
  unitUid: string | null
}

async function placesOf(
  ctx: Context,
  lead: LeadRow,
  rooms: Map<string, Room>,
  { propertyUid, unitUid }: Split,
): Promise<[from: Room, to: Place]> {
  const from = rooms.get(lead.property_uid ?? '')
  if (!from) throw accessDenied('propertyUid', lead.property_uid ?? '')
  const room = propertyUid === null ? from : rooms.get(propertyUid)
  if (!room) throw accessDenied('propertyUid', propertyUid!)
  const asked = await askedUnit(ctx, room, unitUid)
  if (room !== from) return [from, { room, unitUid: asked }]
  const isSame = from.hotel_uid === null || asked === lead.unit_uid
  const name = from.hotel_uid === null ? 'propertyUid' : 'unitUid'
  if (isSame) throw invalidParameter(name, 'must differ from the property of the lead')
  const others = from.units.filter(({ uid }) => uid !== lead.unit_uid)
  return [from, { room: { ...from, units: others }, unitUid: asked }]
}

/** The lead keeps its nights before the date, and its unit. */
async function shorten(ctx: Context, lead: LeadRow, room: Room, date: string): Promise<LeadRow> {
  const isBlock = lead.type === 'BLOCK'
  const stay = stayColumns({ checkIn: null, checkOut: date }, room, { isBlock, kept: lead })
  const wanted = { ...lead, ...stay }
  const { occupancies } = await findNights(ctx, wanted, { act, room, isHeld: true, version: '3.3' })
  await freeNights(ctx, act, lead)
  await insertOccupancies(ctx, act, occupancies)
  return writeLead(ctx, lead, stay, { act })
}

/** A lead of the same guest has the nights from the date on. */
async function addRest(
  ctx: Context,
  lead: LeadRow,
  { room, unitUid, split, money }: Place & { split: Split; money: SharedOrder | null },
): Promise<LeadRow> {
  const isBlock = lead.type === 'BLOCK'
  const now = ctx.clock.now()
  const rest: LeadRow = {
    ...lead,
    ...stayColumns({ checkIn: split.date, checkOut: null }, room, { isBlock, kept: lead }),
    uid: newUid(now.getTime()),
    property_uid: room.uid,
    unit_uid: unitUid,
    passport_id: passportOf(ctx, lead),
    creation_circumstances: 'SPLIT',
    created_at: now,
    updated_at: now,
  }
  if (room.uid !== lead.property_uid && !isBlock) await checkGuests(ctx, rest)
  const nights = await findNights(ctx, rest, { act, room, unitUid, version: split.version })
  const row = { ...rest, unit_uid: nights.unitUid }
  const order = money ? orderOf(row, money.second) : null
  const { occupancies } = nights
  const second = await insertNewLead(ctx, { lead: row, act, occupancies, order, guest: null })
  await replaceExtraGuests(ctx, second, await listExtraGuests(ctx, lead))
  await followLeads(ctx, [{ before: null, after: second, act }])
  return second
}

function orderOf({ agency_uid, uid: lead_uid, created_at }: LeadRow, columns: PricedColumns) {
  const key = { agency_uid, uid: newUid(created_at.getTime()), lead_uid }
  return { ...key, ...columns, created_at, updated_at: created_at }
}

/** Another house has to take as many guests; no other rule of stays binds. */
async function checkGuests(ctx: Context, lead: LeadRow): Promise<void> {
  const stay = datesOf(lead)
  const range = { a: dayOf(stay.checkIn), b: dayOf(stay.checkOut) }
  const days = { from: range.a, to: range.b + 1 }
  const [facts] = await listFacts(ctx, [lead.property_uid!], { days })
  if (!facts) return
  const known = { ...stayFactsOf(facts, range, ctx.clock.now()), isFree: true }
  const guests = lead.adult_count + lead.children_count
  const refusal = checkStay(known, stay, { guests, stayRules: false })
  if (refusal) throw refusal
}
