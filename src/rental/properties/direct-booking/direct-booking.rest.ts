/** What of an agency and its properties is booked directly: contract/resources.md §7. */
import { type Context, route } from '../../../context.ts'
import {
  accessDenied,
  exactlyOne,
  invalidParameter,
  oneOfRequired,
} from '../../../platform/errors.ts'
import {
  bool,
  listOf,
  named,
  nullable,
  shape,
  Type,
  text,
  uid,
  url,
} from '../../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { reachedAgency } from '../../access/agencies/agencies.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { reachedProperties, reachedProperty } from '../properties/properties.ts'
import { presentProperty, property } from '../properties/property-shape.ts'
import { changeBookingPage } from './change-booking-page.ts'
import { changeBookingSite } from './change-booking-site.ts'
import { findBookingPage, findSite, listFeatured, listFeaturedUids } from './direct-booking.ts'
import { isSlug, pageUrl } from './page-url.ts'

const featuredMax = 50

const ofProperty = { url: nullable(url()), enabled: bool() }
const ofAgency = {
  agencyUid: uid(),
  dbsEnabled: bool(),
  website: nullable(url()),
  featuredProperties: listOf(uid(), featuredMax),
}
const propertyAnswer = Type.Object({ dbs: shape('PropertyDirectBooking', ofProperty) })
const agencyAnswer = Type.Object({ dbs: shape('AgencyDirectBooking', ofAgency) })

const since = '3.2'
const tag = 'Direct booking'
const propertyPath = '/dbs/properties/:propertyUid'
const agencyPath = '/dbs/agencies/:agencyUid'

