import type { EventContext } from '../../../pending-events/record-event.ts'
import { hasEnded, hasReopened, type LeadChange } from '../../leads/lead-history/lead-events.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import { hasSameTimes, type PinCodeRow, timesAfterMove } from './pin-code.ts'
import { deletePinCodes, findEqualCode, lockCodesOfLeads, updatePinCode } from './pin-codes.ts'
import { recordPinCode } from './record-pin-code.ts'

/**
 * Updates pin codes when the stays of their leads change (contract/resources.md §5). Ending a lead
 * revokes its codes, reopening it restores them. Moving a stay to another property or unit deletes
 * the codes of the former one. Changes of its times move the times of codes that start or
 * end with it. All leads belong to one agency.
 */
export async function updatePinCodesOfLeads(
  ctx: EventContext,
  changes: LeadChange[],
): Promise<void> {
  const changeByLead = new Map<string, LeadChange>()
  for (const change of changes)
    if (affectsCodes(change)) changeByLead.set(change.before!.uid, change)
  const [anyChange] = changeByLead.values()
  if (!anyChange) return
  const { agency_uid } = anyChange.before!
  const codes = await lockCodesOfLeads(ctx, agency_uid, [...changeByLead.keys()])
  for (const code of codes) await updateCode(ctx, code, changeByLead.get(code.lead_uid!)!)
}

function affectsCodes(change: LeadChange): boolean {
  const { before, after } = change
  if (before === null) return false
  if (after === null || hasEnded(change) || hasReopened(change)) return true
  const stayColumns = ['property_uid', 'unit_uid', 'check_in_local', 'check_out_local'] as const
  return stayColumns.some(column => before[column] !== after[column])
}

async function updateCode(ctx: EventContext, code: PinCodeRow, change: LeadChange): Promise<void> {
  const isValid = code.revoked_at === null
  if (change.after === null || leavesPropertyOrUnit(code, change)) {
    await deletePinCodes(ctx, code.agency_uid, [code.uid])
    if (isValid) recordPinCode(ctx, 'PINCODE_DELETED', code)
  } else if (hasEnded(change)) {
    if (isValid) await revokeCode(ctx, code)
  } else if (isValid) {
    await moveCode(ctx, code, change.after)
  } else if (hasReopened(change)) {
    await restoreCode(ctx, code, change.after)
  }
}

/** Returns whether a code belongs to the property or unit that a stay leaves. */
function leavesPropertyOrUnit(code: PinCodeRow, { before, after }: LeadChange): boolean {
  const isForUnit = code.unit_uid !== null && code.unit_uid === before!.unit_uid
  const leavesUnit = isForUnit && after!.unit_uid !== before!.unit_uid
  return code.property_uid !== after!.property_uid || leavesUnit
}

async function revokeCode(ctx: EventContext, code: PinCodeRow): Promise<void> {
  await updatePinCode(ctx, code, { revoked_at: ctx.clock.now() })
  recordPinCode(ctx, 'PINCODE_DELETED', code)
}

async function restoreCode(ctx: EventContext, code: PinCodeRow, stay: LeadRow): Promise<void> {
  const restored = await withEqualFlag(ctx, {
    ...code,
    ...timesAfterMove(stay, code),
    revoked_at: null,
  })
  const { agency_uid, uid, ...columns } = restored
  await updatePinCode(ctx, { agency_uid, uid }, columns)
  recordPinCode(ctx, 'PINCODE_CREATED', restored, code)
}

async function moveCode(ctx: EventContext, code: PinCodeRow, stay: LeadRow): Promise<void> {
  const times = timesAfterMove(stay, code)
  if (hasSameTimes(times, code)) return
  const moved = await withEqualFlag(ctx, { ...code, ...times })
  await updatePinCode(ctx, code, { ...times, meets_equal: moved.meets_equal })
  recordPinCode(ctx, 'PINCODE_UPDATED', moved, code)
}

/**
 * Sets `meets_equal`: whether another pin code has the same code at the same lock and time. Such a
 * code is kept, because its guest already has it. The flag exempts it from the constraint of the
 * table.
 */
async function withEqualFlag(ctx: EventContext, code: PinCodeRow): Promise<PinCodeRow> {
  const fingerprints = code.code_fingerprint === null ? [] : [code.code_fingerprint]
  return { ...code, meets_equal: (await findEqualCode(ctx, code, fingerprints)) !== undefined }
}
