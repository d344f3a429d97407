/** Checks of stays, with alternatives in the error: contract/leads.md §6. */
import type { Context } from '../../../context.ts'
import { dateOf, dayOf } from '../../../platform/dates/dates.ts'
import type { ApiError } from '../../../platform/errors.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { type CalendarInputs, toInventory, toStayInputs } from '../availability/calendar-inputs.ts'
import { freeUnits, type Range } from '../availability/free-units.ts'
import { listCalendarInputs } from '../calendar/calendar.ts'
import { listConflicts } from '../occupancies/conflicts.sql.ts'
import {
  type AppliedRules,
  checkStay,
  nightsNotAvailable,
  type Stay,
  type StayInputs,
} from './stay.ts'

/** Requested stay, and the rules that apply to it. */
export interface RequestedStay {
  property: { agency_uid: string; uid: string; hotel_uid: string | null }
  stay: Stay
  tests: AppliedRules
  /** Unit of a unit type. */
  unitUid?: string | undefined
  /** Lead whose own nights count as available. */
  exceptLead?: string | undefined
  /** Version of the response, for statuses. */
  version: Version
}

const alternativesMax = 3
/** Number of days after the requested check-in on which alternatives may begin. */
const searchedDays = 365
/** Last day that a date can express. */
const lastDay = dayOf('9999-12-31')

/**
 * Checks that a stay breaks no rule.
 *
 * @throws ApiError of the first rule that it breaks (contract/pricing.md §4)
 */
export async function requireStay(
  ctx: Context,
  inputs: StayInputs,
  request: RequestedStay,
): Promise<void> {
  const violation = checkStay(inputs, request.stay, request.tests)
  if (violation?.code === 'NOT_AVAILABLE') throw await notAvailable(ctx, request)
  if (violation) throw violation
}

/**
 * Returns the error of a stay with occupied nights: NOT_AVAILABLE with the conflicting leads and
 * the next stays of the same length that pass the check. Queries `ctx.db`, which must not be a
 * failed transaction.
 */
export async function notAvailable(ctx: Context, request: RequestedStay): Promise<ApiError> {
  const { property, stay, tests, unitUid, exceptLead, version } = request
  const range: Range = { a: dayOf(stay.checkIn), b: dayOf(stay.checkOut), isBlock: !!tests.isBlock }
  const nights = range.b - range.a
  // The check-out of the last alternative is included: its pricing period may not allow it.
  const days = { from: range.a, to: range.b + searchedDays + 1 }
  const [inputs] = await listCalendarInputs(ctx, [property.uid], { days, exceptLead })
  // The property was deleted concurrently, or the caller has no access to it.
  if (!inputs) return nightsNotAvailable()
  const inventory = toInventory(inputs)
  const occupiedEnd = range.b + (range.isBlock ? 0 : inventory.turnover)
  const freeUnitUids = unitUid === undefined ? [] : freeUnits(inventory, range).map(([uid]) => uid)
  return nightsNotAvailable({
    propertyUid: property.uid,
    unitUid: unitUid ?? null,
    requested: { checkInLocalDate: stay.checkIn, checkOutLocalDate: stay.checkOut, nights },
    conflicts: await listConflicts(ctx, {
      property,
      range,
      end: occupiedEnd,
      unitUid,
      exceptLead,
      version,
    }),
    nextFree: listAlternatives(inputs, request, range, ctx.clock.now()),
    freeUnits: freeUnitUids,
  })
}

/** Returns the earliest stays of the same length that break no rule and do not overlap. */
function listAlternatives(inputs: CalendarInputs, request: RequestedStay, range: Range, now: Date) {
  const { tests, unitUid } = request
  const nights = range.b - range.a
  const isAllowed = (checkInDay: number) => {
    const movedRange = { ...range, a: checkInDay, b: checkInDay + nights }
    const stay = { checkIn: dateOf(checkInDay), checkOut: dateOf(checkInDay + nights) }
    const stayInputs = toStayInputs(inputs, movedRange, now, { unitUid })
    // An alternative changes both dates, so all rules apply to it.
    const applied = { ...tests, keepsCheckIn: false, keepsCheckOut: false }
    return checkStay(stayInputs, stay, applied) === null
  }
  const lastCheckIn = Math.min(range.a + searchedDays, lastDay - nights)
  const stays = []
  for (
    let checkInDay = range.a;
    checkInDay <= lastCheckIn && stays.length < alternativesMax;
    checkInDay++
  ) {
    if (!isAllowed(checkInDay)) continue
    const dates = {
      checkInLocalDate: dateOf(checkInDay),
      checkOutLocalDate: dateOf(checkInDay + nights),
    }
    stays.push({ ...dates, unitUid: unitUid ?? null })
    // Continues at the check-out: the loop adds one more day.
    checkInDay += nights - 1
  }
  return stays
}
