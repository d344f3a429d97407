import type { Telling } from '../../events/events/record-event.ts'
import { hasEnded, type LeadChange } from '../../leads/lead-history/lead-events.ts'
import { hasSameTimes, movedWith, type PinCodeRow } from './pin-code.ts'
import { deletePinCodes, findEqual, lockCodesOfLeads, updatePinCode } from './pin-codes.ts'
import { recordPinCode } from './record-pin-code.ts'

/**
 * Lets pin codes follow the stays of their leads (contract/resources.md §5). A stay that ends
 * before it began revokes all that its lead has; one that goes elsewhere those codes whose times
 * are the stay's; one that moves in time takes these along. The leads are of one agency.
 */
export async function followStays(ctx: Telling, changes: LeadChange[]): Promise<void> {
  const moves = new Map<string, LeadChange>()
  for (const change of changes) if (concerns(change)) moves.set(change.before!.uid, change)
  const [first] = moves.values()
  if (!first) return
  const { agency_uid } = first.before!
  const codes = await lockCodesOfLeads(ctx, agency_uid, [...moves.keys()])
  const isGone = (code: PinCodeRow) => isRevoked(code, moves.get(code.lead_uid!)!)
  await revoke(ctx, agency_uid, codes.filter(isGone))
  for (const code of codes) if (!isGone(code)) await move(ctx, code, moves.get(code.lead_uid!)!)
}

function concerns(change: LeadChange): boolean {
  const { before, after } = change
  if (hasEnded(change)) return true
  if (before === null || after === null) return false
  const stay = ['property_uid', 'unit_uid', 'check_in_local', 'check_out_local'] as const
  return stay.some(column => before[column] !== after[column])
}

function isRevoked(code: PinCodeRow, change: LeadChange): boolean {
  const { before, after } = change
  if (after === null || hasEnded(change)) return true
  if (!code.starts_with_stay && !code.ends_with_stay) return false
  const isOfUnit = code.unit_uid !== null && code.unit_uid === before!.unit_uid
  const leavesUnit = isOfUnit && after.unit_uid !== before!.unit_uid
  return code.property_uid !== after.property_uid || leavesUnit
}

async function revoke(ctx: Telling, agencyUid: string, codes: PinCodeRow[]): Promise<void> {
  const uids = codes.map(({ uid }) => uid)
  await deletePinCodes(ctx, agencyUid, uids)
  for (const code of codes) recordPinCode(ctx, 'PINCODE_DELETED', code)
}

/** A lock that has an equal code at the new time cannot have this one, too. */
async function move(ctx: Telling, code: PinCodeRow, { after }: LeadChange): Promise<void> {
  const times = movedWith(after!, code)
  if (hasSameTimes(times, code)) return
  const moved = { ...code, ...times }
  const fingerprints = code.code_fingerprint === null ? [] : [code.code_fingerprint]
  if ((await findEqual(ctx, moved, fingerprints)) !== undefined) {
    return revoke(ctx, code.agency_uid, [code])
  }
  await updatePinCode(ctx, code, times)
  recordPinCode(ctx, 'PINCODE_UPDATED', moved, code)
}
