/** Direct booking of agencies and properties: contract/resources.md §7. */
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
  since,
  Type,
  text,
  uid,
  url,
} from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { requireAgency } from '../../access/agencies/agencies.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { contentReader } from '../../access/content-states/content-state.sql.ts'
import { requireProperties, requireProperty } from '../properties/properties.ts'
import { presentProperty, property } from '../properties/property-shape.ts'
import { changeBookingPage } from './change-booking-page.ts'
import { changeBookingSite } from './change-booking-site.ts'
import {
  findBookingPage,
  findPage,
  findSite,
  listFeatured,
  listFeaturedUids,
} from './direct-booking.ts'
import { isSlug, pageUrl } from './page-url.ts'

const featuredMax = 50

const propertyFields = {
  url: nullable(url()),
  enabled: bool(),
  pageEnabled: since('3.3', bool()),
  slug: since('3.3', nullable(text())),
}
const agencyFields = {
  agencyUid: uid(),
  dbsEnabled: bool(),
  website: nullable(url()),
  featuredProperties: listOf(uid(), featuredMax),
}
const propertyResponse = Type.Object({ dbs: shape('PropertyDirectBooking', propertyFields) })
const agencyResponse = Type.Object({ dbs: shape('AgencyDirectBooking', agencyFields) })

const pageState = { findState: contentReader('property', { table: 'direct_booking_pages' }) }
const siteState = {
  findState: contentReader('agency', [
    { table: 'direct_booking_sites' },
    { table: 'featured_properties' },
  ]),
}

const firstVersion = '3.2'
const tag = 'Direct booking'
const propertyPath = '/dbs/properties/:propertyUid'
const agencyPath = '/dbs/agencies/:agencyUid'

