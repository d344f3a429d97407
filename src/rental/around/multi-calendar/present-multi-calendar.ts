import { dateOf } from '../../../platform/dates.ts'
import type { Days } from '../../prices/calendar/facts.ts'
import { type Room, rowMaker } from './multi-calendar.ts'
import type { MultiCalendarFacts, PlacedFacts } from './multi-calendar-facts.sql.ts'
import { presentJob, presentStay } from './multi-calendar-shape.ts'
import { readRooms } from './read-rooms.ts'

/** The calendars that facts make at an instant: contract/pricing.md §11. */
export function presentMultiCalendar(facts: MultiCalendarFacts, days: Days, now: Date) {
  const rows = new Map(facts.properties.map(row => [row.uid, row]))
  const rooms = readRooms(facts.rooms, rows)
  const rowOf = rowMaker(days, now)
  const roomsOf = (uid: string) => rooms.get(uid) ?? []
  return {
    from: dateOf(days.from),
    to: dateOf(days.to - 1),
    asOfSeq: facts.asOfSeq,
    rows: facts.properties.map(property => ({
      ...presentProperty(property),
      ...rowOf(property, roomsOf(property.uid)),
    })),
    stays: presentStays(facts.properties, roomsOf, days),
    jobs: facts.jobs.filter(([, propertyUid]) => rows.has(propertyUid)).map(presentJob),
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
function presentStays(properties: PlacedFacts[], roomsOf: (uid: string) => Room[], days: Days) {
  const stays = new Map<string, ReturnType<typeof presentStay>>()
  for (const [i, { uid }] of properties.entries()) {
    for (const { taken } of roomsOf(uid)) {
      for (const range of taken) {
        const isOfRow = range.lead?.place === i + 1
        if (!isOfRow || range[0] >= days.to || range[1] <= days.from) continue
        stays.set(range.lead!.leadUid, presentStay(uid, range, range.lead!))
      }
    }
  }
  return [...stays.values()]
}
