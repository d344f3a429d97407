import { type Context, route } from '../../context.ts'
import { accessDenied, notFound } from '../../platform/errors.ts'
import { bool, listOf, Type, uid } from '../../platform/rest/fields.ts'
import { unpagedAnswer } from '../../platform/rest/list.ts'
import { JsonText } from '../../platform/rest/route.ts'
import { existsIn, type Version } from '../../platform/rest/version.ts'
import { asUid } from '../../platform/uid.ts'
import { listFacts } from './calendar.ts'
import { calendar, propertiesMax, rangeQuery, readDays } from './calendar-shape.ts'
import { entriesWriter } from './entries.ts'
import type { Days } from './facts.ts'

const asked = { ...rangeQuery, availabilityComments: Type.Optional(bool()) }

export const calendarRoutes = [
  route({
    method: 'GET',
    path: '/property-calendar/:propertyUid',
    summary: 'Get the calendar of a property, both dates included',
    tag: 'Calendar',
    query: Type.Object(asked),
    answer: Type.Object({ calendar }),
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'INVALID_DATE_RANGE', 'PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params, query, version }) => {
      const propertyUid = params.propertyUid!
      const uid = asUid(propertyUid)
      const days = readDays(query)
      const uids = uid === null ? [] : [uid]
      const written = await writeCalendars(ctx, uids, days, version, query.availabilityComments)
      if (written.size === 0) throw notFound('PROPERTY_NOT_FOUND', propertyUid)
      return new JsonText(`{"calendar":${[...written.values()][0]}}`)
    },
  }),
  route({
    method: 'GET',
    path: '/property-calendar',
    summary: 'Get the calendars of several properties, both dates included',
    tag: 'Calendar',
    query: Type.Object({ propertiesUids: listOf(uid(), propertiesMax), ...asked }),
    answer: unpagedAnswer('calendars', calendar),
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'INVALID_DATE_RANGE', 'ACCESS_DENIED'],
    handler: async (ctx, { query, version }) => {
      const texts = [...new Set(query.propertiesUids.map(text => asUid(text) ?? text))]
      const uids = texts.filter(text => asUid(text) !== null)
      const days = readDays(query, texts.length)
      const written = await writeCalendars(ctx, uids, days, version, query.availabilityComments)
      const denied = texts.find(text => !written.has(text))
      if (denied !== undefined) throw accessDenied('propertiesUids', denied)
      const calendars = texts.map(text => written.get(text)!)
      const metadata = JSON.stringify({ count: texts.length, totalCount: texts.length })
      return new JsonText(`{"calendars":[${calendars.join(',')}],"_metadata":${metadata}}`)
    },
  }),
]

/** The calendars of those properties that are within reach, as JSON text under their uids. */
async function writeCalendars(
  ctx: Context,
  uids: string[],
  days: Days,
  version: Version,
  comments = false,
): Promise<Map<string, string>> {
  const around = { from: days.from - 1, to: days.to }
  const facts = uids.length === 0 ? [] : await listFacts(ctx, uids, { days: around })
  const availableUnits = existsIn(version, { since: '3.1' })
  const write = entriesWriter(days, ctx.clock.now(), { availableUnits, comments })
  return new Map(
    facts.map(property => {
      const { uid } = property
      return [uid, `{"propertyUid":"${uid}","entries":${write(property)}}`]
    }),
  )
}