export const directBookingRoutes = [
  route({
    method: 'GET',
    path: '/dbs',
    since: firstVersion,
    operationId: 'getDirectBooking',
    summary: 'Get the direct booking data of a property or an agency',
    tag,
    query: Type.Object({ propertyUid: Type.Optional(uid()), agencyUid: Type.Optional(uid()) }),
    response: Type.Object({
      dbs: named(
        'DirectBooking',
        Type.Partial(Type.Object({ ...propertyFields, ...agencyFields })),
      ),
    }),
    errors: ['REQUIRED_PARAMETER', 'CONFLICTING_PARAMETERS', 'ACCESS_DENIED'],
    handler: async (ctx, { query: { propertyUid, agencyUid } }) => {
      const parameters = ['propertyUid', 'agencyUid']
      if (propertyUid !== undefined && agencyUid !== undefined) throw exactlyOne(parameters)
      if (propertyUid !== undefined) {
        return presentPropertyBooking(ctx, await requireProperty(ctx, propertyUid))
      }
      // Both may be omitted by a caller of a single agency.
      const [firstAgencyUid, ...otherAgencyUids] = ctx.caller.agencyUids
      if (agencyUid === undefined && (firstAgencyUid === undefined || otherAgencyUids.length > 0)) {
        throw oneOfRequired(parameters)
      }
      return presentAgencyBooking(ctx, requireAgencyUid(ctx.caller, agencyUid ?? firstAgencyUid!))
    },
  }),
  route({
    method: 'GET',
    path: propertyPath,
    since: firstVersion,
    operationId: 'getPropertyDirectBooking',
    http: pageState,
    summary: 'Get the direct booking data of a property',
    tag,
    response: propertyResponse,
    errors: ['PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params }) =>
      presentPropertyBooking(
        ctx,
        await requireProperty(ctx, params.propertyUid!, { inPath: true }),
      ),
  }),
  route({
    method: 'PUT',
    path: propertyPath,
    since: '3.3',
    operationId: 'replacePropertyDirectBooking',
    http: pageState,
    summary: 'Enable or disable direct booking for a property',
    emits: ['DBS_UPDATED'],
    tag,
    body: Type.Object({
      enabled: bool(),
      // Wins, so that a client can send back a response, whose `enabled` depends on the agency.
      pageEnabled: Type.Optional(bool()),
      slug: Type.Optional(nullable(text())),
    }),
    response: propertyResponse,
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
      const options = { access: 'READ_WRITE', inPath: true } as const
      return requireProperty(ctx, params.propertyUid!, options)
    },
    handler: async (ctx, { body: { enabled, pageEnabled = enabled, slug }, authorized }) => {
      await changeBookingPage(ctx, authorized, { enabled: pageEnabled, slug })
      return presentPropertyBooking(ctx, authorized)
    },
  }),
  route({
    method: 'GET',
    path: agencyPath,
    since: firstVersion,
    operationId: 'getAgencyDirectBooking',
    http: siteState,
    summary: 'Get the direct booking data of an agency',
    tag,
    response: agencyResponse,
    errors: ['AGENCY_NOT_FOUND'],
    handler: async (ctx, { params }) =>
      presentAgencyBooking(ctx, (await requireAgency(ctx, params.agencyUid!)).agency_uid),
  }),
  route({
    method: 'PUT',
    path: agencyPath,
    since: '3.3',
    operationId: 'replaceAgencyDirectBooking',
    http: siteState,
    summary: 'Replace the direct booking data of an agency',
    emits: ['DBS_UPDATED'],
    tag,
    access: { callers: ['agency'] },
    body: Type.Object({
      dbsEnabled: bool(),
      website: Type.Optional(nullable(url())),
      featuredProperties: Type.Optional(nullable(listOf(uid(), featuredMax))),
    }),
    response: agencyResponse,
    errors: [
      'REQUIRED_PARAMETER',
      'INVALID_PARAMETER',
      'AGENCY_NOT_FOUND',
      'ACCESS_DENIED',
      'OPERATION_NOT_PERMITTED',
    ],
    authorize: async (ctx, { params }) => requireAgency(ctx, params.agencyUid!),
    handler: async (ctx, { body, authorized: { agency_uid: agencyUid } }) => {
      const featuredUids = await readFeatured(ctx, agencyUid, body.featuredProperties ?? [])
      const { dbsEnabled: isEnabled, website = null } = body
      await changeBookingSite(ctx, agencyUid, { isEnabled, website, featuredUids })
      return presentAgencyBooking(ctx, agencyUid)
    },
  }),
  route({
    method: 'GET',
    path: '/agencies/:uid/featured-properties',
    summary: 'List the featured properties of an agency',
    tag,
    response: unpagedResponse('featuredProperties', property),
    errors: ['AGENCY_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const { agency_uid } = await requireAgency(ctx, params.uid!)
      const rows = await listFeatured(ctx, agency_uid)
      const active = rows.filter(({ is_active }) => is_active)
      return unpaged('featuredProperties', active.map(presentProperty))
    },
  }),
]

async function presentPropertyBooking(ctx: Context, property: { agency_uid: string; uid: string }) {
  const page = await findBookingPage(ctx, property)
  const { is_enabled, slug = null } = await findPage(ctx, property)
  const url = pageUrl(page, ctx.settings.publicUrl)
  return { dbs: { url, enabled: page !== null, pageEnabled: is_enabled ?? false, slug } }
}

async function presentAgencyBooking(ctx: Context, agencyUid: string) {
  const { is_enabled = false, website = null } = (await findSite(ctx, agencyUid)) ?? {}
  const featuredProperties = await listFeaturedUids(ctx, agencyUid)
  return { dbs: { agencyUid, dbsEnabled: is_enabled, website, featuredProperties } }
}

/**
 * Returns the distinct uids of the featured properties of an agency.
 *
 * @throws ApiError ACCESS_DENIED
 */
async function readFeatured(ctx: Context, agencyUid: string, uids: string[]): Promise<string[]> {
  const parameterAt = (i: number) => `featuredProperties[${i}]`
  const properties = await requireProperties(ctx, uids, { parameterOf: parameterAt })
  const foreignIndex = properties.findIndex(({ agency_uid }) => agency_uid !== agencyUid)
  if (foreignIndex >= 0) {
    throw accessDenied(parameterAt(foreignIndex), uids[foreignIndex]!)
  }
  return [...new Set(properties.map(({ uid }) => uid))]
}
