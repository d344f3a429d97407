/** Service providers: contract/resources.md §1.4. */
import { route } from '../../../context.ts'
import { nullable, Type, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { agencyUidOrOnly, reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { addServiceProvider } from './add-service-provider.ts'
import { changeServiceProvider } from './change-service-provider.ts'
import { deleteServiceProvider } from './delete-service-provider.ts'
import {
  columnsFrom,
  presentServiceProvider,
  serviceProvider,
  serviceProviderMembers,
} from './service-provider-shape.ts'
import { listServiceProviders, reachedServiceProvider } from './service-providers.ts'

const all = {
  path: '/service-providers',
  since: '3.3',
  tag: 'Services',
  access: { needs: 'jobs' },
} as const
const one = { ...all, path: '/service-providers/:uid' } as const
const answer = Type.Object({ serviceProvider })

export const serviceProviderRoutes = [
  route({
    ...all,
    method: 'GET',
    summary: 'List service providers',
    query: Type.Object({ agencyUid: uid() }),
    answer: unpagedAnswer('serviceProviders', serviceProvider),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const rows = await listServiceProviders(ctx, reachedAgencyUid(ctx.caller, query.agencyUid))
      return unpaged('serviceProviders', rows.map(presentServiceProvider))
    },
  }),
  route({
    ...all,
    method: 'POST',
    summary: 'Create a service provider',
    access: { ...all.access, callers: ['agency'] },
    body: Type.Object({ agencyUid: Type.Optional(nullable(uid())), ...serviceProviderMembers }),
    http: { status: 201 },
    answer,
    errors: ['ACCESS_DENIED'],
    authorize: async (ctx, { body }) => agencyUidOrOnly(ctx.caller, body.agencyUid),
    handler: async (ctx, { body, reached: agencyUid }) => {
      const added = await addServiceProvider(ctx, agencyUid, columnsFrom(body))
      return { serviceProvider: presentServiceProvider(added) }
    },
  }),
  route({
    ...one,
    method: 'GET',
    summary: 'Get a service provider',
    answer,
    errors: ['SERVICE_PROVIDER_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      serviceProvider: presentServiceProvider(await reachedServiceProvider(ctx, params.uid!)),
    }),
  }),
  route({
    ...one,
    method: 'PUT',
    summary: 'Replace a service provider',
    access: { ...one.access, callers: ['agency'] },
    body: Type.Object(serviceProviderMembers),
    answer,
    errors: ['SERVICE_PROVIDER_NOT_FOUND'],
    authorize: async (ctx, { params }) => reachedServiceProvider(ctx, params.uid!),
    handler: async (ctx, { body, reached }) => {
      const changed = await changeServiceProvider(ctx, reached, columnsFrom(body))
      return { serviceProvider: presentServiceProvider(changed) }
    },
  }),
  route({
    ...one,
    method: 'DELETE',
    summary: 'Delete a service provider',
    tells: ['JOB_UPDATED'],
    access: { ...one.access, callers: ['agency'] },
    http: { status: 204 },
    errors: ['SERVICE_PROVIDER_NOT_FOUND'],
    authorize: async (ctx, { params }) => reachedServiceProvider(ctx, params.uid!),
    handler: async (ctx, { reached }) => deleteServiceProvider(ctx, reached),
  }),
]
