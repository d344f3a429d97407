import type { Context } from '../../../context.ts'
import type { KnownParts } from '../../../platform/answers/kept-parts.ts'
import { nextTurnBefore } from '../../prices/calendar/next-turn.sql.ts'
import type { Days } from '../../prices/calendar-facts/facts.ts'
import { type CalendarPart, partMaker, readPart, writePart } from './calendar-part-shape.ts'
import { findMultiCalendar, type Place, type RowFilters } from './multi-calendar-facts.sql.ts'
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

/**
 * Makes the calendars of properties in columns. What is kept of properties that nobody has changed
 * is not asked again; but all is to be of the instant that the position of the log is of, so it is
 * if anything was changed by then.
 */
export async function presentCalendars(
  ctx: Context,
  agencyUid: string,
  filters: RowFilters,
  { days, ...page }: Page,
): Promise<MadeCalendars> {
  const kept = (await ctx.parts?.known(`columns ${days.from} ${days.to}`, filters.uids)) ?? null
  const parts = readParts(kept)
  const find = () => findMultiCalendar(ctx, agencyUid, filters, { ...page, days, known: parts })
  let found = await find()
  if (kept && parts.size > 0 && !(await kept.areTrue())) {
    parts.clear()
    found = await find()
  }
  const now = ctx.clock.now()
  const changesMs = nextTurnBefore(now, found.lapsesMs)
  const partOf = partMaker(days, now)
  const texts = new Map<string, string>()
  for (const [i, property] of found.properties.entries()) {
    const part = partOf(property, found.stays[i] ?? [])
    parts.set(property.uid, part)
    if (kept) texts.set(property.uid, writePart(part))
  }
  await kept?.keep({ texts, changesMs }, found.shown)
  const shown = found.shown.map(uid => parts.get(uid)!)
  return {
    pieces: writeMultiCalendar(shown, found, days),
    count: shown.length,
    last: found.last,
    // Who is free then hangs on the holds of all properties, too.
    changesMs: filters.free ? null : Math.min(changesMs, kept?.changesMs ?? Infinity),
  }
}

function readParts(kept: KnownParts | null): Map<string, CalendarPart> {
  const texts = [...(kept?.texts ?? [])]
  return new Map(texts.map(([uid, text]) => [uid, readPart(text.toString())]))
}
