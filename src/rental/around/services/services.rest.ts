/** Services: contract/resources.md §1.4. */
import { route } from '../../../context.ts'
import { currencyCode, named, nullable, oneOf, Type, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { agencyUidOrOnly, reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { reachedServiceProvider } from '../service-providers/service-providers.ts'
import { addService } from './add-service.ts'
import { changeService } from './change-service.ts'
import { deleteService } from './delete-service.ts'
import { serviceAudiences } from './service.ts'
import { fieldsFrom, presentService, service, serviceMembers } from './service-shape.ts'
import { listServices, reachedService } from './services.ts'

const all = { path: '/services', tag: 'Services' } as const
const one = { path: '/services/:uid', tag: 'Services' } as const
const answer = Type.Object({ service })
const writeErrors = ['SERVICE_PROVIDER_NOT_FOUND'] as const

export const serviceRoutes = [
  route({
    ...all,
    method: 'GET',
    summary: 'List services',
    query: Type.Object({
      agencyUid: uid(),
      serviceProviderUid: Type.Optional(uid()),
      cateredTo: Type.Optional(named('ServiceAudience', oneOf(serviceAudiences))),
    }),
    answer: unpagedAnswer('services', service),
    errors: ['ACCESS_DENIED', 'SERVICE_PROVIDER_NOT_FOUND'],
    handler: async (ctx, { query }) => {
      const agencyUid = reachedAgencyUid(ctx.caller, query.agencyUid)
      const { serviceProviderUid: text, cateredTo } = query
      const provider = text === undefined ? undefined : await reachedServiceProvider(ctx, text)
      const filters = { serviceProviderUid: provider?.uid, cateredTo }
      const rows = await listServices(ctx, agencyUid, filters)
      return unpaged('services', rows.map(presentService))
    },
  }),
  route({
    ...all,
    method: 'POST',
    since: '3.3',
    summary: 'Create a service',
    access: { callers: ['agency'] },
    body: Type.Object({
      agencyUid: Type.Optional(nullable(uid())),
      ...serviceMembers,
      currency: Type.Optional(nullable(currencyCode())),
    }),
    http: { status: 201 },
    answer,
    errors: [...writeErrors, 'ACCESS_DENIED'],
    authorize: async (ctx, { body }) => agencyUidOrOnly(ctx.caller, body.agencyUid),
    handler: async (ctx, { body, reached: agencyUid }) => {
      const fields = { ...fieldsFrom(body), currency: body.currency ?? null }
      return { service: presentService(await addService(ctx, agencyUid, fields)) }
    },
  }),
  route({
    ...one,
    method: 'GET',
    summary: 'Get a service',
    answer,
    errors: ['SERVICE_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      service: presentService(await reachedService(ctx, params.uid!)),
    }),
  }),
  route({
    ...one,
    method: 'PUT',
    summary: 'Replace a service',
    access: { callers: ['agency'] },
    body: Type.Object(serviceMembers),
    answer,
    errors: [...writeErrors, 'SERVICE_NOT_FOUND'],
    authorize: async (ctx, { params }) => reachedService(ctx, params.uid!),
    handler: async (ctx, { body, reached }) => ({
      service: presentService(await changeService(ctx, reached, fieldsFrom(body))),
    }),
  }),
  route({
    ...one,
    method: 'DELETE',
    since: '3.3',
    summary: 'Delete a service',
    access: { callers: ['agency'] },
    http: { status: 204 },
    errors: ['SERVICE_NOT_FOUND', 'STATE_CONFLICT'],
    authorize: async (ctx, { params }) => reachedService(ctx, params.uid!),
    handler: async (ctx, { reached }) => deleteService(ctx, reached),
  }),
]
