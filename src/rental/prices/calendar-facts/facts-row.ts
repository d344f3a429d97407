/** What the statement of calendars answers, as facts. Pure. */
import type { CalendarFacts } from './facts.ts'
import type { Unit } from './free-units.ts'
import { readListed } from './listed.sql.ts'
import { Periods } from './periods.ts'

/** What a calendar tells a lead by that holds nights. */
interface Holder {
  status: string
  source: string
}

/** Who holds nights; null: nobody any more. */
export type HolderOf = (leadUid: string) => Holder | null

/**
 * Gives what reads the rows of `factsSql`.
 *
 * @param names its columns, `factNames`
 */
export function factsReader(names: string[]) {
  const placeOf = new Map(names.map((name, i) => [name, i]))
  const ownTo = placeOf.get('unit_uids')!
  return (row: unknown[], holderOf: HolderOf): CalendarFacts => {
    const facts: Record<string, unknown> = {}
    for (let i = 0; i < ownTo; i++) facts[names[i]!] = row[i]
    const arrayOf: ArrayOf = name => row[placeOf.get(name)!] as string | null
    facts.units = readUnits(arrayOf, holderOf)
    facts.periods = readPeriods(arrayOf)
    return facts as unknown as CalendarFacts
  }
}

const booked: Holder = { status: 'BOOKED', source: '' }

/**
 * Tells holders by the text of `unbookedLeads`: who is not in it is known to be booked. And when
 * the first of them lapses, in milliseconds since 1970; Infinity: none does.
 */
export function readUnbooked(text: string | null): { holderOf: HolderOf; lapsesMs: number } {
  const holders = new Map<string, Holder | null>()
  let lapsesMs = Infinity
  for (const [uid, status, source, endsMs] of readListed(text)) {
    const hasLapsed = status === 'LAPSED'
    holders.set(uid!, hasLapsed ? null : { status: status!, source: source! })
    if (!hasLapsed && endsMs) lapsesMs = Math.min(lapsesMs, Number(endsMs))
  }
  const holderOf: HolderOf = leadUid => {
    const holder = holders.get(leadUid)
    return holder === undefined ? booked : holder
  }
  return { holderOf, lapsesMs }
}

/** A column of the row, an array as a text. */
type ArrayOf = (name: string) => string | null

function readUnits(arrayOf: ArrayOf, holderOf: HolderOf): Unit[] {
  const areActive = textsOf(arrayOf('units_active'))
  const units = textsOf(arrayOf('unit_uids')).map((uid, i): Unit => [uid, areActive[i] === 't', []])
  const places = numbersOf(arrayOf('taken_units'))
  const starts = numbersOf(arrayOf('taken_starts'))
  const ends = numbersOf(arrayOf('taken_ends'))
  const turnovers = numbersOf(arrayOf('taken_turnovers'))
  const leads = textsOf(arrayOf('taken_leads'))
  for (let i = 0; i < places.length; i++) {
    const holder = holderOf(leads[i]!)
    if (!holder) continue
    const { status, source } = holder
    const taken = units[places[i]! - 1]![2]
    taken.push([starts[i]!, ends[i]!, turnovers[i]!, status, source, leads[i]!])
  }
  return units
}

/** The pricing periods of a row that has the columns of `periodColumns`. */
function readPeriods(arrayOf: ArrayOf): Periods {
  const first = arrayOf('period_first')
  if (first === null) return noPeriods
  const days = arrayOf('period_days')
  const minimumStays = arrayOf('period_minimum_stays')
  return new Periods({
    first: Number(first),
    days: days === null ? null : (numbersOf(days) as number[]),
    prices: textsOf(arrayOf('period_prices')).map(price => (price === 'NULL' ? null : price)),
    minimumStays: minimumStays === null ? null : numbersOf(minimumStays),
    checkIns: truthsOf(arrayOf('period_check_ins')),
    checkOuts: truthsOf(arrayOf('period_check_outs')),
  })
}

const noPeriods = new Periods({
  ...{ first: null, days: null, prices: [] },
  ...{ minimumStays: null, checkIns: null, checkOuts: null },
})

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

function truthsOf(array: string | null): (boolean | null)[] | null {
  return array === null ? null : textsOf(array).map(text => truths[text] ?? null)
}
