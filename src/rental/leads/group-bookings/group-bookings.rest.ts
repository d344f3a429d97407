/** Group bookings: contract/leads.md §9.1. */
import { type Context, route } from '../../../context.ts'
import { accessDenied, oneOfRequired } from '../../../platform/errors.ts'
import { Type } from '../../../platform/rest/fields.ts'
import { pageQuery, readList } from '../../../platform/rest/list.ts'
import { agencyUidOrOnly } from '../../access/agencies/tenant.sql.ts'
import { reachedHotel } from '../../properties/hotels/hotels.ts'
import { reachedProperties } from '../../properties/properties/properties.ts'
import { cancelBody } from '../leads/lead-body.ts'
import { countLeads, listLeads } from '../leads/leads.ts'
import { leadFilterQuery, readFilters } from '../leads/read-lead-filters.ts'
import { cancelGroupBooking } from './cancel-group-booking.ts'
import { createGroupBooking, type ReachedGroupPlaces } from './create-group-booking.ts'
import { type NewGroupBody, newGroupBody } from './group-body.ts'
import { memberPath } from './group-booking.ts'
import { listDeletedGroups, reachedGroupBooking, withSubs } from './group-bookings.ts'
import { groupAnswer, groupsAnswer, presentGroup } from './group-shape.ts'
import { readMembers } from './read-group.ts'

const path = '/leads/group-booking'
const since = '3.3'
const tag = 'Leads'

export const groupBookingRoutes = [
  route({
    method: 'GET',
    path,
    since,
    operationId: 'listGroupBookings',
    summary: 'List group bookings',
    tag,
    query: Type.Object({ ...leadFilterQuery, ...pageQuery }),
    answer: groupsAnswer,
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'INVALID_CURSOR', 'ACCESS_DENIED'],
    handler: async (ctx, { query, version }) => {
      const scope = ['agencyUid', 'propertyUid', 'hotelUid', 'leadUids'] as const
      if (scope.every(name => query[name] === undefined)) throw oneOfRequired([...scope])
      const filters = await readFilters(ctx, query, version)
      const ofMain = { ...filters, groupRole: 'MAIN' }
      const { agencyUid, propertyUid, hotelUid, leadUids } = filters
      const { rows, beside } = await readList(ctx, query, {
        list: (sort, page) => listLeads(ctx, ofMain, sort, page),
        count: () => countLeads(ctx, ofMain),
        listDeleted: (since, limit) =>
          listDeletedGroups(ctx, { agencyUid, propertyUid, hotelUid, leadUids }, since, limit),
      })
      const groups = await withSubs(ctx, rows)
      return { groupBookings: groups.map(group => presentGroup(ctx, group, version)), ...beside }
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
    tells: [
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
    answer: groupAnswer,
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
    authorize: async (ctx, { body }) => placesOf(ctx, body),
    handler: async (ctx, { body, version, reached }) => {
      const members = await readMembers(ctx, reached, body, version)
      const created = await createGroupBooking(ctx, reached, members)
      return { groupBooking: presentGroup(ctx, created, version) }
    },
  }),
  route({
    method: 'GET',
    path: `${path}/:groupUid`,
    since,
    summary: 'Get a group booking',
    tag,
    answer: groupAnswer,
    errors: ['GROUP_BOOKING_NOT_FOUND'],
    handler: async (ctx, { params, version }) => ({
      groupBooking: presentGroup(ctx, await reachedGroupBooking(ctx, params.groupUid!), version),
    }),
  }),
  route({
    method: 'POST',
    path: `${path}/:groupUid/cancel`,
    since,
    summary: 'Cancel a group booking',
    description: 'Cancels every booking of the group that can be cancelled, in one transaction.',
    tells: ['BOOKING_CANCELLED', 'PROPERTY_AVAILABILITY_UPDATED', 'LEAD_STATUS_CHANGED'],
    tag,
    body: cancelBody,
    answer: groupAnswer,
    errors: [
      'INVALID_PARAMETER',
      'INVALID_ENUM_VALUE',
      'GROUP_BOOKING_NOT_FOUND',
      'READ_ONLY_GRANT',
      'ILLEGAL_TRANSITION',
    ],
    authorize: async (ctx, { params }) => reachedGroupBooking(ctx, params.groupUid!, 'READ_WRITE'),
    handler: async (ctx, { params, body, version, reached }) => {
      await cancelGroupBooking(ctx, reached, { ...body, version })
      const cancelled = await reachedGroupBooking(ctx, params.groupUid!)
      return { groupBooking: presentGroup(ctx, cancelled, version) }
    },
  }),
]

/** @throws ApiError ACCESS_DENIED, READ_ONLY_GRANT, naming where the body has what is refused */
async function placesOf(ctx: Context, body: NewGroupBody): Promise<ReachedGroupPlaces> {
  const agencyUid = agencyUidOrOnly(ctx.caller, body.agencyUid)
  const hotel = body.hotelUid == null ? null : await reachedHotel(ctx, body.hotelUid)
  if (hotel && hotel.agency_uid !== agencyUid) throw accessDenied('hotelUid', body.hotelUid!)
  const named = [body.propertyUid, ...body.subLeads.map(({ propertyUid }) => propertyUid)]
  const parameterOf = (i: number) => memberPath(i, 'propertyUid')
  const wanted = { access: 'READ_WRITE', parameterOf } as const
  const properties = await reachedProperties(ctx, named, wanted)
  const foreign = properties.findIndex(property => property.agency_uid !== agencyUid)
  if (foreign >= 0) throw accessDenied(parameterOf(foreign), named[foreign]!)
  const propertyUids = properties.map(({ uid }) => uid)
  return { agencyUid, hotelUid: hotel?.uid ?? null, propertyUids }
}
