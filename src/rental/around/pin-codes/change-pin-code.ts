import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { lockLeads } from '../../leads/leads/leads.ts'
import { checkNoEqual } from './check-equal-codes.ts'
import { drawCode } from './draw-code.ts'
import {
  type AskedTimes,
  hasSameTimes,
  type Opening,
  type PinCodeRow,
  placedTimes,
  timesOf,
} from './pin-code.ts'
import { lockPinCode, type ReachedPinCode, updatePinCode } from './pin-codes.ts'
import { recordPinCode } from './record-pin-code.ts'
import { openingOf, sealedColumns } from './sealed-opening.ts'

/** What is to be changed; what is left out stays, null is the standard. */
export interface PinCodeChange extends AskedTimes {
  code?: string | null | undefined
  url?: string | null | undefined
  lockName?: string | null | undefined
}

/**
 * Changes a pin code; one that loses both code and address gets a drawn code. What stays as it is
 * tells nothing.
 *
 * @throws ApiError PIN_CODE_NOT_FOUND, INVALID_DATE_RANGE, ALREADY_EXISTS
 */
export async function changePinCode(
  ctx: Context,
  { agency_uid, uid, lead_uid, time_zone }: ReachedPinCode,
  change: PinCodeChange,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    // Those who move a stay lock the lead first, too.
    const [lead = null] = lead_uid === null ? [] : await lockLeads(ctx, agency_uid, [lead_uid])
    const present = await lockPinCode(ctx, { agency_uid, uid })
    if (!present) throw notFound('PIN_CODE_NOT_FOUND', uid)
    const lock_name = change.lockName === undefined ? present.lock_name : change.lockName
    const times = timesOf(lead, placedTimes(change, time_zone), present)
    const was = openingOf(ctx, present)
    const opening = await openingAfter(ctx, present, was, change)
    const isSame = hasSameTimes(times, present) && lock_name === present.lock_name
    const opensAlike = isDeepStrictEqual(opening, was)
    if (isSame && opensAlike) return
    const sealed = opensAlike ? {} : sealedColumns(ctx.sealer, present, opening)
    const meetsAnew = !isSame || opening.code !== was.code
    const changed = { lock_name, ...times, ...sealed, ...(meetsAnew ? { meets_equal: false } : {}) }
    const after = { ...present, ...changed }
    if (meetsAnew) await checkNoEqual(ctx, after, opening.code)
    await updatePinCode(ctx, present, changed)
    recordPinCode(ctx, 'PINCODE_UPDATED', after, present)
  })
}

async function openingAfter(
  ctx: Context,
  { agency_uid, property_uid }: PinCodeRow,
  was: Opening,
  change: PinCodeChange,
): Promise<Opening> {
  const code = change.code === undefined ? was.code : change.code
  const url = change.url === undefined ? was.url : change.url
  if (code !== null || url !== null) return { code, url }
  return { code: await drawCode(ctx, { agency_uid, uid: property_uid }), url }
}
