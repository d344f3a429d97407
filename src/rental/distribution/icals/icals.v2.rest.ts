/** Legacy `/v2/externalcalendars`: contract/resources.md §10. */
import { route } from '../../../context.ts'
import { shape, Type, text, uid } from '../../../platform/rest/fields.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { redactedUrl } from './ical-address.ts'
import { listIcals } from './icals.ts'

const externalCalendar = shape('ExternalCalendar', {
  name: text(),
  source: text(),
  url: text({ max: 2_048 }),
})

export const legacyIcalRoutes = [
  route({
    method: 'GET',
    path: '/externalcalendars',
    operationId: 'listExternalCalendars',
    summary: 'List the external calendars of a property',
    tag: 'iCals',
    query: Type.Object({ propertyUid: uid() }),
    response: Type.Array(externalCalendar),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const icals = await listIcals(ctx, await requireProperty(ctx, query.propertyUid))
      return icals.map(ical => ({ name: ical.name, source: ical.source, url: redactedUrl(ical) }))
    },
  }),
]
