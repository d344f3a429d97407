import type { Context } from '../../../context.ts'
import type { CachedFragments } from '../../../platform/cache/fragment-cache.ts'
import type { Days } from '../../prices/availability/calendar-inputs.ts'
import { expiresAtLatest } from '../../prices/calendar/calendar-expires-at.sql.ts'
import { jobsTag, threadsTag } from '../../table-placement.ts'
import {
  type CalendarFragment,
  fragmentBuilder,
  readFragment,
  writeFragment,
} from './calendar-fragment-shape.ts'
import {
  findMultiCalendar,
  type Listing,
  type RowFilters,
  type RowSortKey,
} from './multi-calendar-inputs.sql.ts'
import { writeMultiCalendar } from './write-multi-calendar.ts'

/** Page of a multi-calendar. */
export interface CalendarPage {
  /** JSON text, in chunks. */
  chunks: string[]
  count: number
  /** Sort key of the last property; null: there are no further pages. */
  last: RowSortKey | null
  /** Expiry of the page in epoch milliseconds; null: unknown. */
  expiresMs: number | null
}

interface Page {
  days: Days
  limit: number
  after: RowSortKey | null
}

/** Attempts to use cached fragments: frequent writes must not delay a reader without end. */
const attemptsMax = 3

/**
 * Builds a page of calendars. Cached fragments of unchanged properties are reused, but the whole
 * page must match the event log at `asOfSeq`. If fragments were invalidated during the query, the
 * properties concerned are read again; after too many attempts, all are.
 */
export async function presentCalendars(
  ctx: Context,
  agencyUid: string,
  filters: RowFilters,
  { days, ...page }: Page,
): Promise<CalendarPage> {
  const cacheKind = `columns ${days.from} ${days.to}`
  let cache = (await ctx.fragments?.getCached(cacheKind, readUids, [jobsTag, threadsTag])) ?? null
  let cachedSections = readCached(cache, filters)
  const readInputs = () => {
    const { listing, fragments, jobs, unread } = cachedSections
    const leadUids = unread ? [] : [...fragments.values()].flatMap(fragment => fragment.leadUids)
    const cached = {
      cachedUids: [...fragments.keys()],
      cachedLeads: leadUids,
      withJobs: jobs === null,
    }
    return findMultiCalendar(ctx, agencyUid, filters, { ...page, days, listing, ...cached })
  }
  let inputs = await readInputs()
  // `cache` is set unless nothing was cached.
  for (
    let attempt = 1;
    cachedSections !== nothingCached && !(await cache!.areCurrent());
    attempt++
  ) {
    const refreshed = attempt < attemptsMax ? await cache!.refresh() : null
    cache = refreshed ?? cache
    cachedSections = refreshed ? readCached(refreshed, filters) : nothingCached
    inputs = await readInputs()
  }
  const now = ctx.clock.now()
  const fragmentsExpireMs = expiresAtLatest(now, inputs.expiresMs)
  const buildFragment = fragmentBuilder(days, now)
  const [fragments, texts] = [new Map(cachedSections.fragments), new Map<string, string>()]
  for (const [i, property] of inputs.properties.entries()) {
    const fragment = buildFragment(property, inputs.stays[i] ?? [])
    fragments.set(property.uid, fragment)
    if (cache) texts.set(property.uid, writeFragment(fragment))
  }
  const { propertyUids, last, asOfSeq } = inputs
  const jobs =
    cachedSections.jobs ?? propertyUids.map((_, i) => JSON.stringify(inputs.jobs[i] ?? []))
  const unread = new Set([...(cachedSections.unread ?? []), ...inputs.unread])
  await cache?.store(
    { texts, expiresAtMs: fragmentsExpireMs },
    JSON.stringify({ propertyUids, last }),
    new Map([
      [jobsTag, jobs.join(separator)],
      [threadsTag, [...unread].join(separator)],
    ]),
  )
  const pageFragments = propertyUids.map(uid => fragments.get(uid)!)
  return {
    chunks: writeMultiCalendar(pageFragments, { asOfSeq, jobs, unread }, days),
    count: propertyUids.length,
    last,
    expiresMs: filters.free ? null : Math.min(fragmentsExpireMs, cache?.expiresAtMs ?? Infinity),
  }
}

/** Separator that occurs in no JSON text or uid. */
const separator = '\n'

/** Cached parts of a response. */
interface CachedSections {
  listing: Listing | null
  fragments: ReadonlyMap<string, CalendarFragment>
  /** Jobs of each listed property, as JSON; null: not cached. */
  jobs: string[] | null
  /** Leads with unread threads on cached properties; null: not cached. */
  unread: string[] | null
}

const nothingCached: CachedSections = {
  listing: null,
  fragments: new Map(),
  jobs: null,
  unread: null,
}

function readCached(cache: CachedFragments | null, { free }: RowFilters): CachedSections {
  if (!cache || cache.listing === null) return nothingCached
  const fragments = new Map<string, CalendarFragment>()
  for (const [uid, text] of cache.texts) fragments.set(uid, readFragment(text.toString()))
  // Availability depends on the holds and leads of all properties.
  if (free) return { ...nothingCached, fragments }
  const readSection = (tag: string) => cache.extras.get(tag)?.toString().split(separator) ?? null
  const listing = readListing(cache.listing)
  return { listing, fragments, jobs: readSection(jobsTag), unread: readSection(threadsTag) }
}

const readListing = (text: string): Listing => JSON.parse(text)
const readUids = (text: string) => readListing(text).propertyUids
