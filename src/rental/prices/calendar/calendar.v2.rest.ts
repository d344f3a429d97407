/** Legacy `/v2/propertycalendar`: contract/pricing.md §1. */
import { route } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { bool, Type } from '../../../platform/rest/fields.ts'
import { described } from '../../../platform/rest/schema-names.ts'
import { asUid } from '../../../platform/uid.ts'
import { listCalendarInputs } from './calendar.ts'
import { type Entry, entriesBuilder } from './calendar-entries.ts'
import { legacyCalendar, rangeQuery, readDays } from './calendar-shape.ts'

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
    response: legacyCalendar,
    http: { plain: true },
    errors: ['INVALID_DATE_RANGE', 'PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params, query }) => {
      const days = readDays(query)
      const uid = asUid(params.propertyUid!)
      const range = { days: { from: days.from - 1, to: days.to } }
      const [inputs] = uid === null ? [] : await listCalendarInputs(ctx, [uid], range)
      if (!inputs) throw notFound('PROPERTY_NOT_FOUND', params.propertyUid!)
      const buildEntries = entriesBuilder(days, ctx.clock.now(), { comments: true })
      const entries = buildEntries(inputs).map(entry =>
        presentEntry(entry, { hasNotes: query.notes ?? false }),
      )
      return { propertyUid: inputs.uid, entries }
    },
  }),
]

/** Presents an entry without comments, or with `notes`, a text of all comments. */
function presentEntry({ availability, ...entry }: Entry, { hasNotes }: { hasNotes: boolean }) {
  const { comments = [], ...plainAvailability } = availability
  const notes = comments.length === 0 ? null : comments.join('; ')
  return { ...entry, availability: plainAvailability, ...(hasNotes ? { notes } : {}) }
}
