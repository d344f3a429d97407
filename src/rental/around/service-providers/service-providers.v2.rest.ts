/** Legacy `/v2/serviceproviders`: contract/resources.md §1.4. */
import { route } from '../../../context.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { presentServiceProvider, serviceProvider } from './service-provider-shape.ts'
import { listServiceProviders } from './service-providers.ts'

export const legacyServiceProviderRoutes = [
  route({
    method: 'GET',
    path: '/serviceproviders',
    summary: 'List service providers',
    tag: 'Services',
    query: Type.Object({ agencyUid: uid() }),
    answer: Type.Array(serviceProvider),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const rows = await listServiceProviders(ctx, reachedAgencyUid(ctx.caller, query.agencyUid))
      return rows.map(presentServiceProvider)
    },
  }),
]
