/** Legacy `/v2/propertycalendar`: contract/pricing.md §1. */
import { route } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { bool, Type } from '../../../platform/rest/fields.ts'
import { described } from '../../../platform/rest/named.ts'
import { asUid } from '../../../platform/uid.ts'
import { listFacts } from './calendar.ts'
import { legacyCalendar, rangeQuery, readDays } from './calendar-shape.ts'
import { type Entry, entriesMaker } from './entries.ts'

export const legacyCalendarRoutes = [
  route({
    method: 'GET',
    path: '/propertycalendar/:propertyUid',
    summary: 'Get the calendar of a property',
    description:
      'Returns an entry for every date from `from` to `to`, both inclusive, with price, stay ' +
      'rules and availability. At most 1,461 days.',
    tag: 'Calendar',
    query: Type.Object({
      ...rangeQuery,
      notes: Type.Optional(described(bool(), 'True to include the reasons for unavailability.')),
    }),
    answer: legacyCalendar,
    http: { plain: true },
    errors: ['INVALID_DATE_RANGE', 'PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params, query }) => {
      const days = readDays(query)
      const uid = asUid(params.propertyUid!)
      const wanted = { days: { from: days.from - 1, to: days.to } }
      const [facts] = uid === null ? [] : await listFacts(ctx, [uid], wanted)
      if (!facts) throw notFound('PROPERTY_NOT_FOUND', params.propertyUid!)
      const entriesOf = entriesMaker(days, ctx.clock.now(), { comments: true })
      const entries = entriesOf(facts).map(entry => withNotes(entry, query.notes ?? false))
      return { propertyUid: facts.uid, entries }
    },
  }),
]

/** An entry with its comments as one text, if they are wanted. */
function withNotes({ availability, ...entry }: Entry, wanted: boolean) {
  const { comments = [], ...rest } = availability
  const notes = comments.length === 0 ? null : comments.join('; ')
  return { ...entry, availability: rest, ...(wanted ? { notes } : {}) }
}
