/** Legacy `/v2/services`: contract/resources.md §1.4. */
import { route } from '../../../context.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { presentService, serviceSchema } from './service-shape.ts'
import { listServices } from './services.ts'

export const legacyServiceRoutes = [
  route({
    method: 'GET',
    path: '/services',
    summary: 'List services',
    tag: 'Services',
    query: Type.Object({ agencyUid: uid() }),
    response: Type.Array(serviceSchema),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const rows = await listServices(ctx, requireAgencyUid(ctx.caller, query.agencyUid))
      return rows.map(presentService)
    },
  }),
]
