import type { Static } from 'typebox'
import { type Context, route } from '../../context.ts'
import { utcText } from '../../platform/dates.ts'
import {
  type PageRequest,
  readCursor,
  readLimit,
  type SortOrder,
  writeCursor,
} from '../../platform/db/page.ts'
import { notFound, oneOfRequired } from '../../platform/errors.ts'
import {
  bool,
  date,
  listOf,
  oneOf,
  since,
  Type,
  text,
  uid,
  utcInstant,
} from '../../platform/rest/fields.ts'
import type { Version } from '../../platform/rest/version.ts'
import { asUid } from '../../platform/uid.ts'
import { reachedAgencyUid } from '../agencies/tenant.ts'
import { reachedHotel, reachedProperty, reachedUnit } from '../properties/properties.ts'
import {
  type Lead,
  leadChannels,
  leadStatuses,
  leadTypes,
  statusesMeant,
  statusSince,
} from './lead.ts'
import type { LeadFilters } from './lead-filters.ts'
import { leadAnswer, leadsAnswer, presentLead } from './lead-shape.ts'
import { newestFirst, updatedLast } from './lead-sources.ts'
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
  _limit: Type.Optional(text()),
  _cursor: Type.Optional(text({ max: 2_048 })),
  _total: Type.Optional(bool()),
})

type Query = Static<typeof query>

const deletedUidsMax = 1_000
const deletedKeptDays = 90

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
      const sort = query.updatedSince ? updatedLast : newestFirst
      const page = {
        limit: readLimit(query._limit, 20, 1_000),
        cursor: readCursor(query._cursor, sort),
      }
      const rows = await listLeads(ctx, filters, sort, page)
      const given = rows.slice(0, page.limit)
      const totalCount = query._total ? await countLeads(ctx, filters) : null
      const delta = await deltaOf(ctx, filters, page.cursor.k === null && page.cursor.offset === 0)
      return {
        leads: given.map(row => presentLead(row, version)),
        _metadata: { count: given.length, totalCount, ...delta },
        _paging: pagingOf(rows, page, sort),
      }
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

/** What a delta read also says: the value to send next time, and what is gone. */
async function deltaOf(ctx: Context, filters: LeadFilters, isFirstPage: boolean) {
  const since = filters.updatedSince as Date | undefined
  if (since === undefined) return {}
  const now = ctx.clock.now().getTime()
  const asOf = { asOfUtcDateTime: utcText(new Date(now - 2_000)) }
  if (!isFirstPage) return asOf
  const oldest = new Date(Math.max(since.getTime(), now - deletedKeptDays * 86_400_000))
  const { agencyUid, propertyUid, leadUids } = filters
  const scope = { agencyUid, propertyUid, leadUids }
  const uids = await listDeletedLeads(ctx, scope, oldest, deletedUidsMax + 1)
  const truncated = uids.length > deletedUidsMax ? { deletedTruncated: true } : {}
  return { ...asOf, deletedUids: uids.slice(0, deletedUidsMax), ...truncated }
}

function pagingOf(rows: Lead[], { limit, cursor }: PageRequest, sort: SortOrder) {
  if (rows.length === 0) return {}
  const last = rows[limit - 1]
  if (rows.length <= limit || !last) return { _limit: limit, _nextCursor: null }
  const instant = sort === updatedLast ? last.updated_at : last.created_at
  const k = [instant.toISOString(), last.uid]
  return { _limit: limit, _nextCursor: writeCursor(cursor.offset + limit, k, sort) }
}
