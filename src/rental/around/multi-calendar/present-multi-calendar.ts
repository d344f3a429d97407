import { dateOf } from '../../../platform/dates.ts'
import type { Days } from '../../prices/calendar/facts.ts'
import { rowMaker } from './multi-calendar.ts'
import type { MultiCalendarFacts, PlacedFacts } from './multi-calendar-facts.sql.ts'
import { presentStay } from './multi-calendar-shape.ts'

/** The calendars that facts make at an instant: contract/pricing.md §11. */
export function presentMultiCalendar(facts: MultiCalendarFacts, days: Days, now: Date) {
  const uids = new Set(facts.properties.map(({ uid }) => uid))
  const rowOf = rowMaker(days, now)
  return {
    from: dateOf(days.from),
    to: dateOf(days.to - 1),
    asOfSeq: facts.asOfSeq,
    rows: facts.properties.map(property => ({ ...presentProperty(property), ...rowOf(property) })),
    stays: presentStays(facts, days),
    jobs: facts.jobs.filter(({ propertyUid }) => uids.has(propertyUid)),
  }
}

function presentProperty(property: PlacedFacts) {
  return {
    propertyUid: property.uid,
    name: property.name,
    city: property.city,
    isActive: property.is_active,
    hotelUid: property.hotel_uid,
    parentUid: property.parent_uid,
    currency: property.currency,
    maxGuests: property.max_guests,
    turnOverDays: property.turn_over_days ?? 0,
  }
}

/** The stays on the rows in the asked days, by row and check-in; one on several units once. */
function presentStays({ properties, stays }: MultiCalendarFacts, days: Days) {
  const shown = new Map<string, ReturnType<typeof presentStay>>()
  for (const { uid, units, personal } of properties) {
    for (const [, , taken] of units) {
      for (const range of taken) {
        const stay = stays.get(range[5]!)!
        if (stay.propertyUid !== uid) continue
        if (range[0] >= days.to || range[1] <= days.from) continue
        shown.set(stay.leadUid, presentStay(range[2], stay, personal || stay.isOwn))
      }
    }
  }
  return [...shown.values()]
}
