import type { Context } from '../../../context.ts'
import { diffColumns } from '../../../platform/db/dirty-columns.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { toLeadState } from '../../prices/occupancies/lead-status.ts'
import { alterLead } from '../lead-actions/alter-lead.ts'
import { lockForAction, type UnlockedLead } from '../lead-actions/lock-for-action.ts'
import { illegalTransition } from '../lead-actions/refuse-action.ts'
import { transitionLead } from '../lead-actions/transition-lead.ts'
import { changeLead } from '../lead-writes/change-lead.ts'
import type { Alteration } from '../lead-writes/read-alteration.ts'
import { datesOf, type LeadRow } from '../leads/lead.ts'
import { type LegacyLead, requireLegacyLead } from '../leads/leads.ts'
import { actionsForStatus, bookedColumns, type LegacyStatus } from '../leads/legacy-statuses.ts'
import type { LegacyChange } from './read-legacy-lead.ts'

/**
 * Updates a lead for v2 (contract/leads.md §10.2) in one transaction: descriptive fields, then the
 * stay, then the status, each by the action that v3 has for it. Values that are sent back unchanged
 * have no effect.
 *
 * @throws ApiError LEAD_NOT_FOUND, LEAD_READ_ONLY, ILLEGAL_TRANSITION, and errors of
 *   {@link alterLead} and the actions
 */
export async function changeLegacyLead(
  ctx: Context,
  unlocked: UnlockedLead,
  { columns, guest, alteration, status }: LegacyChange,
  version: Version,
): Promise<LegacyLead> {
  return transaction(ctx, async (ctx: Context) => {
    // Locks for all three changes: properties must be locked before leads, to avoid deadlocks.
    const options = { version, mayOccupyNights: true, toPropertyUid: alteration.propertyUid }
    const { lead } = await lockForAction(ctx, unlocked, options)
    const before = await requireLegacyLead(ctx, lead.uid)
    const changesStatus = status !== null && status !== before.legacy_status
    const bookingColumns = changesStatus && toLeadState(lead) === 'BK' ? bookedColumns(status) : {}
    const input = { columns: { ...columns, ...bookingColumns }, guest }
    const changed = await changeLead(ctx, lead, input, version)
    const altered = await alterIfDifferent(ctx, changed, alteration, version)
    if (changesStatus) await applyStatus(ctx, altered, status, version)
    return requireLegacyLead(ctx, lead.uid)
  })
}

/** Alters a lead if its stay, property or guest counts differ. */
async function alterIfDifferent(
  ctx: Context,
  lead: LeadRow,
  { stay, propertyUid, counts, ...terms }: Alteration,
  version: Version,
): Promise<LeadRow> {
  const { checkIn, checkOut } = datesOf(lead)
  const ends = {
    checkIn: valueIfDifferent(stay.checkIn, checkIn),
    checkOut: valueIfDifferent(stay.checkOut, checkOut),
  }
  const target = valueIfDifferent(propertyUid, lead.property_uid)
  const changedCounts = lead.type === 'BLOCK' ? {} : diffColumns(lead, counts)
  const isMoved = ends.checkIn !== null || ends.checkOut !== null || target !== null
  if (!isMoved && Object.keys(changedCounts).length === 0) return lead
  const alteration = { ...terms, stay: ends, propertyUid: target, counts: changedCounts }
  return alterLead(ctx, lead, alteration, version)
}

/** Returns the value, or null if it equals the present one. */
function valueIfDifferent(value: string | null, current: string | null): string | null {
  return value === current ? null : value
}

/**
 * Applies the actions that lead to a status. Without any, rejects every status but the current one.
 */
async function applyStatus(
  ctx: Context,
  lead: LeadRow,
  status: LegacyStatus,
  version: Version,
): Promise<void> {
  const actions = actionsForStatus(lead, status)
  let current = lead
  for (const action of actions) current = await transitionLead(ctx, current, { ...action, version })
  if (actions.length > 0) return
  const unchanged = await requireLegacyLead(ctx, lead.uid)
  if (unchanged.legacy_status !== status) throw illegalTransition(lead, status, version)
}
