import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { diffFields } from '../../../pending-events/changes.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { checkCodeUnique } from './check-promo-code-unique.ts'
import {
  checkFields,
  type PromoCode,
  type PromoCodeFields,
  promoCodeColumns,
  promoCodeFields,
} from './promo-code.ts'
import {
  findPromoCode,
  lockPromoCode,
  lockPromoCodes,
  type UsedPromoCode,
  updatePromoCode,
} from './promo-codes.ts'

/**
 * Changes a promo code; `change` returns its new fields. Without a difference, the time of the last
 * change stays. Orders retain their discounts.
 *
 * @throws ApiError ALREADY_EXISTS, INVALID_PARAMETER, INVALID_DATE_RANGE, PROMO_CODE_NOT_FOUND
 */
export async function changePromoCode(
  ctx: Context,
  { agency_uid, uid }: Pick<PromoCode, 'agency_uid' | 'uid'>,
  change: (current: PromoCodeFields) => PromoCodeFields,
): Promise<UsedPromoCode> {
  return transaction(ctx, async (ctx: Context) => {
    const currency = await lockPromoCodes(ctx, agency_uid)
    const current = await lockPromoCode(ctx, agency_uid, { uid })
    if (!current) throw notFound('PROMO_CODE_NOT_FOUND', uid)
    const fields = change(promoCodeFields(current))
    checkFields(fields)
    await checkCodeUnique(ctx, agency_uid, fields.code, uid)
    const columns = promoCodeColumns(fields, currency)
    const unchanged = promoCodeColumns(promoCodeFields(current), currency)
    if (!isDeepStrictEqual(columns, unchanged)) {
      await updatePromoCode(ctx, current, columns)
      recordEvent(ctx, {
        agencyUid: agency_uid,
        type: 'PROMO_CODE_UPDATED',
        keys: { promo_code_uid: uid, property_uid: columns.property_uid },
        changes: diffFields(unchanged, columns),
      })
    }
    return (await findPromoCode(ctx, uid))!
  })
}
