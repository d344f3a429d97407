import { route } from '../../../context.ts'
import { notFound, oneOfRequired } from '../../../platform/errors.ts'
import { count, named, oneOf, shape, Type, text, uid } from '../../../platform/rest/fields.ts'
import { pageQuery, readSortedList, unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { tagsFrom } from '../../../platform/rest/tags-from.ts'
import { asUid } from '../../../platform/uid.ts'
import { stateOfRows } from '../../events/events/object-states.sql.ts'
import { countedBy, leadStages, leadStatuses } from './lead.ts'
import { countLeadsBy } from './lead-counts.sql.ts'
import { leadAnswer, leadsAnswer, presentLead } from './lead-shape.ts'
import { countLeads, findLead, listDeletedLeads, listLeads } from './leads.ts'
import { leadFilterQuery, leadSortQuery, readFilters } from './read-lead-filters.ts'
import { leadKeyIn, leadOrderOf } from './read-lead-sort.ts'

const query = Type.Object({ ...leadFilterQuery, ...leadSortQuery, ...pageQuery })

const scope = ['propertyUid', 'agencyUid', 'leadUids'] as const

const by = named('LeadCountBy', oneOf(countedBy))

const countQuery = Type.Object({ ...leadFilterQuery, agencyUid: uid(), by })

const leadCount = shape('LeadCount', { value: text(), count: count() })

export const leadRoutes = [
  route({
    method: 'GET',
    path: '/leads',
    summary: 'List leads',
    tag: 'Leads',
    query,
    answer: leadsAnswer,
    http: {
      cache: {
        tagsOf: tagsFrom('propertyUid', [...Object.keys(pageQuery), 'sort', 'sortDirection']),
      },
    },
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'INVALID_CURSOR', 'ACCESS_DENIED'],
    handler: async (ctx, { query, version }) => {
      if (scope.every(name => query[name] === undefined)) throw oneOfRequired([...scope])
      const { sort: _, sortDirection: __, ...narrowing } = query
      const order = leadOrderOf(query)
      const isBooked = query.sort === 'booked' ? true : undefined
      const filters = { ...(await readFilters(ctx, narrowing, version)), isBooked }
      const { agencyUid, propertyUid, leadUids } = filters
      const { rows, beside } = await readSortedList(
        query,
        order,
        leadKeyIn(order),
        {
          list: (sort, page) => listLeads(ctx, filters, sort, page),
          count: () => countLeads(ctx, filters),
          listDeleted: (since, limit) =>
            listDeletedLeads(ctx, { agencyUid, propertyUid, leadUids }, since, limit),
        },
        { clock: ctx.clock },
      )
      return { leads: rows.map(row => presentLead(ctx, row, version)), ...beside }
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
    answer: unpagedAnswer('counts', leadCount),
    http: { cache: {} },
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'INVALID_ENUM_VALUE', 'ACCESS_DENIED'],
    handler: async (ctx, { query: { by, ...query }, version }) => {
      const filters = await readFilters(ctx, query, version)
      const found = new Map(await countLeadsBy(ctx, by, filters))
      const values: readonly string[] = by === 'stage' ? leadStages : leadStatuses
      return unpaged(
        'counts',
        values.map(value => ({ value, count: found.get(value) ?? 0 })),
      )
    },
  }),
  route({
    method: 'GET',
    path: '/leads/:uid',
    http: { findState: stateOfRows('leads', 'LEAD'), cache: {} },
    summary: 'Get a lead',
    tag: 'Leads',
    answer: leadAnswer,
    errors: ['LEAD_NOT_FOUND'],
    handler: async (ctx, { params, version }) => {
      const uid = asUid(params.uid!)
      const row = uid === null ? undefined : await findLead(ctx, uid)
      if (!row) throw notFound('LEAD_NOT_FOUND', params.uid!)
      return { lead: presentLead(ctx, row, version) }
    },
  }),
]
