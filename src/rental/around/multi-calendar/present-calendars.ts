import type { Context } from '../../../context.ts'
import type { KnownFragments } from '../../../platform/cache/fragment-cache.ts'
import { nextTurnBefore } from '../../prices/calendar/next-turn.sql.ts'
import type { Days } from '../../prices/calendar-facts/facts.ts'
import { jobsScope, threadsScope } from '../../table-kinds.ts'
import { type CalendarPart, partMaker, readPart, writePart } from './calendar-part-shape.ts'
import {
  findMultiCalendar,
  type Listing,
  type Place,
  type RowFilters,
} from './multi-calendar-facts.sql.ts'
import { writeMultiCalendar } from './write-multi-calendar.ts'

/** A page of calendars. */
export interface MadeCalendars {
  /** JSON, in pieces. */
  pieces: string[]
  count: number
  /** The place of its last property; null: no others follow. */
  last: Place | null
  /** When time alone changes it, in milliseconds since 1970; null: that is not known. */
  changesMs: number | null
}

/** Which page is asked for. */
interface Page {
  days: Days
  limit: number
  after: Place | null
}

/** Who books in a hurry shall not keep a reader for ever. */
const besideMax = 3

/**
 * Makes the calendars of properties in columns. What is kept of properties that nobody has changed
 * is not asked again; but all is to be of the instant that the position of the log is of, so it is
 * when too much was changed meanwhile; where single houses were, these are asked beside the rest.
 */
export async function presentCalendars(
  ctx: Context,
  agencyUid: string,
  filters: RowFilters,
  { days, ...page }: Page,
): Promise<MadeCalendars> {
  const kind = `columns ${days.from} ${days.to}`
  let kept = (await ctx.fragments?.known(kind, uidsOf, [jobsScope, threadsScope])) ?? null
  let known = readKnown(kept, filters)
  const find = () => {
    const { listing, parts, jobs, unread } = known
    const leadUids = unread ? [] : [...parts.values()].flatMap(part => part.leadUids)
    const beside = { knownUids: [...parts.keys()], knownLeads: leadUids, asksJobs: jobs === null }
    return findMultiCalendar(ctx, agencyUid, filters, { ...page, days, listing, ...beside })
  }
  let found = await find()
  for (let times = 1; known !== nothing && !(await kept!.areCurrent()); times++) {
    const later = times < besideMax ? await kept!.refresh() : null
    kept = later ?? kept
    known = later ? readKnown(later, filters) : nothing
    found = await find()
  }
  const now = ctx.clock.now()
  const changesMs = nextTurnBefore(now, found.lapsesMs)
  const partOf = partMaker(days, now)
  const [parts, texts] = [new Map(known.parts), new Map<string, string>()]
  for (const [i, property] of found.properties.entries()) {
    const part = partOf(property, found.stays[i] ?? [])
    parts.set(property.uid, part)
    if (kept) texts.set(property.uid, writePart(part))
  }
  const { shown, last, asOfSeq } = found
  const jobs = known.jobs ?? shown.map((_, i) => JSON.stringify(found.jobs[i] ?? []))
  const unread = new Set([...(known.unread ?? []), ...found.unread])
  await kept?.store(
    { texts, changesMs },
    JSON.stringify({ shown, last }),
    new Map([
      [jobsScope, jobs.join(betweenOnes)],
      [threadsScope, [...unread].join(betweenOnes)],
    ]),
  )
  const made = shown.map(uid => parts.get(uid)!)
  return {
    pieces: writeMultiCalendar(made, { asOfSeq, jobs, unread }, days),
    count: shown.length,
    last,
    changesMs: filters.free ? null : Math.min(changesMs, kept?.changesMs ?? Infinity),
  }
}

/** Nor does JSON or a uid have it. */
const betweenOnes = '\n'

/** What is known of an answer before anything is asked. */
interface Known {
  listing: Listing | null
  parts: ReadonlyMap<string, CalendarPart>
  /** Of each property listed, as JSON; null: it is not known. */
  jobs: string[] | null
  /** Leads that wait to be read, among those on the parts that are known; null as well. */
  unread: string[] | null
}

const nothing: Known = { listing: null, parts: new Map(), jobs: null, unread: null }

function readKnown(kept: KnownFragments | null, { free }: RowFilters): Known {
  if (!kept || kept.listing === null) return nothing
  const parts = new Map<string, CalendarPart>()
  for (const [uid, text] of kept.texts) parts.set(uid, readPart(text.toString()))
  // Who is free hangs on the holds and leads of all properties.
  if (free) return { ...nothing, parts }
  const besideOf = (scope: string) => kept.beside.get(scope)?.toString().split(betweenOnes) ?? null
  const listing = readListing(kept.listing)
  return { listing, parts, jobs: besideOf(jobsScope), unread: besideOf(threadsScope) }
}

const readListing = (text: string): Listing => JSON.parse(text)
const uidsOf = (text: string) => readListing(text).shown
