import { route } from '../../../context.ts'
import { notFound, oneOfRequired } from '../../../platform/errors.ts'
import { Type } from '../../../platform/rest/fields.ts'
import { pageQuery, readList } from '../../../platform/rest/list.ts'
import { asUid } from '../../../platform/uid.ts'
import { leadAnswer, leadsAnswer, presentLead } from './lead-shape.ts'
import { countLeads, findLead, listDeletedLeads, listLeads } from './leads.ts'
import { leadFilterQuery, readFilters } from './read-lead-filters.ts'

const query = Type.Object({ ...leadFilterQuery, ...pageQuery })

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
      return { leads: rows.map(row => presentLead(ctx, row, version)), ...beside }
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
      return { lead: presentLead(ctx, row, version) }
    },
  }),
]
