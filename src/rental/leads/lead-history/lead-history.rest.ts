/** History of a lead: contract/leads.md §11. */
import { type Context, route } from '../../../context.ts'
import { utcText } from '../../../platform/dates/dates.ts'
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
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { actorCredential, presentCredential } from '../../prices/occupancies/credential-shape.ts'
import { leadStatuses, leadTypes } from '../../prices/occupancies/lead-status.ts'
import { requireLead } from '../leads/leads.ts'
import { type LeadActionRow, leadActionsMax, listLeadActions } from './list-lead-actions.sql.ts'

const typeSchema = nullable(named('LeadType', oneOf(leadTypes)))
const statusSchema = nullable(named('LeadStatus', oneOf(leadStatuses)))

const leadActionSchema = shape('LeadAct', {
  uid: uid(),
  act: text(),
  typeBefore: typeSchema,
  statusBefore: statusSchema,
  typeAfter: typeSchema,
  statusAfter: statusSchema,
  reason: personal(nullable(text({ max: 1_000 }))),
  events: listOf(text(), 100),
  credential: actorCredential,
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
    response: unpagedResponse('history', leadActionSchema, { max: leadActionsMax }),
    errors: ['LEAD_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const lead = await requireLead(ctx, params.uid!)
      const actions = await listLeadActions(ctx, lead)
      return unpaged(
        'history',
        actions.map(row => presentLeadAction(ctx, row, lead.personal)),
      )
    },
  }),
]

function presentLeadAction({ caller }: Context, row: LeadActionRow, isPersonal: boolean) {
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
