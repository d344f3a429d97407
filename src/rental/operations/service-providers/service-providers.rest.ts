/** Service providers: contract/resources.md §1.4. */
import { route } from '../../../context.ts'
import { nullable, Type, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { requireAgencyUid, requireAgencyUidOrOnly } from '../../access/agencies/tenant.sql.ts'
import { contentReader } from '../../access/content-states/content-state.sql.ts'
import { addServiceProvider } from './add-service-provider.ts'
import { changeServiceProvider } from './change-service-provider.ts'
import { deleteServiceProvider } from './delete-service-provider.ts'
import {
  presentServiceProvider,
  serviceProviderInputFields,
  serviceProviderSchema,
  toServiceProviderColumns,
} from './service-provider-shape.ts'
import { listServiceProviders, requireServiceProvider } from './service-providers.ts'

const collection = {
  path: '/service-providers',
  since: '3.3',
  tag: 'Services',
  access: { needs: 'jobs' },
} as const
const item = { ...collection, path: '/service-providers/:uid' } as const
const http = { findState: contentReader('row', { table: 'service_providers' }) }
const response = Type.Object({ serviceProvider: serviceProviderSchema })

export const serviceProviderRoutes = [
  route({
    ...collection,
    method: 'GET',
    summary: 'List service providers',
    query: Type.Object({ agencyUid: uid() }),
    response: unpagedResponse('serviceProviders', serviceProviderSchema),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const rows = await listServiceProviders(ctx, requireAgencyUid(ctx.caller, query.agencyUid))
      return unpaged('serviceProviders', rows.map(presentServiceProvider))
    },
  }),
  route({
    ...collection,
    method: 'POST',
    summary: 'Create a service provider',
    access: { ...collection.access, callers: ['agency'] },
    body: Type.Object({ agencyUid: Type.Optional(nullable(uid())), ...serviceProviderInputFields }),
    http: { status: 201 },
    response,
    errors: ['ACCESS_DENIED'],
    authorize: async (ctx, { body }) => requireAgencyUidOrOnly(ctx.caller, body.agencyUid),
    handler: async (ctx, { body, authorized: agencyUid }) => {
      const added = await addServiceProvider(ctx, agencyUid, toServiceProviderColumns(body))
      return { serviceProvider: presentServiceProvider(added) }
    },
  }),
  route({
    ...item,
    method: 'GET',
    http,
    summary: 'Get a service provider',
    response,
    errors: ['SERVICE_PROVIDER_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      serviceProvider: presentServiceProvider(await requireServiceProvider(ctx, params.uid!)),
    }),
  }),
  route({
    ...item,
    method: 'PUT',
    http,
    summary: 'Replace a service provider',
    access: { ...item.access, callers: ['agency'] },
    body: Type.Object(serviceProviderInputFields),
    response,
    errors: ['SERVICE_PROVIDER_NOT_FOUND'],
    authorize: async (ctx, { params }) => requireServiceProvider(ctx, params.uid!),
    handler: async (ctx, { body, authorized }) => {
      const changed = await changeServiceProvider(ctx, authorized, toServiceProviderColumns(body))
      return { serviceProvider: presentServiceProvider(changed) }
    },
  }),
  route({
    ...item,
    method: 'DELETE',
    summary: 'Delete a service provider',
    emits: ['JOB_UPDATED'],
    access: { ...item.access, callers: ['agency'] },
    http: { status: 204 },
    errors: ['SERVICE_PROVIDER_NOT_FOUND'],
    authorize: async (ctx, { params }) => requireServiceProvider(ctx, params.uid!),
    handler: async (ctx, { authorized }) => deleteServiceProvider(ctx, authorized),
  }),
]
