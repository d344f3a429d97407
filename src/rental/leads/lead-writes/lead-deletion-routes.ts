/** Deletion of a lead, equal in all API versions: contract/leads.md §8, §10. */
import { route } from '../../../context.ts'
import { deleteLead } from './delete-lead.ts'
import { writableLead } from './read-lead.ts'

export const deleteLeadRoute = route({
  method: 'DELETE',
  path: '/leads/:uid',
  summary: 'Delete a lead',
  emits: ['PROPERTY_AVAILABILITY_UPDATED', 'LEAD_SOFT_DELETED', 'BLOCK_DELETED'],
  tag: 'Leads',
  http: { status: 204 },
  errors: ['LEAD_NOT_FOUND', 'READ_ONLY_GRANT', 'LEAD_NOT_DELETABLE', 'LEAD_READ_ONLY'],
  authorize: async (ctx, { params }) => writableLead(ctx, params.uid!),
  handler: async (ctx, { version, authorized }) => deleteLead(ctx, authorized, version),
})
