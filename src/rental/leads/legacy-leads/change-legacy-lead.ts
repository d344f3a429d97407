import type { Context } from '../../../context.ts'
import { differing } from '../../../platform/db/differing.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { alterLead } from '../lead-actions/alter-lead.ts'
import { type FoundLead, lockForAction } from '../lead-actions/lock-for-action.ts'
import { moveLead } from '../lead-actions/move-lead.ts'
import { illegalTransition } from '../lead-actions/refuse-action.ts'
import { changeLead } from '../lead-writes/change-lead.ts'
import type { Alteration } from '../lead-writes/read-alteration.ts'
import { datesOf, type LeadRow, stateOf } from '../leads/lead.ts'
import { type LegacyLead, reachedLegacyLead } from '../leads/leads.ts'
import { actionsOf, bookedColumns, type LegacyStatus } from '../leads/legacy-statuses.ts'
import type { LegacyChange } from './read-legacy-lead.ts'

/**
 * Changes a lead as v2 does (contract/leads.md §10.2): what it tells of itself, then its stay, then
 * its status, each by the act that v3 has for it, all or nothing. What a client sends back as it
 * reads already asks for nothing.
 *
 * @throws ApiError LEAD_NOT_FOUND, LEAD_READ_ONLY, ILLEGAL_TRANSITION, and what altering and moving
 *   a lead are refused with
 */
export async function changeLegacyLead(
  ctx: Context,
  found: FoundLead,
  { columns, guest, alteration, word }: LegacyChange,
  version: Version,
): Promise<LegacyLead> {
  return transaction(ctx, async (ctx: Context) => {
    // Once for all three, since none may lock rooms after another has locked the lead.
    const need = { version, takesNights: true, toPropertyUid: alteration.propertyUid }
    const { lead } = await lockForAction(ctx, found, need)
    const before = await reachedLegacyLead(ctx, lead.uid)
    const asks = word !== null && word !== before.legacy_status
    const booked = asks && stateOf(lead) === 'BK' ? bookedColumns(word) : {}
    const told = { columns: { ...columns, ...booked }, guest }
    const changed = await changeLead(ctx, lead, told, version)
    const altered = await alterIfOther(ctx, changed, alteration, version)
    if (asks) await moveTo(ctx, altered, word, version)
    return reachedLegacyLead(ctx, lead.uid)
  })
}

/** Alters a lead where its stay, property or counts are to be other ones. */
async function alterIfOther(
  ctx: Context,
  lead: LeadRow,
  { stay, propertyUid, counts, ...terms }: Alteration,
  version: Version,
): Promise<LeadRow> {
  const { checkIn, checkOut } = datesOf(lead)
  const ends = { checkIn: other(stay.checkIn, checkIn), checkOut: other(stay.checkOut, checkOut) }
  const target = other(propertyUid, lead.property_uid)
  const others = lead.type === 'BLOCK' ? {} : differing(lead, counts)
  const asked = ends.checkIn ?? ends.checkOut ?? target ?? Object.keys(others)[0]
  if (asked === undefined) return lead
  const alteration = { ...terms, stay: ends, propertyUid: target, counts: others }
  return alterLead(ctx, lead, alteration, version)
}

/** What is wanted unless it is so already. */
function other(wanted: string | null, present: string | null): string | null {
  return wanted === present ? null : wanted
}

/** Does what a status asks for. A status that no action leads to may only be the present one. */
async function moveTo(
  ctx: Context,
  lead: LeadRow,
  word: LegacyStatus,
  version: Version,
): Promise<void> {
  const actions = actionsOf(lead, word)
  let moved = lead
  for (const action of actions) moved = await moveLead(ctx, moved, { ...action, version })
  if (actions.length > 0) return
  const present = await reachedLegacyLead(ctx, lead.uid)
  if (present.legacy_status !== word) throw illegalTransition(lead, word, version)
}
