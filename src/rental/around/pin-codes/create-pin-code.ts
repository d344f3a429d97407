import type { Context } from '../../../context.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { checkNoEqual } from './check-equal-codes.ts'
import { type AskedHolder, lockHolder, unitOf, userOf } from './check-holder.ts'
import { drawCode } from './draw-code.ts'
import { type AskedTimes, type Opening, placedTimes, timesOf } from './pin-code.ts'
import { recordPinCode } from './record-pin-code.ts'
import { sealedColumns } from './sealed-opening.ts'

/** What a client says of a new pin code: one of lead and user, and perhaps what opens the lock. */
export interface NewPinCode extends AskedHolder, AskedTimes, Opening {
  unitUid: string | null
  lockName: string | null
}

/**
 * Gives a property a pin code, drawn if neither a code nor an address is told.
 *
 * @returns its uid
 * @throws ApiError LEAD_NOT_FOUND, EMPLOYEE_NOT_FOUND, ACCESS_DENIED, INVALID_PARAMETER,
 *   INVALID_DATE_RANGE, ALREADY_EXISTS
 */
export async function createPinCode(
  ctx: Context,
  property: { agency_uid: string; uid: string; time_zone: string },
  { unitUid, leadUid, userUid, code, url, lockName, ...asked }: NewPinCode,
): Promise<string> {
  return transaction(ctx, async (ctx: Context) => {
    const { agency_uid, uid: property_uid } = property
    const unit_uid = unitUid === null ? null : await unitOf(ctx, property, unitUid)
    const lead = leadUid == null ? null : await lockHolder(ctx, property, leadUid)
    const user_uid = userUid == null ? null : await userOf(ctx, property, userUid)
    const now = ctx.clock.now()
    const pinCode = {
      agency_uid,
      uid: newUid(now.getTime()),
      property_uid,
      unit_uid,
      lead_uid: lead?.uid ?? null,
      user_uid,
      lock_name: lockName,
      ...timesOf(lead, placedTimes(asked, property.time_zone)),
    }
    const isDrawn = code === null && url === null
    const opening = { code: isDrawn ? await drawCode(ctx, property) : code, url }
    await checkNoEqual(ctx, pinCode, opening.code)
    const row = {
      ...pinCode,
      ...sealedColumns(ctx.sealer, pinCode, opening),
      created_by_partner_uid: ctx.caller.kind === 'partner' ? ctx.caller.partnerUid : null,
      created_at: now,
      updated_at: now,
    }
    await insertRows(ctx, 'pin_codes', [row])
    recordPinCode(ctx, 'PINCODE_CREATED', row)
    return row.uid
  })
}
