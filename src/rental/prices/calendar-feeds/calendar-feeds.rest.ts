/** Calendar feeds, unversioned and authenticated by a token: contract/pricing.md §10. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import ICAL from 'ical.js'
import type { Context } from '../../../context.ts'
import { dateOf, localDay } from '../../../platform/dates/dates.ts'
import { transaction, unlessDiskFull } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { matchesETag } from '../../../platform/http/entity-tags.ts'
import { systemCaller } from '../../access/agencies/caller.ts'
import { requireEnabledAgency } from '../../access/agency-states/require-enabled-agency.ts'
import type { Days } from '../availability/calendar-inputs.ts'
import { listCalendarInputs } from '../calendar/calendar.ts'
import { computeNights, findFullyBookedRuns, unavailabilityReason } from '../calendar/nights.ts'
import {
  type Feed,
  type FeedLead,
  findFeedUnscoped,
  findIcalSource,
  listFeedLeads,
  toProvider,
} from './calendar-feeds.ts'
import {
  addExports,
  compareExports,
  deleteOldExports,
  type ExportedStay,
  endExports,
} from './exported-stays.sql.ts'

type ContextPart = Pick<Context, 'db' | 'read' | 'clock' | 'tasks'>

const daysBack = 30
/** Three years from today. */
const exportedDays = 1_096

/** Event of a feed, with civil dates. */
interface Event extends ExportedStay {
  id: string
  isStay: boolean
  stamp: Date
}

/** Serves `/calendar/<token>.ics`. */
export function serveFeeds(app: FastifyInstance, ctx: ContextPart): void {
  app.get<{ Params: { token: string } }>(
    '/calendar/:token.ics',
    { schema: { hide: true } },
    async ({ params, headers }, reply) => {
      const requestedFeed = await findFeedUnscoped(ctx, params.token)
      if (!requestedFeed) throw new ApiError('ENDPOINT_NOT_FOUND', 'Calendar not found')
      await requireEnabledAgency(ctx, requestedFeed.agency_uid)
      const providers = listProviders(headers['user-agent'])
      const feed = await selectFeed(ctx, requestedFeed, providers)
      const today = localDay(ctx.clock.now(), feed.time_zone)
      const events = await listEvents(ctx, feed, { today, providers })
      const isComplete = providers.length === 0
      // A full disk does not stop feeds; exports that are not recorded may conflict when repeated.
      await unlessDiskFull(recordExports(ctx, feed, { events, today, isComplete }))
      const text = writeFeed(events)
      const hash = createHash('sha256').update(text).digest('base64url')
      reply.headers({ etag: `W/"${hash}"`, 'cache-control': 'max-age=300', vary: 'user-agent' })
      if (matchesETag(headers['if-none-match'], hash)) return reply.code(304).send()
      return reply.type('text/calendar; charset=utf-8').send(text)
    },
  )
}

/** Returns the feed if its own provider fetches it, otherwise the general feed of the property. */
async function selectFeed(ctx: ContextPart, feed: Feed, providers: string[]): Promise<Feed> {
  if (feed.ical_uid === null || providers.length === 0) return feed
  const source = await findIcalSource(ctx, feed)
  if (source === undefined || source === 'OTHER') return feed
  return providers.includes(toProvider(source)) ? feed : { ...feed, ical_uid: null }
}

/**
 * Records exported stays, to recognise them when a calendar repeats them. If a feed has new stays,
 * its calendar is imported soon, before it can repeat them.
 */
async function recordExports(
  ctx: ContextPart,
  feed: Feed,
  { events, today, isComplete }: { events: Event[]; today: number; isComplete: boolean },
): Promise<void> {
  const upcoming = events.filter(({ checkOut }) => checkOut > dateOf(today))
  const { added, ended: removed, isRecent } = await compareExports(ctx, feed, upcoming)
  // The general feed of a property lacks stays that the fetching provider has reported: a stay that
  // is missing in it has not ended.
  const ended = isComplete || feed.ical_uid !== null ? removed : []
  if (added.length === 0 && ended.length === 0) return
  await transaction(ctx, async ctx => {
    if (ended.length > 0) await endExports(ctx, feed, ended)
    if (added.length === 0) return
    await addExports(ctx, feed, added)
    if (isRecent) return
    await deleteOldExports(ctx, feed, today)
    const { agency_uid: agencyUid, ical_uid: uid } = feed
    if (uid !== null) await ctx.tasks.send(ctx.db, 'sync-ical', { agencyUid, uid })
  })
}

