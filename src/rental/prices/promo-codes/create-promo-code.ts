import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import { checkWordFree } from './check-promo-code-word.ts'
import { checkFields, columnsOf, type PromoCodeFields } from './promo-code.ts'
import { insertPromoCode, lockWords, type UsedPromoCode } from './promo-codes.ts'

/**
 * Adds a promo code to an agency (contract/orders.md §9).
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
    const currency = await lockWords(ctx, agencyUid)
    await checkWordFree(ctx, agencyUid, fields.code)
    const now = ctx.clock.now()
    const code = await insertPromoCode(ctx, {
      agency_uid: agencyUid,
      uid: newUid(now.getTime()),
      ...columnsOf(fields, currency),
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
