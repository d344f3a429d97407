/** Legacy `/v2/propertycalendar`: contract/pricing.md §1. */
import { route } from '../../context.ts'
import { notFound } from '../../platform/errors.ts'
import { bool, Type } from '../../platform/rest/fields.ts'
import { JsonText } from '../../platform/rest/route.ts'
import { asUid } from '../../platform/uid.ts'
import { listFacts } from './calendar.ts'
import { legacyCalendar, rangeQuery, readDays } from './calendar-shape.ts'
import { entriesWriter } from './entries.ts'

export const legacyCalendarRoutes = [
  route({
    method: 'GET',
    path: '/propertycalendar/:propertyUid',
    summary: 'Get the calendar of a property, both dates included',
    tag: 'Calendar',
    query: Type.Object({ ...rangeQuery, notes: Type.Optional(bool()) }),
    answer: legacyCalendar,
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'INVALID_DATE_RANGE', 'PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params, query }) => {
      const days = readDays(query)
      const uid = asUid(params.propertyUid!)
      const wanted = { days: { from: days.from - 1, to: days.to } }
      const [facts] = uid === null ? [] : await listFacts(ctx, [uid], wanted)
      if (!facts) throw notFound('PROPERTY_NOT_FOUND', params.propertyUid!)
      const write = entriesWriter(days, ctx.clock.now(), { notes: query.notes ?? false })
      return new JsonText(`{"propertyUid":"${facts.uid}","entries":${write(facts)}}`)
    },
  }),
]
