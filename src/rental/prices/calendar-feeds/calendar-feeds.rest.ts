/** Calendar feeds, outside the versions and known by their tokens: contract/pricing.md §10. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import ICAL from 'ical.js'
import type { Context } from '../../../context.ts'
import { dateOf, localDayOf } from '../../../platform/dates.ts'
import { ApiError } from '../../../platform/errors.ts'
import { holdsTag } from '../../../platform/http/entity-tags.ts'
import { systemCaller } from '../../access/agencies/caller.ts'
import { listFacts } from '../calendar/calendar.ts'
import { fullRuns, nightsOf, reasonOf } from '../calendar/nights.ts'
import type { Days } from '../calendar-facts/facts.ts'
import { type Feed, findFeedUnscoped, listFeedLeads } from './calendar-feeds.ts'

type ContextPart = Pick<Context, 'db' | 'read' | 'clock'>

const daysBack = 30
const daysAhead = 1_096

/** What a feed tells of some nights: civil dates, and since when it does. */
interface Event {
  /** Its UID. */
  id: string
  checkIn: string
  checkOut: string
  isStay: boolean
  stamp: Date
}

/** Serves `/calendar/<token>.ics`. */
export function serveFeeds(app: FastifyInstance, scope: ContextPart): void {
  app.get<{ Params: { token: string } }>(
    '/calendar/:token.ics',
    { schema: { hide: true } },
    async ({ params, headers }, reply) => {
      const feed = await findFeedUnscoped(scope, params.token)
      if (!feed) throw new ApiError('ENDPOINT_NOT_FOUND', 'Calendar not found')
      const text = write(await listEvents(scope, feed, providersOf(headers['user-agent'])))
      const hash = createHash('sha256').update(text).digest('base64url')
      reply.headers({ etag: `W/"${hash}"`, 'cache-control': 'max-age=300', vary: 'user-agent' })
      if (holdsTag(headers['if-none-match'], hash)) return reply.code(304).send()
      return reply.type('text/calendar; charset=utf-8').send(text)
    },
  )
}

/** Whose calendar fetches, as far as it says so: what was imported from there it has already. */
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
  exceptProviders: string[],
): Promise<Event[]> {
  const today = localDayOf(scope.clock.now(), feed.time_zone)
  const days = { from: today - daysBack, to: today + daysAhead + 1 }
  if (feed.hotel_uid !== null) return listFullRuns(scope, feed, days, today)
  const leads = await listFeedLeads(scope, feed, days, exceptProviders)
  const counts = Map.groupBy(leads, ({ feed_uid }) => feed_uid)
  const isAlone = (feedUid: string | null) => feedUid !== null && counts.get(feedUid)!.length === 1
  return leads.map(({ uid, status, check_in, check_out, updated_at, feed_uid }) => ({
    id: isAlone(feed_uid) ? feed_uid! : `${uid}@lodgepole`,
    checkIn: check_in,
    checkOut: check_out,
    isStay: status !== 'BLOCKED',
    stamp: updated_at,
  }))
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
