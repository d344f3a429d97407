/** Group bookings: contract/leads.md §9.1. */
import { type Context, route } from '../../../context.ts'
import { accessDenied, oneOfRequired } from '../../../platform/errors.ts'
import { Type } from '../../../platform/rest/fields.ts'
import { pageQuery, readList } from '../../../platform/rest/list.ts'
import { requireAgencyUidOrOnly } from '../../access/agencies/tenant.sql.ts'
import { requireHotel } from '../../properties/hotels/hotels.ts'
import { requireProperties } from '../../properties/properties/properties.ts'
import { cancelBody } from '../leads/lead-body.ts'
import { countLeads, listLeads } from '../leads/leads.ts'
import { leadFilterQuery, readFilters } from '../leads/read-lead-filters.ts'
import { cancelGroupBooking } from './cancel-group-booking.ts'
import { createGroupBooking, type GroupTargets } from './create-group-booking.ts'
import { type NewGroupBody, newGroupBody } from './group-body.ts'
import { memberPath } from './group-booking.ts'
import { listDeletedGroups, requireGroupBooking, withSubLeads } from './group-bookings.ts'
import { groupResponse, groupsResponse, presentGroup } from './group-shape.ts'
import { readMembers } from './read-group.ts'

const path = '/leads/group-booking'
const since = '3.3'
const tag = 'Leads'

/** Filters of which a list needs at least one. */
const requiredFilters = ['agencyUid', 'propertyUid', 'hotelUid', 'leadUids'] as const

export const groupBookingRoutes = [
  route({
    method: 'GET',
    path,
    since,
    operationId: 'listGroupBookings',
    summary: 'List group bookings',
    tag,
    query: Type.Object({ ...leadFilterQuery, ...pageQuery }),
    response: groupsResponse,
    errors: ['REQUIRED_PARAMETER', 'INVALID_CURSOR', 'ACCESS_DENIED', 'GROUP_BOOKING_NOT_FOUND'],
    handler: async (ctx, { query, version }) => {
      if (requiredFilters.every(name => query[name] === undefined)) {
        throw oneOfRequired([...requiredFilters])
      }
      const filters = await readFilters(ctx, query, version)
      const mainFilters = { ...filters, groupRole: 'MAIN' }
      const { agencyUid, propertyUid, hotelUid, leadUids } = filters
      const { rows, envelope } = await readList(ctx, query, {
        list: (sort, page) => listLeads(ctx, mainFilters, sort, page),
        count: () => countLeads(ctx, mainFilters),
        listDeleted: (deletedSince, limit) => {
          const references = { agencyUid, propertyUid, hotelUid, leadUids }
          return listDeletedGroups(ctx, references, deletedSince, limit)
        },
      })
      const groups = await withSubLeads(ctx, rows)
      return { groupBookings: groups.map(group => presentGroup(ctx, group, version)), ...envelope }
    },
  }),
  route({
    method: 'POST',
    path,
    since,
    summary: 'Create a group booking',
    description:
      'Creates one lead per stay, with the same guest and a common group. All or nothing: if ' +
      'one stay is rejected, no lead is created.',
    emits: [
      'NEW_BOOKING',
      'PROPERTY_AVAILABILITY_UPDATED',
      'ORDER_CREATED',
      'NEW_INQUIRY',
      'NEW_HOLD',
      'NEW_BOOKING_REQUEST',
      'NEW_BLOCKED_DATES',
    ],
    tag,
    body: newGroupBody,
    http: { status: 201 },
    response: groupResponse,
    errors: [
      'REQUIRED_PARAMETER',
      'INVALID_PARAMETER',
      'INVALID_ENUM_VALUE',
      'INVALID_DATE_RANGE',
      'ACCESS_DENIED',
      'READ_ONLY_GRANT',
      'OPERATION_NOT_PERMITTED',
      'EMPLOYEE_NOT_FOUND',
      'FEE_NOT_FOUND',
      'NOT_AVAILABLE',
      'MASTER_NOT_BOOKABLE',
    ],
    authorize: async (ctx, { body }) => readTargets(ctx, body),
    handler: async (ctx, { body, version, authorized }) => {
      const members = await readMembers(ctx, authorized, body, version)
      const created = await createGroupBooking(ctx, authorized, members)
      return { groupBooking: presentGroup(ctx, created, version) }
    },
  }),
  route({
    method: 'GET',
    path: `${path}/:groupUid`,
    since,
    summary: 'Get a group booking',
    tag,
    response: groupResponse,
    errors: ['GROUP_BOOKING_NOT_FOUND'],
    handler: async (ctx, { params, version }) => ({
      groupBooking: presentGroup(ctx, await requireGroupBooking(ctx, params.groupUid!), version),
    }),
  }),
  route({
    method: 'POST',
    path: `${path}/:groupUid/cancel`,
    since,
    summary: 'Cancel a group booking',
    description: 'Cancels every booking of the group that can be cancelled, in one transaction.',
    emits: ['BOOKING_CANCELLED', 'PROPERTY_AVAILABILITY_UPDATED', 'LEAD_STATUS_CHANGED'],
    tag,
    body: cancelBody,
    response: groupResponse,
    errors: [
      'INVALID_PARAMETER',
      'INVALID_ENUM_VALUE',
      'GROUP_BOOKING_NOT_FOUND',
      'READ_ONLY_GRANT',
      'ILLEGAL_TRANSITION',
    ],
    authorize: async (ctx, { params }) => requireGroupBooking(ctx, params.groupUid!, 'READ_WRITE'),
    handler: async (ctx, { params, body, version, authorized }) => {
      await cancelGroupBooking(ctx, authorized, { ...body, version })
      const cancelled = await requireGroupBooking(ctx, params.groupUid!)
      return { groupBooking: presentGroup(ctx, cancelled, version) }
    },
  }),
]

/**
 * Checks access to the properties and the hotel of a body.
 *
 * @throws ApiError ACCESS_DENIED, READ_ONLY_GRANT with the path of the refused reference
 */
async function readTargets(ctx: Context, body: NewGroupBody): Promise<GroupTargets> {
  const agencyUid = requireAgencyUidOrOnly(ctx.caller, body.agencyUid)
  const hotel = body.hotelUid == null ? null : await requireHotel(ctx, body.hotelUid)
  if (hotel && hotel.agency_uid !== agencyUid) throw accessDenied('hotelUid', body.hotelUid!)
  const requestedUids = [body.propertyUid, ...body.subLeads.map(({ propertyUid }) => propertyUid)]
  const parameterOf = (i: number) => memberPath(i, 'propertyUid')
  const options = { access: 'READ_WRITE', parameterOf } as const
  const properties = await requireProperties(ctx, requestedUids, options)
  const foreign = properties.findIndex(property => property.agency_uid !== agencyUid)
  if (foreign >= 0) throw accessDenied(parameterOf(foreign), requestedUids[foreign]!)
  const propertyUids = properties.map(({ uid }) => uid)
  return { agencyUid, hotelUid: hotel?.uid ?? null, propertyUids }
}
