import type { Static } from 'typebox'
import { type Context, route } from '../../context.ts'
import { notFound, oneOfRequired } from '../../platform/errors.ts'
import {
  date,
  listOf,
  oneOf,
  since,
  Type,
  text,
  uid,
  utcInstant,
} from '../../platform/rest/fields.ts'
import { pageQuery, readList } from '../../platform/rest/list.ts'
import type { Version } from '../../platform/rest/version.ts'
import { asUid } from '../../platform/uid.ts'
import { reachedAgencyUid } from '../agencies/tenant.ts'
import { reachedHotel } from '../hotels/hotels.ts'
import { reachedProperty } from '../properties/properties.ts'
import { reachedUnit } from '../units/units.ts'
import { leadChannels, leadStatuses, leadTypes, statusesMeant, statusSince } from './lead.ts'
import type { LeadFilters } from './lead-filters.ts'
import { leadAnswer, leadsAnswer, presentLead } from './lead-shape.ts'
import { countLeads, findLead, listDeletedLeads, listLeads } from './leads.ts'

const query = Type.Object({
  agencyUid: Type.Optional(uid()),
  propertyUid: Type.Optional(uid()),
  leadUids: Type.Optional(listOf(uid())),
  checkInFrom: Type.Optional(date()),
  checkInTo: Type.Optional(date()),
  checkOutFrom: Type.Optional(date()),
  checkOutTo: Type.Optional(date()),
  checkInFromUtcDateTime: Type.Optional(utcInstant()),
  checkInToUtcDateTime: Type.Optional(utcInstant()),
  checkOutFromUtcDateTime: Type.Optional(utcInstant()),
  checkOutToUtcDateTime: Type.Optional(utcInstant()),
  updatedSince: Type.Optional(utcInstant()),
  stayFrom: Type.Optional(date()),
  stayTo: Type.Optional(date()),
  statusIn: Type.Optional(listOf(oneOf(leadStatuses, statusSince))),
  typeIn: Type.Optional(listOf(oneOf(leadTypes))),
  channelIn: Type.Optional(listOf(oneOf(leadChannels))),
  unitUid: Type.Optional(since('3.1', uid())),
  hotelUid: Type.Optional(since('3.3', uid())),
  groupUid: Type.Optional(since('3.3', uid())),
  externalBookingId: Type.Optional(text()),
  ...pageQuery,
})

type Query = Static<typeof query>

export const leadRoutes = [
  route({
    method: 'GET',
    path: '/leads',
    summary: 'List leads',
    tag: 'Leads',
    query,
    answer: leadsAnswer,
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'INVALID_CURSOR', 'ACCESS_DENIED'],
    handler: async (ctx, { query, version }) => {
      const scope = ['propertyUid', 'agencyUid', 'leadUids'] as const
      if (scope.every(name => query[name] === undefined)) throw oneOfRequired([...scope])
      const filters = await readFilters(ctx, query, version)
      const { agencyUid, propertyUid, leadUids } = filters
      const { rows, beside } = await readList(ctx, query, {
        list: (sort, page) => listLeads(ctx, filters, sort, page),
        count: () => countLeads(ctx, filters),
        listDeleted: (since, limit) =>
          listDeletedLeads(ctx, { agencyUid, propertyUid, leadUids }, since, limit),
      })
      return { leads: rows.map(row => presentLead(row, version)), ...beside }
    },
  }),
  route({
    method: 'GET',
    path: '/leads/:uid',
    summary: 'Get a lead',
    tag: 'Leads',
    answer: leadAnswer,
    errors: ['LEAD_NOT_FOUND'],
    handler: async (ctx, { params, version }) => {
      const uid = asUid(params.uid!)
      const row = uid === null ? undefined : await findLead(ctx, uid)
      if (!row) throw notFound('LEAD_NOT_FOUND', params.uid!)
      return { lead: presentLead(row, version) }
    },
  }),
]

/** The filters that the query names, its references checked (contract/general.md §3). */
async function readFilters(ctx: Context, query: Query, version: Version): Promise<LeadFilters> {
  const { agencyUid, propertyUid, unitUid, hotelUid, leadUids, groupUid } = query
  if (agencyUid !== undefined) reachedAgencyUid(ctx.caller, agencyUid)
  if (propertyUid !== undefined) await reachedProperty(ctx, propertyUid)
  if (unitUid !== undefined) await reachedUnit(ctx, unitUid)
  if (hotelUid !== undefined) await reachedHotel(ctx, hotelUid)
  return {
    ...query,
    leadUids: leadUids?.flatMap(uid => asUid(uid) ?? []),
    groupUid: groupUid === undefined ? undefined : await reachedGroup(ctx, groupUid),
    statusIn: query.statusIn && statusesMeant(version, query.statusIn),
  }
}

async function reachedGroup(ctx: Context, value: string): Promise<string> {
  const groupUid = asUid(value)
  if (groupUid !== null && (await countLeads(ctx, { groupUid })) > 0) return groupUid
  throw notFound('GROUP_BOOKING_NOT_FOUND', value)
}
