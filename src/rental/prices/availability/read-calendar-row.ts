/** Parser of rows of the calendar query. Pure. */
import type { CalendarInputs } from './calendar-inputs.ts'
import type { Unit } from './free-units.ts'
import { Periods } from './periods.ts'
import { parseTextList } from './text-list.sql.ts'

/** Attributes of a lead that occupies nights. */
interface OccupyingLead {
  status: string
  source: string
}

/** Returns the lead that occupies nights; null: its hold or request has expired. */
export type OccupyingLeadFinder = (leadUid: string) => OccupyingLead | null

/**
 * Returns a parser of rows of the calendar query.
 *
 * @param names column names, in order
 */
export function calendarRowReader(names: string[]) {
  const indices = new Map(names.map((name, i) => [name, i]))
  // The columns before the arrays are used as they are.
  const plainCount = indices.get('unit_uids')!
  return (row: unknown[], findLead: OccupyingLeadFinder): CalendarInputs => {
    const inputs: Record<string, unknown> = {}
    for (let i = 0; i < plainCount; i++) inputs[names[i]!] = row[i]
    const readArray: ArrayReader = name => row[indices.get(name)!] as string | null
    inputs.units = readUnits(readArray, findLead)
    inputs.periods = readPeriods(readArray)
    return inputs as unknown as CalendarInputs
  }
}

/** Status that `unbookedLeads` selects for an expired hold or request. */
const expiredStatus = 'LAPSED'

const booked: OccupyingLead = { status: 'BOOKED', source: '' }

/**
 * Parses the text of `unbookedLeads`; leads that it does not contain are booked. Also returns the
 * first expiry in epoch milliseconds; Infinity: none.
 */
export function readUnbooked(text: string | null): {
  findLead: OccupyingLeadFinder
  expiresMs: number
} {
  const leads = new Map<string, OccupyingLead | null>()
  let expiresMs = Infinity
  for (const [uid, status, source, endsMs] of parseTextList(text)) {
    const isExpired = status === expiredStatus
    leads.set(uid!, isExpired ? null : { status: status!, source: source! })
    if (!isExpired && endsMs) expiresMs = Math.min(expiresMs, Number(endsMs))
  }
  const findLead: OccupyingLeadFinder = leadUid => {
    const lead = leads.get(leadUid)
    return lead === undefined ? booked : lead
  }
  return { findLead, expiresMs }
}

/** Returns a column of the row: an SQL array as text. */
type ArrayReader = (name: string) => string | null

function readUnits(readArray: ArrayReader, findLead: OccupyingLeadFinder): Unit[] {
  const areActive = parseTexts(readArray('units_active'))
  const units = parseTexts(readArray('unit_uids')).map(
    (uid, i): Unit => [uid, areActive[i] === 't', []],
  )
  const unitIndices = parseNumbers(readArray('occupied_units'))
  const starts = parseNumbers(readArray('occupied_starts'))
  const ends = parseNumbers(readArray('occupied_ends'))
  const turnovers = parseNumbers(readArray('occupied_turnovers'))
  const leads = parseTexts(readArray('occupied_leads'))
  for (let i = 0; i < unitIndices.length; i++) {
    const lead = findLead(leads[i]!)
    if (!lead) continue
    const { status, source } = lead
    // Array indices in SQL start at 1.
    const occupied = units[unitIndices[i]! - 1]![2]
    occupied.push([starts[i]!, ends[i]!, turnovers[i]!, status, source, leads[i]!])
  }
  return units
}

/** Parses the pricing periods of a row, from the columns of `periodColumns`. */
function readPeriods(readArray: ArrayReader): Periods {
  const first = readArray('period_first')
  if (first === null) return noPeriods
  const days = readArray('period_days')
  const minimumStays = readArray('period_minimum_stays')
  return new Periods({
    first: Number(first),
    days: days === null ? null : (parseNumbers(days) as number[]),
    prices: parseTexts(readArray('period_prices')).map(price => (price === 'NULL' ? null : price)),
    minimumStays: minimumStays === null ? null : parseNumbers(minimumStays),
    checkIns: parseBooleans(readArray('period_check_ins')),
    checkOuts: parseBooleans(readArray('period_check_outs')),
  })
}

const noPeriods = new Periods({
  ...{ first: null, days: null, prices: [] },
  ...{ minimumStays: null, checkIns: null, checkOuts: null },
})

/** Splits an SQL array whose elements need no quotes. */
function parseTexts(array: string | null): string[] {
  return array === null ? [] : array.slice(1, -1).split(',')
}

function parseNumbers(array: string | null): (number | null)[]
function parseNumbers(array: string | null): number[]
function parseNumbers(array: string | null): (number | null)[] {
  return array === null ? [] : JSON.parse(`[${array.slice(1, -1).replaceAll('NULL', 'null')}]`)
}

const booleans: Record<string, boolean | null> = { t: true, f: false }

function parseBooleans(array: string | null): (boolean | null)[] | null {
  return array === null ? null : parseTexts(array).map(text => booleans[text] ?? null)
}
