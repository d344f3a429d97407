import { type Context, route } from '../../../context.ts'
import type { Fragments } from '../../../platform/cache/fragment-cache.ts'
import { accessDenied, notFound } from '../../../platform/errors.ts'
import { bool, listOf, Type, uid } from '../../../platform/rest/fields.ts'
import { JsonText } from '../../../platform/rest/json-text.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { tagsFrom } from '../../../platform/rest/tags-from.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { asUid } from '../../../platform/uid.ts'
import type { Days } from '../availability/calendar-inputs.ts'
import { findCalendars } from './calendar.ts'
import { entriesWriter } from './calendar-entries.ts'
import { expiresAtLatest } from './calendar-expires-at.sql.ts'
import { calendar, propertiesMax, rangeQuery, readDays } from './calendar-shape.ts'

const queryFields = { ...rangeQuery, availabilityComments: Type.Optional(bool()) }

const fieldNames = Object.keys(queryFields)

export const calendarRoutes = [
  route({
    method: 'GET',
    path: '/property-calendar/:propertyUid',
    summary: 'Get the calendar of a property',
    description:
      'Returns an entry for every date from `from` to `to`, both inclusive, with price, stay ' +
      'rules and availability. At most 1,461 days.',
    tag: 'Calendar',
    query: Type.Object(queryFields),
    response: Type.Object({ calendar }),
    http: { plain: true, cache: { tagsOf: tagsFrom('propertyUid', fieldNames) } },
    errors: ['INVALID_DATE_RANGE', 'PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params, query, version }) => {
      const propertyUid = params.propertyUid!
      const uid = asUid(propertyUid)
      const days = readDays(query)
      const options = { days, version, comments: query.availabilityComments }
      const result = await findCalendarTexts(ctx, uid === null ? [] : [uid], options)
      const calendar = result.texts.get(uid ?? '')
      if (!calendar) throw notFound('PROPERTY_NOT_FOUND', propertyUid)
      return new JsonText(['{"calendar":', calendar, '}'], result.expiresAtMs)
    },
  }),
  route({
    method: 'GET',
    path: '/property-calendar',
    operationId: 'listPropertyCalendars',
    summary: 'Get the calendars of several properties',
    description:
      'Returns an entry for every date of each property, from `from` to `to`, both inclusive. ' +
      'At most 500 properties and 120,000 entries. All or nothing: if the caller has no ' +
      'access to one of the properties, the request is rejected.',
    tag: 'Calendar',
    query: Type.Object({ propertiesUids: listOf(uid(), propertiesMax), ...queryFields }),
    response: unpagedResponse('calendars', calendar),
    http: { plain: true, cache: { tagsOf: tagsFrom('propertiesUids', fieldNames) } },
    errors: ['INVALID_DATE_RANGE', 'ACCESS_DENIED'],
    handler: async (ctx, { query, version }) => {
      // Malformed uids stay as they are; they have no calendar and are rejected below.
      const requestedUids = [...new Set(query.propertiesUids.map(text => asUid(text) ?? text))]
      const uids = requestedUids.filter(uid => asUid(uid) !== null)
      const days = readDays(query, requestedUids.length)
      const options = { days, version, comments: query.availabilityComments }
      const buildTexts = (uncached: string[]) => findCalendarTexts(ctx, uncached, options)
      const cacheKind = `calendar ${days.from} ${days.to} ${version} ${options.comments}`
      const result = await (ctx.fragments
        ? ctx.fragments.getOr(cacheKind, uids, buildTexts)
        : buildTexts(uids))
      const deniedUid = requestedUids.find(uid => !result.texts.has(uid))
      if (deniedUid !== undefined) throw accessDenied('propertiesUids', deniedUid)
      const calendars = requestedUids.map(uid => result.texts.get(uid)!)
      const { calendars: _, ...envelope } = unpaged('calendars', calendars)
      const chunks = calendars.flatMap((json, i) => (i === 0 ? [json] : [',', json]))
      const end = `],${JSON.stringify(envelope).slice(1)}`
      return new JsonText(['{"calendars":[', ...chunks, end], result.expiresAtMs)
    },
  }),
]

interface CalendarOptions {
  days: Days
  version: Version
  comments?: boolean | undefined
}

/** Returns the calendars of the properties that the caller has access to, as JSON. */
async function findCalendarTexts(
  ctx: Context,
  uids: string[],
  { days, version, comments = false }: CalendarOptions,
): Promise<Fragments> {
  const extended = { from: days.from - 1, to: days.to }
  const now = ctx.clock.now()
  const calendars = await findCalendars(ctx, uids, { days: extended })
  const availableUnits = existsIn(version, { since: '3.1' })
  const writeEntries = entriesWriter(days, now, { availableUnits, comments })
  const texts = calendars.inputs.map((property): [string, string] => {
    const { uid } = property
    return [uid, `{"propertyUid":"${uid}","entries":${writeEntries(property)}}`]
  })
  return { texts: new Map(texts), expiresAtMs: expiresAtLatest(now, calendars.expiresMs) }
}
