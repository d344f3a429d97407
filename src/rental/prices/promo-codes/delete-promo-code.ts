import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import type { PromoCode } from './promo-code.ts'
import { lockPromoCode, updatePromoCode } from './promo-codes.ts'

/**
 * Soft-deletes a promo code. Orders retain their discounts.
 *
 * @throws ApiError PROMO_CODE_NOT_FOUND also if it was deleted concurrently
 */
export async function deletePromoCode(
  ctx: Context,
  { agency_uid, uid }: Pick<PromoCode, 'agency_uid' | 'uid'>,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const code = await lockPromoCode(ctx, agency_uid, { uid })
    if (!code) throw notFound('PROMO_CODE_NOT_FOUND', uid)
    await updatePromoCode(ctx, code, { deleted_at: ctx.clock.now() })
    recordEvent(ctx, {
      agencyUid: code.agency_uid,
      type: 'PROMO_CODE_DELETED',
      keys: { promo_code_uid: code.uid, property_uid: code.property_uid },
    })
  })
}
