/** Refusing a stay, with all that a client needs to offer another: contract/leads.md §6. */
import type { Context } from '../../../context.ts'
import { dateOf, dayOf } from '../../../platform/dates.ts'
import type { ApiError } from '../../../platform/errors.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { listFacts } from '../calendar/calendar.ts'
import { type CalendarFacts, inventoryOf, stayFactsOf } from '../calendar/facts.ts'
import { freeUnits, type Range } from '../calendar/free-units.ts'
import { listConflicts } from '../occupancies/conflicts.sql.ts'
import { checkStay, type Stay, type StayFacts, type StayTests, takenNights } from './stay.ts'

/** A stay that is wanted, and what it is to be checked against. */
export interface WantedStay {
  property: { agency_uid: string; uid: string; hotel_uid: string | null }
  stay: Stay
  tests: StayTests
  /** This unit of a unit type. */
  unitUid?: string | undefined
  /** A lead whose own nights do not stand in the way. */
  exceptLead?: string | undefined
  /** How statuses are worded. */
  version: Version
}

const offersMax = 3
const searchedDays = 365
const lastDay = dayOf('9999-12-31')

/**
 * Lets a stay through that breaks nothing.
 *
 * @throws ApiError with the first rule that it breaks (contract/pricing.md §4)
 */
export async function requireStay(
  ctx: Context,
  facts: StayFacts,
  wanted: WantedStay,
): Promise<void> {
  const refusal = checkStay(facts, wanted.stay, wanted.tests)
  if (refusal?.code === 'NOT_AVAILABLE') throw await notAvailable(ctx, wanted)
  if (refusal) throw refusal
}

/**
 * What a stay whose nights are taken is refused with: NOT_AVAILABLE with the leads in the way and
 * the next stays of the same length that pass the same check. Reads; `ctx.db` must not be a
 * transaction that has failed.
 */
export async function notAvailable(ctx: Context, wanted: WantedStay): Promise<ApiError> {
  const { property, stay, tests, unitUid, exceptLead, version } = wanted
  const range: Range = { a: dayOf(stay.checkIn), b: dayOf(stay.checkOut), isBlock: !!tests.isBlock }
  const nights = range.b - range.a
  const days = { from: range.a, to: range.b + searchedDays + 1 }
  const [facts] = await listFacts(ctx, [property.uid], { days, exceptLead })
  if (!facts) return takenNights()
  const inventory = inventoryOf(facts)
  const end = range.b + (range.isBlock ? 0 : inventory.turnover)
  const free = unitUid === undefined ? [] : freeUnits(inventory, range).map(([uid]) => uid)
  return takenNights({
    propertyUid: property.uid,
    unitUid: unitUid ?? null,
    requested: { checkInLocalDate: stay.checkIn, checkOutLocalDate: stay.checkOut, nights },
    conflicts: await listConflicts(ctx, { property, range, end, unitUid, exceptLead, version }),
    nextFree: offers(facts, wanted, range, ctx.clock.now()),
    freeUnits: free,
  })
}

/** The earliest stays of the same length that break nothing and do not overlap. */
function offers(facts: CalendarFacts, { tests, unitUid }: WantedStay, range: Range, now: Date) {
  const nights = range.b - range.a
  const passes = (a: number) => {
    const moved = { ...range, a, b: a + nights }
    const stay = { checkIn: dateOf(a), checkOut: dateOf(a + nights) }
    const known = stayFactsOf(facts, moved, now, { unitUid })
    return checkStay(known, stay, { ...tests, keepsCheckIn: false, keepsCheckOut: false }) === null
  }
  const last = Math.min(range.a + searchedDays, lastDay - nights)
  const found = []
  for (let a = range.a; a <= last && found.length < offersMax; a++) {
    if (!passes(a)) continue
    const dates = { checkInLocalDate: dateOf(a), checkOutLocalDate: dateOf(a + nights) }
    found.push({ ...dates, unitUid: unitUid ?? null })
    a += nights - 1
  }
  return found
}