export const directBookingRoutes = [
  route({
    method: 'GET',
    path: '/dbs',
    since,
    operationId: 'getDirectBooking',
    summary: 'Get the direct booking data of a property or an agency',
    tag,
    query: Type.Object({ propertyUid: Type.Optional(uid()), agencyUid: Type.Optional(uid()) }),
    answer: Type.Object({
      dbs: named('DirectBooking', Type.Partial(Type.Object({ ...ofProperty, ...ofAgency }))),
    }),
    errors: ['REQUIRED_PARAMETER', 'CONFLICTING_PARAMETERS', 'ACCESS_DENIED'],
    handler: async (ctx, { query: { propertyUid, agencyUid } }) => {
      const oneOf = ['propertyUid', 'agencyUid']
      if (propertyUid !== undefined && agencyUid !== undefined) throw exactlyOne(oneOf)
      if (propertyUid !== undefined) {
        return dbsOfProperty(ctx, await reachedProperty(ctx, propertyUid))
      }
      const [only, ...others] = ctx.caller.agencyUids
      if (agencyUid === undefined && (only === undefined || others.length > 0)) {
        throw oneOfRequired(oneOf)
      }
      return dbsOfAgency(ctx, reachedAgencyUid(ctx.caller, agencyUid ?? only!))
    },
  }),
  route({
    method: 'GET',
    path: propertyPath,
    since,
    operationId: 'getPropertyDirectBooking',
    summary: 'Get the direct booking data of a property',
    tag,
    answer: propertyAnswer,
    errors: ['PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params }) =>
      dbsOfProperty(ctx, await reachedProperty(ctx, params.propertyUid!, { inPath: true })),
  }),
  route({
    method: 'PUT',
    path: propertyPath,
    since: '3.3',
    operationId: 'replacePropertyDirectBooking',
    summary: 'Enable or disable direct booking for a property',
    tells: ['DBS_UPDATED'],
    tag,
    body: Type.Object({ enabled: bool(), slug: Type.Optional(nullable(text())) }),
    answer: propertyAnswer,
    errors: [
      'REQUIRED_PARAMETER',
      'INVALID_PARAMETER',
      'PROPERTY_NOT_FOUND',
      'READ_ONLY_GRANT',
      'ALREADY_EXISTS',
    ],
    authorize: async (ctx, { params, body }) => {
      if (body.slug != null && !isSlug(body.slug)) {
        throw invalidParameter('slug', 'must be 1 to 80 lower-case letters, digits and hyphens')
      }
      const wanted = { access: 'READ_WRITE', inPath: true } as const
      return reachedProperty(ctx, params.propertyUid!, wanted)
    },
    handler: async (ctx, { body: { enabled, slug = null }, reached }) => {
      await changeBookingPage(ctx, reached, { enabled, slug })
      return dbsOfProperty(ctx, reached)
    },
  }),
  route({
    method: 'GET',
    path: agencyPath,
    since,
    operationId: 'getAgencyDirectBooking',
    summary: 'Get the direct booking data of an agency',
    tag,
    answer: agencyAnswer,
    errors: ['AGENCY_NOT_FOUND'],
    handler: async (ctx, { params }) =>
      dbsOfAgency(ctx, (await reachedAgency(ctx, params.agencyUid!)).agency_uid),
  }),
  route({
    method: 'PUT',
    path: agencyPath,
    since: '3.3',
    operationId: 'replaceAgencyDirectBooking',
    summary: 'Replace the direct booking data of an agency',
    tells: ['DBS_UPDATED'],
    tag,
    access: { callers: ['agency'] },
    body: Type.Object({
      dbsEnabled: bool(),
      website: Type.Optional(nullable(url())),
      featuredProperties: Type.Optional(nullable(listOf(uid(), featuredMax))),
    }),
    answer: agencyAnswer,
    errors: [
      'REQUIRED_PARAMETER',
      'INVALID_PARAMETER',
      'AGENCY_NOT_FOUND',
      'ACCESS_DENIED',
      'OPERATION_NOT_PERMITTED',
    ],
    authorize: async (ctx, { params }) => reachedAgency(ctx, params.agencyUid!),
    handler: async (ctx, { body, reached: { agency_uid: agencyUid } }) => {
      const featuredUids = await featuredOf(ctx, agencyUid, body.featuredProperties ?? [])
      const { dbsEnabled: isEnabled, website = null } = body
      await changeBookingSite(ctx, agencyUid, { isEnabled, website, featuredUids })
      return dbsOfAgency(ctx, agencyUid)
    },
  }),
  route({
    method: 'GET',
    path: '/agencies/:uid/featured-properties',
    summary: 'List the featured properties of an agency',
    tag,
    answer: unpagedAnswer('featuredProperties', property),
    errors: ['AGENCY_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const { agency_uid } = await reachedAgency(ctx, params.uid!)
      const rows = await listFeatured(ctx, agency_uid)
      const active = rows.filter(({ is_active }) => is_active)
      return unpaged('featuredProperties', active.map(presentProperty))
    },
  }),
]

async function dbsOfProperty(ctx: Context, property: { agency_uid: string; uid: string }) {
  const page = await findBookingPage(ctx, property)
  return { dbs: { url: pageUrl(page, ctx.settings.publicUrl), enabled: page !== null } }
}

async function dbsOfAgency(ctx: Context, agencyUid: string) {
  const { is_enabled = false, website = null } = (await findSite(ctx, agencyUid)) ?? {}
  const featuredProperties = await listFeaturedUids(ctx, agencyUid)
  return { dbs: { agencyUid, dbsEnabled: is_enabled, website, featuredProperties } }
}

/** Properties of the agency by their uids, each once. @throws ApiError ACCESS_DENIED */
async function featuredOf(ctx: Context, agencyUid: string, uids: string[]): Promise<string[]> {
  const parameterOf = (i: number) => `featuredProperties[${i}]`
  const properties = await reachedProperties(ctx, uids, { parameterOf })
  const strange = properties.findIndex(({ agency_uid }) => agency_uid !== agencyUid)
  if (strange >= 0) throw accessDenied(parameterOf(strange), uids[strange]!)
  return [...new Set(properties.map(({ uid }) => uid))]
}