/** Returns the providers of a user agent: events that they reported are not sent back. */
function listProviders(userAgent = ''): string[] {
  return fetchers.flatMap(([pattern, ...providers]) => (pattern.test(userAgent) ? providers : []))
}

/** Patterns of user agents, each with the providers that fetch by it. */
const fetchers: [RegExp, ...string[]][] = [
  [/airbnb/i, 'airbnb'],
  [/booking\.?com/i, 'booking.com'],
  [/homeaway|vrbo|abritel/i, 'homeaway', 'vrbo', 'abritel'],
  [/tripadvisor/i, 'tripadvisor'],
]

async function listEvents(
  ctx: ContextPart,
  feed: Feed,
  { today, providers }: { today: number; providers: string[] },
): Promise<Event[]> {
  const days = { from: today - daysBack, to: today + exportedDays + 1 }
  if (feed.hotel_uid !== null) return listFullyBookedRuns(ctx, feed, days, today)
  const exceptProviders = feed.ical_uid === null ? providers : []
  const leads = await listFeedLeads(ctx, feed, days, exceptProviders)
  const leadsByEvent = Map.groupBy(leads, ({ feed_uid }) => feed_uid)
  const isOfOneLead = (feedUid: string | null) =>
    feedUid !== null && leadsByEvent.get(feedUid)!.length === 1
  return leads.flatMap(lead => {
    const { uid, status, updated_at, feed_uid, ical_uid } = lead
    const ranges = exportedRanges(lead, feed)
    const isComplete = ranges[0]?.checkIn === lead.check_in && ranges[0].checkOut === lead.check_out
    // An event of another system keeps its uid only if it is exported unchanged.
    return ranges.map((range, i) => ({
      ...range,
      id:
        isOfOneLead(feed_uid) && isComplete ? feed_uid! : `${uid}${i > 0 ? `-${i}` : ''}@lodgepole`,
      isStay: status !== 'BLOCKED',
      stamp: updated_at,
      stayUid: uid,
      icalUid: ical_uid,
    }))
  })
}

/** Returns the nights of a lead that a feed exports: all that its calendar does not report. */
function exportedRanges(
  { check_in: checkIn, check_out: checkOut, ical_uid, reported_from, reported_to }: FeedLead,
  feed: Feed,
): { checkIn: string; checkOut: string }[] {
  const isReported = ical_uid !== null && ical_uid === feed.ical_uid
  if (!isReported || reported_from === null || reported_to === null) return [{ checkIn, checkOut }]
  const before = { checkIn, checkOut: reported_from < checkOut ? reported_from : checkOut }
  const after = { checkIn: reported_to > checkIn ? reported_to : checkIn, checkOut }
  return [before, after].filter(range => range.checkIn < range.checkOut)
}

/** Lists the runs of nights on which a unit type is fully booked. */
async function listFullyBookedRuns(
  ctx: ContextPart,
  { agency_uid, property_uid }: Feed,
  days: Days,
  today: number,
): Promise<Event[]> {
  const caller = systemCaller(agency_uid)
  const [inputs] = await listCalendarInputs({ ...ctx, caller }, [property_uid], { days })
  if (!inputs) return []
  return findFullyBookedRuns(computeNights(inputs, days, today)).map(({ start, end, causes }) => {
    const checkIn = dateOf(days.from + start)
    return {
      id: `${property_uid}-${checkIn}@lodgepole`,
      checkIn,
      checkOut: dateOf(days.from + end),
      isStay: ['BOOKING', 'INQUIRY'].includes(unavailabilityReason(causes) ?? ''),
      stamp: new Date(`${dateOf(today)}T00:00:00Z`),
      stayUid: property_uid,
      icalUid: null,
    }
  })
}

/** Serializes a feed; its last line ends with CRLF, too (RFC 5545 §3.1). */
function writeFeed(events: Event[]): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.updatePropertyWithValue('version', '2.0')
  calendar.updatePropertyWithValue('prodid', '-//Lodgepole//Calendar//EN')
  for (const { id, checkIn, checkOut, isStay, stamp } of events) {
    const event = new ICAL.Component('vevent')
    event.updatePropertyWithValue('uid', id)
    event.updatePropertyWithValue('dtstamp', ICAL.Time.fromJSDate(stamp, true))
    event.updatePropertyWithValue('dtstart', ICAL.Time.fromDateString(checkIn))
    event.updatePropertyWithValue('dtend', ICAL.Time.fromDateString(checkOut))
    event.updatePropertyWithValue('summary', isStay ? 'Reserved' : 'Blocked')
    calendar.addSubcomponent(event)
  }
  return `${calendar.toString()}\r\n`
}
