/** Legacy `/v2/serviceproviders`: contract/resources.md §1.4. */
import { route } from '../../../context.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { presentServiceProvider, serviceProviderSchema } from './service-provider-shape.ts'
import { listServiceProviders } from './service-providers.ts'

export const legacyServiceProviderRoutes = [
  route({
    method: 'GET',
    path: '/serviceproviders',
    summary: 'List service providers',
    tag: 'Services',
    query: Type.Object({ agencyUid: uid() }),
    response: Type.Array(serviceProviderSchema),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const rows = await listServiceProviders(ctx, requireAgencyUid(ctx.caller, query.agencyUid))
      return rows.map(presentServiceProvider)
    },
  }),
]
