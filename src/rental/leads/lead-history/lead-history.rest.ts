/** What was done to a lead: contract/leads.md §11. */
import { type Context, route } from '../../../context.ts'
import { utcText } from '../../../platform/dates.ts'
import {
  listOf,
  named,
  nullable,
  oneOf,
  personal,
  shape,
  text,
  uid,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { actingCredential, presentCredential } from '../../prices/occupancies/credential-shape.ts'
import { leadStatuses, leadTypes } from '../leads/lead.ts'
import { reachedLead } from '../leads/leads.ts'
import { actsMax, type KeptAct, listActs } from './acts-of-lead.sql.ts'

const type = nullable(named('LeadType', oneOf(leadTypes)))
const status = nullable(named('LeadStatus', oneOf(leadStatuses)))

const act = shape('LeadAct', {
  uid: uid(),
  act: text(),
  typeBefore: type,
  statusBefore: status,
  typeAfter: type,
  statusAfter: status,
  reason: personal(nullable(text({ max: 1_000 }))),
  events: listOf(text(), 100),
  credential: actingCredential,
  doneUtcDateTime: utcDateTime(),
})

export const leadHistoryRoutes = [
  route({
    method: 'GET',
    path: '/leads/:uid/history',
    since: '3.3',
    operationId: 'listLeadHistory',
    summary: 'Get the history of a lead',
    description:
      'Returns every action, oldest first, with the state before and after. Kept permanently.',
    tag: 'Leads',
    answer: unpagedAnswer('history', act, { max: actsMax }),
    errors: ['LEAD_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const lead = await reachedLead(ctx, params.uid!)
      const acts = await listActs(ctx, lead)
      return unpaged(
        'history',
        acts.map(row => presentAct(ctx, row, lead.personal)),
      )
    },
  }),
]

function presentAct({ caller }: Context, row: KeptAct, isPersonal: boolean) {
  return {
    uid: row.uid,
    act: row.act,
    typeBefore: row.type_before,
    statusBefore: row.status_before,
    typeAfter: row.type_after,
    statusAfter: row.status_after,
    ...(isPersonal ? { reason: row.details?.reason ?? null } : {}),
    events: row.events,
    credential: presentCredential(caller, row),
    doneUtcDateTime: utcText(row.created_at),
  }
}
