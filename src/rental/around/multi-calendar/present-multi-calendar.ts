import { dateOf, dayOf, utcText } from '../../../platform/dates.ts'
import type { Days } from '../../prices/calendar-facts/facts.ts'
import { rowMaker, type StayFacts } from './multi-calendar.ts'
import type { MultiCalendarFacts, PlacedFacts } from './multi-calendar-facts.sql.ts'

/** The calendars that facts make at an instant: contract/pricing.md §11. */
export function presentMultiCalendar(facts: MultiCalendarFacts, days: Days, now: Date) {
  const rowOf = rowMaker(days, now)
  const columns = new StayColumns(days)
  const rows = facts.properties.map((property, i) => ({
    ...presentProperty(property),
    ...rowOf(property),
    stays: columns.add(property, facts.stays[i] ?? []),
    jobs: facts.jobs[i] ?? [],
  }))
  return {
    from: dateOf(days.from),
    to: dateOf(days.to - 1),
    asOfSeq: facts.asOfSeq,
    rows,
    stays: columns.columns,
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

/** The stays on all rows, a list for each thing that is told of them. */
class StayColumns {
  readonly columns = {
    kinds: [] as StayKind[],
    leadUids: [] as string[],
    kindOf: [] as number[],
    checkIns: [] as number[],
    nights: [] as number[],
    guests: [] as number[],
    guestNames: [] as (string | null)[],
    holds: [] as [stay: number, expires: string][],
  }
  readonly #days: Days
  readonly #places = new Map<string, number>()
  readonly #dayOf = dayReader()

  constructor(days: Days) {
    this.#days = days
  }

  /** Adds those of a property that hold nights of the asked ones; gives how many they are. */
  add({ units, personal, hotel_uid }: PlacedFacts, stays: readonly StayFacts[]): number {
    const { from, to } = this.#days
    const turnovers = new Map<string, number>()
    for (const [, , taken] of units) {
      for (const [start, end, turnover, , , leadUid] of taken) {
        if (start < to && end > from) turnovers.set(leadUid!, turnover)
      }
    }
    const shown = stays.filter(({ leadUid }) => turnovers.has(leadUid))
    for (const stay of shown) {
      const unit = hotel_uid === null ? -1 : units.findIndex(([uid]) => uid === stay.unitUid)
      const kind = this.#kindOf(stay, unit < 0 ? null : unit, turnovers.get(stay.leadUid)!)
      this.#push(stay, kind, personal || stay.isOwn)
    }
    return shown.length
  }

  #push(stay: StayFacts, kind: number, isPersonal: boolean): void {
    const { columns } = this
    const checkIn = this.#dayOf(stay.checkIn)
    if (stay.holdExpires !== null) {
      columns.holds.push([columns.leadUids.length, utcText(new Date(stay.holdExpires))])
    }
    columns.leadUids.push(stay.leadUid)
    columns.kindOf.push(kind)
    columns.checkIns.push(checkIn - this.#days.from)
    columns.nights.push(this.#dayOf(stay.checkOut) - checkIn)
    columns.guests.push(stay.guests)
    columns.guestNames.push(isPersonal ? stay.guestName : null)
  }

  /** The place among all kinds of what many stays have in common. */
  #kindOf(stay: StayFacts, unit: number | null, turnoverNights: number): number {
    const { type, status, channel, isDue, isUnread } = stay
    const times = stay.checkIn.slice(11, 16) + stay.checkOut.slice(11, 16)
    const flags = `${unit} ${turnoverNights} ${isDue} ${isUnread}`
    const name = `${type} ${status} ${times} ${flags} ${channel}`
    const known = this.#places.get(name)
    if (known !== undefined) return known
    const kind = {
      ...{ type, status, channel, unit, turnoverNights },
      arrivesAt: times.slice(0, 5),
      leavesAt: times.slice(5),
      balance: isDue === null ? null : isDue ? 'DUE' : 'PAID',
      isUnread,
    }
    const place = this.columns.kinds.push(kind) - 1
    this.#places.set(name, place)
    return place
  }
}

interface StayKind {
  type: string
  status: string
  channel: string
  unit: number | null
  turnoverNights: number
  arrivesAt: string
  leavesAt: string
  balance: string | null
  isUnread: boolean
}

/** Gives a function that reads the day of a local time; stays share few. */
function dayReader() {
  const known = new Map<string, number>()
  return (local: string): number => {
    const date = local.slice(0, 10)
    let day = known.get(date)
    if (day === undefined) {
      day = dayOf(date)
      known.set(date, day)
    }
    return day
  }
}
