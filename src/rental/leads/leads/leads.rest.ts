import { route } from '../../../context.ts'
import { notFound, oneOfRequired } from '../../../platform/errors.ts'
import { count, named, oneOf, shape, Type, text, uid } from '../../../platform/rest/fields.ts'
import { pageQuery, readSortedList, unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { tagsFrom } from '../../../platform/rest/tags-from.ts'
import { asUid } from '../../../platform/uid.ts'
import { stateReader } from '../../events/events/object-states.sql.ts'
import { leadStatuses } from '../../prices/occupancies/lead-status.ts'
import { countProperties, leadStages } from './lead.ts'
import { countLeadsBy } from './lead-counts.sql.ts'
import { leadResponse, leadsResponse, presentLead } from './lead-shape.ts'
import { countLeads, findLead, listDeletedLeads, listLeads } from './leads.ts'
import { leadFilterQuery, leadSortQuery, readFilters } from './read-lead-filters.ts'
import { leadSortKey, leadSortOrder } from './read-lead-sort.ts'

const query = Type.Object({ ...leadFilterQuery, ...leadSortQuery, ...pageQuery })

/** Filters of which a list needs at least one. */
const requiredFilters = ['propertyUid', 'agencyUid', 'leadUids'] as const

const countProperty = named('LeadCountBy', oneOf(countProperties))

const countQuery = Type.Object({ ...leadFilterQuery, agencyUid: uid(), by: countProperty })

const leadCountSchema = shape('LeadCount', { value: text(), count: count() })

export const leadRoutes = [
  route({
    method: 'GET',
    path: '/leads',
    summary: 'List leads',
    tag: 'Leads',
    query,
    response: leadsResponse,
    http: {
      cache: {
        tagsOf: tagsFrom('propertyUid', [...Object.keys(pageQuery), 'sort', 'sortDirection']),
      },
    },
    errors: ['REQUIRED_PARAMETER', 'INVALID_CURSOR', 'ACCESS_DENIED', 'GROUP_BOOKING_NOT_FOUND'],
    handler: async (ctx, { query, version }) => {
      if (requiredFilters.every(name => query[name] === undefined)) {
        throw oneOfRequired([...requiredFilters])
      }
      const { sort: _, sortDirection: __, ...filterInput } = query
      const order = leadSortOrder(query)
      // Leads that are not booked have no place in this order.
      const isBooked = query.sort === 'booked' ? true : undefined
      const filters = { ...(await readFilters(ctx, filterInput, version)), isBooked }
      const { agencyUid, propertyUid, leadUids } = filters
      const { rows, envelope } = await readSortedList(
        query,
        { sort: order, keyOf: leadSortKey(order) },
        {
          list: (sort, page) => listLeads(ctx, filters, sort, page),
          count: () => countLeads(ctx, filters),
          listDeleted: (since, limit) =>
            listDeletedLeads(ctx, { agencyUid, propertyUid, leadUids }, since, limit),
        },
        { clock: ctx.clock },
      )
      return { leads: rows.map(row => presentLead(ctx, row, version)), ...envelope }
    },
  }),
  route({
    method: 'GET',
    path: '/leads/counts',
    since: '3.3',
    operationId: 'countLeads',
    summary: 'Count leads by status or stage',
    description:
      'Takes the same filters as the list of leads. Returns every value, including those ' +
      'without leads.',
    tag: 'Leads',
    query: countQuery,
    response: unpagedResponse('counts', leadCountSchema),
    http: { cache: {} },
    errors: ['REQUIRED_PARAMETER', 'ACCESS_DENIED', 'GROUP_BOOKING_NOT_FOUND'],
    handler: async (ctx, { query: { by, ...query }, version }) => {
      const filters = await readFilters(ctx, query, version)
      const countByValue = new Map(await countLeadsBy(ctx, by, filters))
      const values: readonly string[] = by === 'stage' ? leadStages : leadStatuses
      return unpaged(
        'counts',
        values.map(value => ({ value, count: countByValue.get(value) ?? 0 })),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/leads/:uid',
    http: { findState: stateReader('leads', 'LEAD'), cache: {} },
    summary: 'Get a lead',
    tag: 'Leads',
    response: leadResponse,
    errors: ['LEAD_NOT_FOUND'],
    handler: async (ctx, { params, version }) => {
      const uid = asUid(params.uid!)
      const row = uid === null ? undefined : await findLead(ctx, uid)
      if (!row) throw notFound('LEAD_NOT_FOUND', params.uid!)
      return { lead: presentLead(ctx, row, version) }
    },
  }),
]
