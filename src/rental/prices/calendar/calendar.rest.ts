import { type Context, route } from '../../../context.ts'
import { accessDenied, notFound } from '../../../platform/errors.ts'
import { bool, listOf, Type, uid } from '../../../platform/rest/fields.ts'
import { JsonText } from '../../../platform/rest/json-text.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { asUid } from '../../../platform/uid.ts'
import { findCalendars } from './calendar.ts'
import { calendar, propertiesMax, rangeQuery, readDays } from './calendar-shape.ts'
import { entriesWriter } from './entries.ts'
import type { Days } from './facts.ts'
import { nextTurnBefore } from './next-turn.sql.ts'

const asked = { ...rangeQuery, availabilityComments: Type.Optional(bool()) }

export const calendarRoutes = [
  route({
    method: 'GET',
    path: '/property-calendar/:propertyUid',
    summary: 'Get the calendar of a property, both dates included',
    description:
      'Gives an entry for every day with price, stay rules and whether it is free, at ' +
      'most 1,461 days.',
    tag: 'Calendar',
    query: Type.Object(asked),
    answer: Type.Object({ calendar }),
    plain: true,
    keeps: {},
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'INVALID_DATE_RANGE', 'PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params, query, version }) => {
      const propertyUid = params.propertyUid!
      const uid = asUid(propertyUid)
      const days = readDays(query)
      const uids = uid === null ? [] : [uid]
      const { availabilityComments } = query
      const found = await findCalendarTexts(ctx, uids, days, version, availabilityComments)
      const [calendar] = found.calendars
      if (!calendar) throw notFound('PROPERTY_NOT_FOUND', propertyUid)
      return new JsonText(['{"calendar":', calendar.json, '}'], found.changesMs)
    },
  }),
  route({
    method: 'GET',
    path: '/property-calendar',
    operationId: 'listPropertyCalendars',
    summary: 'Get the calendars of several properties, both dates included',
    description:
      'Gives an entry for every day of each property, at most 500 properties and ' +
      '120,000 entries. One property out of reach refuses all.',
    tag: 'Calendar',
    query: Type.Object({ propertiesUids: listOf(uid(), propertiesMax), ...asked }),
    answer: unpagedAnswer('calendars', calendar),
    plain: true,
    keeps: {},
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'INVALID_DATE_RANGE', 'ACCESS_DENIED'],
    handler: async (ctx, { query, version }) => {
      const texts = [...new Set(query.propertiesUids.map(text => asUid(text) ?? text))]
      const uids = texts.filter(text => asUid(text) !== null)
      const days = readDays(query, texts.length)
      const { availabilityComments } = query
      const found = await findCalendarTexts(ctx, uids, days, version, availabilityComments)
      const byUid = new Map(found.calendars.map(({ propertyUid, json }) => [propertyUid, json]))
      const denied = texts.find(text => !byUid.has(text))
      if (denied !== undefined) throw accessDenied('propertiesUids', denied)
      const list = texts.map(text => byUid.get(text))
      const { calendars: _, ...rest } = unpaged('calendars', list)
      const parts = list.map((json, i) => `${i === 0 ? '' : ','}${json}`)
      const end = `],${JSON.stringify(rest).slice(1)}`
      return new JsonText(['{"calendars":[', ...parts, end], found.changesMs)
    },
  }),
]

/**
 * The calendars, as JSON, of those properties that are within reach, in no order; and when time
 * alone changes them.
 */
async function findCalendarTexts(
  ctx: Context,
  uids: string[],
  days: Days,
  version: Version,
  comments = false,
) {
  const around = { from: days.from - 1, to: days.to }
  const now = ctx.clock.now()
  const found = await findCalendars(ctx, uids, { days: around })
  const availableUnits = existsIn(version, { since: '3.1' })
  const entriesOf = entriesWriter(days, now, { availableUnits, comments })
  const calendars = found.facts.map(property => {
    const { uid: propertyUid } = property
    return {
      propertyUid,
      json: `{"propertyUid":"${propertyUid}","entries":${entriesOf(property)}}`,
    }
  })
  return { calendars, changesMs: nextTurnBefore(now, found.lapsesMs) }
}
