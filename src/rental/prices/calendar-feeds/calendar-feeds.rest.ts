/** Calendar feeds, outside the versions and known by their tokens: contract/pricing.md §10. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import ICAL from 'ical.js'
import type { Context } from '../../../context.ts'
import { dateOf, localDayOf } from '../../../platform/dates.ts'
import { transaction, unlessDiskFull } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { holdsTag } from '../../../platform/http/entity-tags.ts'
import { systemCaller } from '../../access/agencies/caller.ts'
import { listFacts } from '../calendar/calendar.ts'
import { fullRuns, nightsOf, reasonOf } from '../calendar/nights.ts'
import type { Days } from '../calendar-facts/facts.ts'
import {
  type Feed,
  type FeedLead,
  findFeedUnscoped,
  findSourceOfIcal,
  listFeedLeads,
  providerOf,
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
const daysAhead = 1_096

/** What a feed tells of some nights: civil dates, and since when it does. */
interface Event extends ExportedStay {
  /** Its UID. */
  id: string
  isStay: boolean
  stamp: Date
}

/** Serves `/calendar/<token>.ics`. */
export function serveFeeds(app: FastifyInstance, scope: ContextPart): void {
  app.get<{ Params: { token: string } }>(
    '/calendar/:token.ics',
    { schema: { hide: true } },
    async ({ params, headers }, reply) => {
      const named = await findFeedUnscoped(scope, params.token)
      if (!named) throw new ApiError('ENDPOINT_NOT_FOUND', 'Calendar not found')
      const providers = providersOf(headers['user-agent'])
      const feed = await fittingFeed(scope, named, providers)
      const today = localDayOf(scope.clock.now(), feed.time_zone)
      const events = await listEvents(scope, feed, { today, providers })
      const isWhole = providers.length === 0
      // With a full disk readers still see which nights are taken; an echo may be a clash then.
      await unlessDiskFull(record(scope, feed, { events, today, isWhole }))
      const text = write(events)
      const hash = createHash('sha256').update(text).digest('base64url')
      reply.headers({ etag: `W/"${hash}"`, 'cache-control': 'max-age=300', vary: 'user-agent' })
      if (holdsTag(headers['if-none-match'], hash)) return reply.code(304).send()
      return reply.type('text/calendar; charset=utf-8').send(text)
    },
  )
}

/** The feed of a calendar is for its provider; another one that reads it gets the general feed. */
async function fittingFeed(scope: ContextPart, feed: Feed, providers: string[]): Promise<Feed> {
  if (feed.ical_uid === null || providers.length === 0) return feed
  const source = await findSourceOfIcal(scope, feed)
  if (source === undefined || source === 'OTHER') return feed
  return providers.includes(providerOf(source)) ? feed : { ...feed, ical_uid: null }
}

/**
 * Records the stays that are exported, so that they are recognised when they come back. A calendar
 * whose feed has new stays is imported soon, before it can repeat them.
 */
async function record(
  scope: ContextPart,
  feed: Feed,
  { events, today, isWhole }: { events: Event[]; today: number; isWhole: boolean },
): Promise<void> {
  const ahead = events.filter(({ checkOut }) => checkOut > dateOf(today))
  const { added, gone, isRecent } = await compareExports(scope, feed, ahead)
  const ended = isWhole || feed.ical_uid !== null ? gone : []
  if (added.length === 0 && ended.length === 0) return
  await transaction(scope, async ctx => {
    if (ended.length > 0) await endExports(ctx, feed, ended)
    if (added.length === 0) return
    await addExports(ctx, feed, added)
    if (isRecent) return
    await deleteOldExports(ctx, feed, today)
    const { agency_uid: agencyUid, ical_uid: uid } = feed
    if (uid !== null) await ctx.tasks.send(ctx.db, 'sync-ical', { agencyUid, uid })
  })
}

/** Returns the providers that fetch, by the user agent: they have already what they reported. */
function providersOf(userAgent = ''): string[] {
  return fetchers.flatMap(([name, ...providers]) => (name.test(userAgent) ? providers : []))
}

const fetchers: [RegExp, ...string[]][] = [
  [/airbnb/i, 'airbnb'],
  [/booking\.?com/i, 'booking.com'],
  [/homeaway|vrbo|abritel/i, 'homeaway', 'vrbo', 'abritel'],
  [/tripadvisor/i, 'tripadvisor'],
]

async function listEvents(
  scope: ContextPart,
  feed: Feed,
  { today, providers }: { today: number; providers: string[] },
): Promise<Event[]> {
  const days = { from: today - daysBack, to: today + daysAhead + 1 }
  if (feed.hotel_uid !== null) return listFullRuns(scope, feed, days, today)
  const exceptProviders = feed.ical_uid === null ? providers : []
  const leads = await listFeedLeads(scope, feed, days, exceptProviders)
  const counts = Map.groupBy(leads, ({ feed_uid }) => feed_uid)
  const isAlone = (feedUid: string | null) => feedUid !== null && counts.get(feedUid)!.length === 1
  return leads.flatMap(lead => {
    const { uid, status, updated_at, feed_uid, ical_uid } = lead
    const pieces = piecesOf(lead, feed)
    const isWhole = pieces[0]?.checkIn === lead.check_in && pieces[0].checkOut === lead.check_out
    return pieces.map((piece, i) => ({
      ...piece,
      id: isAlone(feed_uid) && isWhole ? feed_uid! : `${uid}${i > 0 ? `-${i}` : ''}@lodgepole`,
      isStay: status !== 'BLOCKED',
      stamp: updated_at,
      stayUid: uid,
      icalUid: ical_uid,
    }))
  })
}

/** The nights of a lead that a feed exports: not those that the calendar of the feed reports. */
function piecesOf(
  { check_in: checkIn, check_out: checkOut, ical_uid, reported_from, reported_to }: FeedLead,
  feed: Feed,
): { checkIn: string; checkOut: string }[] {
  const isReported = ical_uid !== null && ical_uid === feed.ical_uid
  if (!isReported || reported_from === null || reported_to === null) return [{ checkIn, checkOut }]
  const before = { checkIn, checkOut: reported_from < checkOut ? reported_from : checkOut }
  const after = { checkIn: reported_to > checkIn ? reported_to : checkIn, checkOut }
  return [before, after].filter(piece => piece.checkIn < piece.checkOut)
}

/** The runs of nights without a free unit of a unit type. */
async function listFullRuns(
  scope: ContextPart,
  { agency_uid, property_uid }: Feed,
  days: Days,
  today: number,
): Promise<Event[]> {
  const caller = systemCaller(agency_uid)
  const [facts] = await listFacts({ ...scope, caller }, [property_uid], { days })
  if (!facts) return []
  return fullRuns(nightsOf(facts, days, today)).map(({ start, end, causes }) => {
    const checkIn = dateOf(days.from + start)
    return {
      id: `${property_uid}-${checkIn}@lodgepole`,
      checkIn,
      checkOut: dateOf(days.from + end),
      isStay: ['BOOKING', 'INQUIRY'].includes(reasonOf(causes) ?? ''),
      stamp: new Date(`${dateOf(today)}T00:00:00Z`),
      stayUid: property_uid,
      icalUid: null,
    }
  })
}

/** The text of a feed; its last line ends as all do (RFC 5545 §3.1). */
function write(events: Event[]): string {
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
