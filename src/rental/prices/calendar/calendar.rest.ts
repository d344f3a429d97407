import { type Context, route } from '../../../context.ts'
import type { Fragments } from '../../../platform/cache/fragment-cache.ts'
import { accessDenied, notFound } from '../../../platform/errors.ts'
import { bool, listOf, Type, uid } from '../../../platform/rest/fields.ts'
import { JsonText } from '../../../platform/rest/json-text.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { tagsFrom } from '../../../platform/rest/tags-from.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { asUid } from '../../../platform/uid.ts'
import type { Days } from '../calendar-facts/facts.ts'
import { findCalendars } from './calendar.ts'
import { calendar, propertiesMax, rangeQuery, readDays } from './calendar-shape.ts'
import { entriesWriter } from './entries.ts'
import { nextTurnBefore } from './next-turn.sql.ts'

const asked = { ...rangeQuery, availabilityComments: Type.Optional(bool()) }

const chosen = Object.keys(asked)

export const calendarRoutes = [
  route({
    method: 'GET',
    path: '/property-calendar/:propertyUid',
    summary: 'Get the calendar of a property',
    description:
      'Returns an entry for every date from `from` to `to`, both inclusive, with price, stay ' +
      'rules and availability. At most 1,461 days.',
    tag: 'Calendar',
    query: Type.Object(asked),
    answer: Type.Object({ calendar }),
    http: { plain: true, cache: { tagsOf: tagsFrom('propertyUid', chosen) } },
    errors: ['INVALID_DATE_RANGE', 'PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params, query, version }) => {
      const propertyUid = params.propertyUid!
      const uid = asUid(propertyUid)
      const days = readDays(query)
      const asked = { days, version, comments: query.availabilityComments }
      const found = await findCalendarTexts(ctx, uid === null ? [] : [uid], asked)
      const calendar = found.texts.get(uid ?? '')
      if (!calendar) throw notFound('PROPERTY_NOT_FOUND', propertyUid)
      return new JsonText(['{"calendar":', calendar, '}'], found.changesMs)
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
    query: Type.Object({ propertiesUids: listOf(uid(), propertiesMax), ...asked }),
    answer: unpagedAnswer('calendars', calendar),
    http: { plain: true, cache: { tagsOf: tagsFrom('propertiesUids', chosen) } },
    errors: ['INVALID_DATE_RANGE', 'ACCESS_DENIED'],
    handler: async (ctx, { query, version }) => {
      const texts = [...new Set(query.propertiesUids.map(text => asUid(text) ?? text))]
      const uids = texts.filter(text => asUid(text) !== null)
      const days = readDays(query, texts.length)
      const asked = { days, version, comments: query.availabilityComments }
      const make = (some: string[]) => findCalendarTexts(ctx, some, asked)
      const kind = `calendar ${days.from} ${days.to} ${version} ${asked.comments}`
      const found = await (ctx.fragments ? ctx.fragments.getOr(kind, uids, make) : make(uids))
      const denied = texts.find(text => !found.texts.has(text))
      if (denied !== undefined) throw accessDenied('propertiesUids', denied)
      const list = texts.map(text => found.texts.get(text)!)
      const { calendars: _, ...rest } = unpaged('calendars', list)
      const parts = list.flatMap((json, i) => (i === 0 ? [json] : [',', json]))
      const end = `],${JSON.stringify(rest).slice(1)}`
      return new JsonText(['{"calendars":[', ...parts, end], found.changesMs)
    },
  }),
]

interface AskedCalendars {
  days: Days
  version: Version
  comments?: boolean | undefined
}

/** The calendars of those properties that are within reach. */
async function findCalendarTexts(
  ctx: Context,
  uids: string[],
  { days, version, comments = false }: AskedCalendars,
): Promise<Fragments> {
  const around = { from: days.from - 1, to: days.to }
  const now = ctx.clock.now()
  const found = await findCalendars(ctx, uids, { days: around })
  const availableUnits = existsIn(version, { since: '3.1' })
  const entriesOf = entriesWriter(days, now, { availableUnits, comments })
  const texts = found.facts.map((property): [string, string] => {
    const { uid } = property
    return [uid, `{"propertyUid":"${uid}","entries":${entriesOf(property)}}`]
  })
  return { texts: new Map(texts), changesMs: nextTurnBefore(now, found.lapsesMs) }
}
