import type { Telling } from '../../events/events/record-event.ts'
import { hasEnded, hasReopened, type LeadChange } from '../../leads/lead-history/lead-events.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import { hasSameTimes, movedWith, type PinCodeRow } from './pin-code.ts'
import { deletePinCodes, findEqual, lockCodesOfLeads, updatePinCode } from './pin-codes.ts'
import { recordPinCode } from './record-pin-code.ts'

/**
 * Lets pin codes follow the stays of their leads (contract/resources.md §5). A lead that ends
 * revokes its codes, and gets them back when it is opened again; a stay that goes to another
 * property or unit deletes those of the former one; one that moves in time takes along those whose
 * times are the stay's. The leads are of one agency.
 */
export async function followStays(ctx: Telling, changes: LeadChange[]): Promise<void> {
  const moves = new Map<string, LeadChange>()
  for (const change of changes) if (concerns(change)) moves.set(change.before!.uid, change)
  const [first] = moves.values()
  if (!first) return
  const { agency_uid } = first.before!
  const codes = await lockCodesOfLeads(ctx, agency_uid, [...moves.keys()])
  for (const code of codes) await follow(ctx, code, moves.get(code.lead_uid!)!)
}

function concerns(change: LeadChange): boolean {
  const { before, after } = change
  if (before === null) return false
  if (after === null || hasEnded(change) || hasReopened(change)) return true
  const stay = ['property_uid', 'unit_uid', 'check_in_local', 'check_out_local'] as const
  return stay.some(column => before[column] !== after[column])
}

async function follow(ctx: Telling, code: PinCodeRow, change: LeadChange): Promise<void> {
  const isLive = code.revoked_at === null
  if (change.after === null || leavesPlace(code, change)) {
    await deletePinCodes(ctx, code.agency_uid, [code.uid])
    if (isLive) recordPinCode(ctx, 'PINCODE_DELETED', code)
  } else if (hasEnded(change)) {
    if (isLive) await revoke(ctx, code)
  } else if (isLive) {
    await move(ctx, code, change.after)
  } else if (hasReopened(change)) {
    await restore(ctx, code, change.after)
  }
}

/** Returns whether a code opens the property or unit that a stay leaves. */
function leavesPlace(code: PinCodeRow, { before, after }: LeadChange): boolean {
  const isOfUnit = code.unit_uid !== null && code.unit_uid === before!.unit_uid
  const leavesUnit = isOfUnit && after!.unit_uid !== before!.unit_uid
  return code.property_uid !== after!.property_uid || leavesUnit
}

async function revoke(ctx: Telling, code: PinCodeRow): Promise<void> {
  await updatePinCode(ctx, code, { revoked_at: ctx.clock.now() })
  recordPinCode(ctx, 'PINCODE_DELETED', code)
}

async function restore(ctx: Telling, code: PinCodeRow, stay: LeadRow): Promise<void> {
  const restored = await meeting(ctx, { ...code, ...movedWith(stay, code), revoked_at: null })
  const { agency_uid, uid, ...columns } = restored
  await updatePinCode(ctx, { agency_uid, uid }, columns)
  recordPinCode(ctx, 'PINCODE_CREATED', restored, code)
}

async function move(ctx: Telling, code: PinCodeRow, stay: LeadRow): Promise<void> {
  const times = movedWith(stay, code)
  if (hasSameTimes(times, code)) return
  const moved = await meeting(ctx, { ...code, ...times })
  await updatePinCode(ctx, code, { ...times, meets_equal: moved.meets_equal })
  recordPinCode(ctx, 'PINCODE_UPDATED', moved, code)
}

/**
 * Returns a code with whether it meets an equal one. The guest keeps it all the same: both open the
 * lock, and the table does not keep this one apart from others.
 */
async function meeting(ctx: Telling, code: PinCodeRow): Promise<PinCodeRow> {
  const fingerprints = code.code_fingerprint === null ? [] : [code.code_fingerprint]
  return { ...code, meets_equal: (await findEqual(ctx, code, fingerprints)) !== undefined }
}
