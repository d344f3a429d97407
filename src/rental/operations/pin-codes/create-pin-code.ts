import type { Context } from '../../../context.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { checkCodeIsUnique } from './check-equal-codes.ts'
import {
  lockRecipientLead,
  type RecipientInput,
  requireUnitUid,
  requireUserUid,
} from './check-recipient.ts'
import { encryptOpening } from './encrypted-opening.ts'
import { generateCode } from './generate-code.ts'
import { mergeTimes, type Opening, type RequestedTimes, resolveTimes } from './pin-code.ts'
import { recordPinCode } from './record-pin-code.ts'

/** Input of a new pin code: a lead or a user, and optionally the code or URL. */
export interface NewPinCode extends RecipientInput, RequestedTimes, Opening {
  unitUid: string | null
  lockName: string | null
}

/**
 * Creates a pin code of a property. Without code and URL, a code is generated.
 *
 * @returns its uid
 * @throws ApiError LEAD_NOT_FOUND, EMPLOYEE_NOT_FOUND, ACCESS_DENIED, INVALID_PARAMETER,
 *   INVALID_DATE_RANGE, ALREADY_EXISTS
 */
export async function createPinCode(
  ctx: Context,
  property: { agency_uid: string; uid: string; time_zone: string },
  { unitUid, leadUid, userUid, code, url, lockName, ...times }: NewPinCode,
): Promise<string> {
  return transaction(ctx, async (ctx: Context) => {
    const { agency_uid, uid: property_uid } = property
    const unit_uid = unitUid === null ? null : await requireUnitUid(ctx, property, unitUid)
    const lead = leadUid == null ? null : await lockRecipientLead(ctx, property, leadUid)
    const user_uid = userUid == null ? null : await requireUserUid(ctx, property, userUid)
    const now = ctx.clock.now()
    const pinCode = {
      agency_uid,
      uid: newUid(now.getTime()),
      property_uid,
      unit_uid,
      lead_uid: lead?.uid ?? null,
      user_uid,
      lock_name: lockName,
      ...mergeTimes(lead, resolveTimes(times, property.time_zone)),
    }
    const isGenerated = code === null && url === null
    const opening = { code: isGenerated ? await generateCode(ctx, property) : code, url }
    await checkCodeIsUnique(ctx, pinCode, opening.code)
    const row = {
      ...pinCode,
      ...encryptOpening(ctx.cipher, pinCode, opening),
      created_by_partner_uid: ctx.caller.kind === 'partner' ? ctx.caller.partnerUid : null,
      created_at: now,
      updated_at: now,
    }
    await insertRows(ctx, 'pin_codes', [row])
    recordPinCode(ctx, 'PINCODE_CREATED', row)
    return row.uid
  })
}
