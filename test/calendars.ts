/** What a calendar says, by the day of the month. */
import assert from 'node:assert/strict'
import type { TestServer } from './server.ts'

export interface TestEntry {
  date: string
  availability: {
    unavailable: boolean
    unavailabilityReason: string | null
    availableForCheckIn: boolean
    availableForCheckOut: boolean
    minimumStayLength: number
    maximumStayLength: number
    availableUnits?: number
  }
}

type Days = TestEntry['availability'][]

/** Reads months of calendars with a key: of June 2027, unless another is asked for. */
export function monthReader(server: TestServer, key: string) {
  return async (uid: string, yearMonth = '2027-06'): Promise<Days> => {
    const last = Temporal.PlainYearMonth.from(yearMonth).daysInMonth
    const range = `from=${yearMonth}-01&to=${yearMonth}-${last}`
    const path = `/api/v3.3/property-calendar/${uid}?${range}`
    const { body } = await server.request('GET', path, { key })
    const days: Days = []
    for (const { date, availability } of body.calendar.entries as TestEntry[]) {
      assert.equal(availability.unavailable, availability.unavailabilityReason !== null)
      days[Number(date.slice(8))] = availability
    }
    return days
  }
}

/** The days of a month of which something is true. */
export function daysWith(days: Days, what: 'availableForCheckIn' | 'unavailable'): number[] {
  return days.flatMap((entry, day) => (entry[what] ? [day] : []))
}
