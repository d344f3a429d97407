/** Legacy `/v2/agencies`: contract/resources.md §11. */
import { route } from '../../../context.ts'
import { integer, nullable, shape, Type, text, uid } from '../../../platform/rest/fields.ts'
import { presentAgency } from './agencies.rest.ts'
import { listAgencies, requireAgency } from './agencies.ts'

const legacyAgency = shape('Agency', {
  uid: uid(),
  name: text(),
  agencyEmailAddress: nullable(text()),
  phoneNumber: nullable(text()),
  website: nullable(text()),
  address1: nullable(text()),
  city: nullable(text()),
  state: nullable(text()),
  zipCode: nullable(text()),
  countryCode: nullable(text()),
  defaultCheckInTime: integer(0, 23),
  defaultCheckOutTime: integer(0, 23),
})

export const legacyAgencyRoutes = [
  route({
    method: 'GET',
    path: '/agencies',
    summary: 'List agencies',
    tag: 'Agencies',
    response: Type.Array(legacyAgency),
    errors: [],
    handler: async ctx => (await listAgencies(ctx)).map(presentAgency),
  }),
  route({
    method: 'GET',
    path: '/agencies/:uid',
    summary: 'Get an agency',
    tag: 'Agencies',
    response: legacyAgency,
    errors: ['AGENCY_NOT_FOUND'],
    handler: async (ctx, { params }) => presentAgency(await requireAgency(ctx, params.uid!)),
  }),
]
