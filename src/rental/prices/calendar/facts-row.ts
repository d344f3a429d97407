/** What the statement of calendars answers, as facts. Pure. */
import type { Period } from '../stays/stay.ts'
import { factNames } from './calendar-facts.sql.ts'
import type { CalendarFacts } from './facts.ts'
import type { Unit } from './free-units.ts'
import { betweenLeads, betweenParts } from './taken.sql.ts'

/** The facts of each row of `factsSql`, in its order. */
export function readFacts(rows: unknown[][]): CalendarFacts[] {
  const unbooked = readUnbooked(rows[0]?.at(-1) as string | null | undefined)
  return rows.map(row => factsOf(row, unbooked))
}

/** Status and source of leads that are not booked, by their uids. */
type Unbooked = Map<string, [status: string, source: string]>

function readUnbooked(text: string | null | undefined): Unbooked {
  const leads = text ? text.split(betweenLeads) : []
  return new Map(
    leads.map(lead => {
      const [uid, status, source] = lead.split(betweenParts)
      return [uid!, [status!, source!]]
    }),
  )
}

const placeOf = new Map(factNames.map((name, i) => [name, i]))
const [ownFrom, ownTo] = [0, placeOf.get('unit_uids')!]

/** A column of the row, an array as a text. */
type ArrayOf = (name: string) => string | null

function factsOf(row: unknown[], unbooked: Unbooked): CalendarFacts {
  const facts: Record<string, unknown> = {}
  for (let i = ownFrom; i < ownTo; i++) facts[factNames[i]!] = row[i]
  const arrayOf: ArrayOf = name => row[placeOf.get(name)!] as string | null
  facts.units = readUnits(arrayOf, unbooked)
  facts.periods = readPeriods(arrayOf)
  return facts as unknown as CalendarFacts
}

/** Of a lead of which nothing is told it is known that it is booked. */
const booked = ['BOOKED', ''] as const

function readUnits(arrayOf: ArrayOf, unbooked: Unbooked): Unit[] {
  const areActive = textsOf(arrayOf('units_active'))
  const units = textsOf(arrayOf('unit_uids')).map((uid, i): Unit => [uid, areActive[i] === 't', []])
  const places = numbersOf(arrayOf('taken_units'))
  const starts = numbersOf(arrayOf('taken_starts'))
  const ends = numbersOf(arrayOf('taken_ends'))
  const turnovers = numbersOf(arrayOf('taken_turnovers'))
  const leads = textsOf(arrayOf('taken_leads'))
  for (let i = 0; i < places.length; i++) {
    const [status, source] = unbooked.get(leads[i]!) ?? booked
    if (status === 'LAPSED') continue
    units[places[i]! - 1]![2].push([starts[i]!, ends[i]!, turnovers[i]!, status, source])
  }
  return units
}

/** The pricing periods of a row that has the columns of `periodColumns`. */
export function readPeriods(arrayOf: ArrayOf): Map<number, Period> {
  const days = numbersOf(arrayOf('period_days'))
  const prices = textsOf(arrayOf('period_prices'))
  const minimumStays = numbersOf(arrayOf('period_minimum_stays'))
  const checkIns = truthsOf(arrayOf('period_check_ins'))
  const checkOuts = truthsOf(arrayOf('period_check_outs'))
  const periods = new Map<number, Period>()
  for (let i = 0; i < days.length; i++) {
    periods.set(days[i]!, {
      price: prices[i] === 'NULL' ? null : prices[i]!,
      minimum_stay: minimumStays[i] ?? null,
      available_for_check_in: checkIns[i] ?? null,
      available_for_check_out: checkOuts[i] ?? null,
    })
  }
  return periods
}

/** The elements of an SQL array of what needs no quotes. */
function textsOf(array: string | null): string[] {
  return array === null ? [] : array.slice(1, -1).split(',')
}

function numbersOf(array: string | null): (number | null)[]
function numbersOf(array: string | null): number[]
function numbersOf(array: string | null): (number | null)[] {
  return array === null ? [] : JSON.parse(`[${array.slice(1, -1).replaceAll('NULL', 'null')}]`)
}

const truths: Record<string, boolean | null> = { t: true, f: false }

/** Most periods say nothing of it. */
function truthsOf(array: string | null): (boolean | null)[] {
  if (array === null || !/[tf]/.test(array)) return []
  return textsOf(array).map(text => truths[text] ?? null)
}
