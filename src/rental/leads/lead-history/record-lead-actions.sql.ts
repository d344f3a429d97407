/**
 * History of leads: each action with its credential, and the states before and after. Rows are only
 * inserted. The events of a change are emitted here, too.
 */
import type { Context, LeadChangeContext } from '../../../context.ts'
import { buildInsert, combineWrites, type Write } from '../../../platform/db/combine-writes.ts'
import { newUid } from '../../../platform/uid.ts'
import type { LeadRow } from '../leads/lead.ts'
import { updateLead } from '../leads/leads.ts'
import { invalidateLeads } from './invalidate-leads.ts'
import { type LeadChange, leadEventsForChange } from './lead-events.ts'
import { recordLeadEvents } from './record-lead-events.ts'

/** Change of a lead with further inputs of its action, such as the reason of a refusal. */
export interface LeadChangeRecord extends LeadChange {
  details?: Record<string, unknown> | undefined
}

/**
 * Inserts actions into the histories of their leads, in the transaction of the actions, and calls
 * the subscribers. Every change of an existing lead passes through here exactly once.
 */
export async function recordLeadActions(
  ctx: LeadChangeContext,
  changes: LeadChangeRecord[],
): Promise<void> {
  if (changes.length === 0) return
  const [history] = recordHistory(ctx, changes)
  await combineWrites(ctx, [history])
  await ctx.subscribers.leadsChanged(ctx, changes)
}

export interface LeadUpdate {
  action: string
  details?: LeadChangeRecord['details']
  /** Original lead, if the action has already changed it. */
  before?: LeadRow
}

/** Updates columns of a locked lead, records the action in its history, and returns the lead. */
export async function updateLeadWithHistory(
  ctx: LeadChangeContext & Pick<Context, 'cipher'>,
  lead: LeadRow,
  changes: Partial<LeadRow>,
  { action, details, before = lead }: LeadUpdate,
): Promise<LeadRow> {
  const after = await updateLead(ctx, lead, changes)
  const isDeleted = after.deleted_at !== null
  await recordLeadActions(ctx, [{ before, after: isDeleted ? null : after, action, details }])
  return after
}

/**
 * Returns the insert of actions into the histories of their leads, for `inOneStatement`, and adds
 * their events to the transaction.
 */
export function recordHistory(ctx: LeadChangeContext, changes: LeadChangeRecord[]): [Write] {
  const { caller, clock } = ctx
  const { kind, uid: credential_uid } = caller.credential
  const now = clock.now()
  invalidateLeads(ctx, changes)
  const rows = changes.map(({ details, ...change }) => {
    const { before, after, action } = change
    const emitted = leadEventsForChange(change)
    recordLeadEvents(ctx, change, emitted)
    // A change has at least one of both.
    const { agency_uid, uid: lead_uid } = (after ?? before) as LeadRow
    return {
      agency_uid,
      uid: newUid(now.getTime()),
      lead_uid,
      act: action,
      credential_kind: kind,
      credential_uid,
      type_before: before?.type ?? null,
      status_before: before?.status ?? null,
      type_after: after?.type ?? null,
      status_after: after?.status ?? null,
      details: details ? JSON.stringify(details) : null,
      ...emitted,
      created_at: now,
    }
  })
  return [buildInsert('lead_acts', rows)]
}
