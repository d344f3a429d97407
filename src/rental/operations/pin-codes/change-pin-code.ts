import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { lockLeads } from '../../leads/leads/leads.ts'
import { checkCodeIsUnique } from './check-equal-codes.ts'
import { decryptOpening, encryptOpening } from './encrypted-opening.ts'
import { generateCode } from './generate-code.ts'
import {
  hasSameTimes,
  mergeTimes,
  type Opening,
  type PinCodeRow,
  type RequestedTimes,
  resolveTimes,
} from './pin-code.ts'
import { type AccessiblePinCode, lockPinCode, updatePinCode } from './pin-codes.ts'
import { recordPinCode } from './record-pin-code.ts'

/** Requested changes; undefined keeps a value, null sets the default. */
export interface PinCodeChange extends RequestedTimes {
  code?: string | null | undefined
  url?: string | null | undefined
  lockName?: string | null | undefined
}

/**
 * Changes a pin code. If it loses both code and URL, a code is generated. Without changes no event
 * is emitted.
 *
 * @throws ApiError PIN_CODE_NOT_FOUND, INVALID_DATE_RANGE, ALREADY_EXISTS
 */
export async function changePinCode(
  ctx: Context,
  { agency_uid, uid, lead_uid, time_zone }: AccessiblePinCode,
  change: PinCodeChange,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    // The lead is locked before the code, as changes of a stay do: another order could deadlock.
    const [lead = null] = lead_uid === null ? [] : await lockLeads(ctx, agency_uid, [lead_uid])
    const current = await lockPinCode(ctx, { agency_uid, uid })
    if (!current) throw notFound('PIN_CODE_NOT_FOUND', uid)
    const lock_name = change.lockName === undefined ? current.lock_name : change.lockName
    const times = mergeTimes(lead, resolveTimes(change, time_zone), current)
    const currentOpening = decryptOpening(ctx, current)
    const opening = await resolveOpening(ctx, current, currentOpening, change)
    const isSameTimeAndLock = hasSameTimes(times, current) && lock_name === current.lock_name
    const isSameOpening = isDeepStrictEqual(opening, currentOpening)
    if (isSameTimeAndLock && isSameOpening) return
    const openingColumns = isSameOpening ? {} : encryptOpening(ctx.cipher, current, opening)
    // A change of the URL alone cannot make the code equal to another.
    const needsCheck = !isSameTimeAndLock || opening.code !== currentOpening.code
    const changedColumns = {
      lock_name,
      ...times,
      ...openingColumns,
      ...(needsCheck ? { meets_equal: false } : {}),
    }
    const after = { ...current, ...changedColumns }
    if (needsCheck) await checkCodeIsUnique(ctx, after, opening.code)
    await updatePinCode(ctx, current, changedColumns)
    recordPinCode(ctx, 'PINCODE_UPDATED', after, current)
  })
}

async function resolveOpening(
  ctx: Context,
  { agency_uid, property_uid }: PinCodeRow,
  currentOpening: Opening,
  change: PinCodeChange,
): Promise<Opening> {
  const code = change.code === undefined ? currentOpening.code : change.code
  const url = change.url === undefined ? currentOpening.url : change.url
  if (code !== null || url !== null) return { code, url }
  return { code: await generateCode(ctx, { agency_uid, uid: property_uid }), url }
}
