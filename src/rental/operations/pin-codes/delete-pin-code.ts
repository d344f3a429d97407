import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import type { PinCodeRow } from './pin-code.ts'
import { deletePinCodes, lockPinCode } from './pin-codes.ts'
import { recordPinCode } from './record-pin-code.ts'

/**
 * Deletes a pin code with its code and URL.
 *
 * @throws ApiError PIN_CODE_NOT_FOUND if it was deleted concurrently
 */
export async function deletePinCode(
  ctx: Context,
  key: Pick<PinCodeRow, 'agency_uid' | 'uid'>,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const pinCode = await lockPinCode(ctx, key)
    if (!pinCode) throw notFound('PIN_CODE_NOT_FOUND', key.uid)
    await deletePinCodes(ctx, key.agency_uid, [key.uid])
    recordPinCode(ctx, 'PINCODE_DELETED', pinCode)
  })
}
