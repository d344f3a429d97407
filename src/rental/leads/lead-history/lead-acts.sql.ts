/**
 * The history of leads: what was done, by whom and what came of it. Rows are only ever added. The
 * events of a change are told from here, too.
 */
import type { Context } from '../../../context.ts'
import { inOneStatement, insertOf, type Write } from '../../../platform/db/one-statement.ts'
import { newUid } from '../../../platform/uid.ts'
import type { LeadRow } from '../leads/lead.ts'
import { updateLead } from '../leads/leads.ts'
import { type Following, followLeads } from './follow-leads.ts'
import { eventsOf, type LeadChange } from './lead-events.ts'
import { recordLeadEvents } from './record-lead-events.ts'
import { touchLeads } from './touch-leads.ts'

/** A change of a lead, and what else the act was given, such as the reason of a refusal. */
export interface LeadAct extends LeadChange {
  details?: Record<string, unknown> | undefined
}

/**
 * Adds acts to the histories of their leads, in the acts' own transaction. This is where every
 * change of a lead comes by, once.
 */
export async function recordActs(ctx: Following, acts: LeadAct[]): Promise<void> {
  if (acts.length === 0) return
  const [history] = recordHistory(ctx, acts)
  await inOneStatement(ctx, [history])
  await followLeads(ctx, acts)
}

/** What an act is called, and the lead as it was where the act has changed it already. */
export interface Told extends Pick<LeadAct, 'act' | 'details'> {
  before?: LeadRow
}

/** Writes changed columns of a locked lead, adds the act to its history, and gives the lead. */
export async function writeLead(
  ctx: Following & Pick<Context, 'sealer'>,
  lead: LeadRow,
  changes: Partial<LeadRow>,
  { act, details, before = lead }: Told,
): Promise<LeadRow> {
  const after = await updateLead(ctx, lead, changes)
  const isDeleted = after.deleted_at !== null
  await recordActs(ctx, [{ before, after: isDeleted ? null : after, act, details }])
  return after
}

/**
 * Returns the insert of actions into the histories of their leads as a write of a statement, see
 * `inOneStatement`, and puts their events into the transaction.
 */
export function recordHistory(ctx: Following, acts: LeadAct[]): [Write] {
  const { caller, clock } = ctx
  const { kind, uid: credential_uid } = caller.credential
  const now = clock.now()
  touchLeads(ctx, acts)
  const rows = acts.map(({ details, ...change }) => {
    const { before, after, act } = change
    const told = eventsOf(change)
    recordLeadEvents(ctx, change, told)
    const { agency_uid, uid: lead_uid } = (after ?? before) as LeadRow
    return {
      agency_uid,
      uid: newUid(now.getTime()),
      lead_uid,
      act,
      credential_kind: kind,
      credential_uid,
      type_before: before?.type ?? null,
      status_before: before?.status ?? null,
      type_after: after?.type ?? null,
      status_after: after?.status ?? null,
      details: details ? JSON.stringify(details) : null,
      ...told,
      created_at: now,
    }
  })
  return [insertOf('lead_acts', rows)]
}
