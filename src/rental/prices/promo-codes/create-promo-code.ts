import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { checkCodeUnique } from './check-promo-code-unique.ts'
import { checkFields, type PromoCodeFields, promoCodeColumns } from './promo-code.ts'
import { insertPromoCode, lockPromoCodes, type UsedPromoCode } from './promo-codes.ts'

/**
 * Creates a promo code of an agency (contract/orders.md §9).
 *
 * @throws ApiError ALREADY_EXISTS, INVALID_PARAMETER, INVALID_DATE_RANGE
 */
export async function createPromoCode(
  ctx: Context,
  agencyUid: string,
  fields: PromoCodeFields,
): Promise<UsedPromoCode> {
  return transaction(ctx, async (ctx: Context) => {
    checkFields(fields)
    const currency = await lockPromoCodes(ctx, agencyUid)
    await checkCodeUnique(ctx, agencyUid, fields.code)
    const now = ctx.clock.now()
    const code = await insertPromoCode(ctx, {
      agency_uid: agencyUid,
      uid: newUid(now.getTime()),
      ...promoCodeColumns(fields, currency),
      created_at: now,
      updated_at: now,
    })
    recordEvent(ctx, {
      agencyUid: code.agency_uid,
      type: 'PROMO_CODE_CREATED',
      keys: { promo_code_uid: code.uid, property_uid: code.property_uid },
      isNew: true,
    })
    return code
  })
}
