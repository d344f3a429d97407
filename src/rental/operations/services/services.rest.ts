/** Services: contract/resources.md §1.4. */
import { route } from '../../../context.ts'
import { currencyCode, named, nullable, oneOf, Type, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { requireAgencyUid, requireAgencyUidOrOnly } from '../../access/agencies/tenant.sql.ts'
import { contentReader } from '../../access/content-states/content-state.sql.ts'
import { requireServiceProvider } from '../service-providers/service-providers.ts'
import { addService } from './add-service.ts'
import { changeService } from './change-service.ts'
import { deleteService } from './delete-service.ts'
import { serviceAudiences } from './service.ts'
import {
  presentService,
  readServiceFields,
  serviceInputFields,
  serviceSchema,
} from './service-shape.ts'
import { listServices, requireService } from './services.ts'

const collection = { path: '/services', tag: 'Services' } as const
const item = { path: '/services/:uid', tag: 'Services' } as const
const http = { findState: contentReader('row', { table: 'services' }) }
const response = Type.Object({ service: serviceSchema })
const writeErrors = ['SERVICE_PROVIDER_NOT_FOUND'] as const

export const serviceRoutes = [
  route({
    ...collection,
    method: 'GET',
    summary: 'List services',
    query: Type.Object({
      agencyUid: uid(),
      serviceProviderUid: Type.Optional(uid()),
      cateredTo: Type.Optional(named('ServiceAudience', oneOf(serviceAudiences))),
    }),
    response: unpagedResponse('services', serviceSchema),
    errors: ['ACCESS_DENIED', 'SERVICE_PROVIDER_NOT_FOUND'],
    handler: async (ctx, { query }) => {
      const agencyUid = requireAgencyUid(ctx.caller, query.agencyUid)
      const { serviceProviderUid, cateredTo } = query
      const provider =
        serviceProviderUid === undefined
          ? undefined
          : await requireServiceProvider(ctx, serviceProviderUid)
      const filters = { serviceProviderUid: provider?.uid, cateredTo }
      const rows = await listServices(ctx, agencyUid, filters)
      return unpaged('services', rows.map(presentService))
    },
  }),
  route({
    ...collection,
    method: 'POST',
    since: '3.3',
    summary: 'Create a service',
    access: { callers: ['agency'] },
    body: Type.Object({
      agencyUid: Type.Optional(nullable(uid())),
      ...serviceInputFields,
      currency: Type.Optional(nullable(currencyCode())),
    }),
    http: { status: 201 },
    response,
    errors: [...writeErrors, 'ACCESS_DENIED'],
    authorize: async (ctx, { body }) => requireAgencyUidOrOnly(ctx.caller, body.agencyUid),
    handler: async (ctx, { body, authorized: agencyUid }) => {
      const fields = { ...readServiceFields(body), currency: body.currency ?? null }
      return { service: presentService(await addService(ctx, agencyUid, fields)) }
    },
  }),
  route({
    ...item,
    method: 'GET',
    http,
    summary: 'Get a service',
    response,
    errors: ['SERVICE_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      service: presentService(await requireService(ctx, params.uid!)),
    }),
  }),
  route({
    ...item,
    method: 'PUT',
    http,
    summary: 'Replace a service',
    access: { callers: ['agency'] },
    body: Type.Object(serviceInputFields),
    response,
    errors: [...writeErrors, 'SERVICE_NOT_FOUND'],
    authorize: async (ctx, { params }) => requireService(ctx, params.uid!),
    handler: async (ctx, { body, authorized }) => ({
      service: presentService(await changeService(ctx, authorized, readServiceFields(body))),
    }),
  }),
  route({
    ...item,
    method: 'DELETE',
    since: '3.3',
    summary: 'Delete a service',
    access: { callers: ['agency'] },
    http: { status: 204 },
    errors: ['SERVICE_NOT_FOUND', 'STATE_CONFLICT'],
    authorize: async (ctx, { params }) => requireService(ctx, params.uid!),
    handler: async (ctx, { authorized }) => deleteService(ctx, authorized),
  }),
]
