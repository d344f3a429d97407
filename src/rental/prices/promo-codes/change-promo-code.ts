import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { changesOf } from '../../events/events/changes.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import { checkWordFree } from './check-promo-code-word.ts'
import {
  checkFields,
  columnsOf,
  fieldsOf,
  type PromoCode,
  type PromoCodeFields,
} from './promo-code.ts'
import {
  findPromoCode,
  lockPromoCode,
  lockWords,
  type UsedPromoCode,
  updatePromoCode,
} from './promo-codes.ts'

/**
 * Changes a promo code; `change` tells what its present fields become. One that stays as it is
 * keeps its time of change. Orders keep their discounts.
 *
 * @throws ApiError ALREADY_EXISTS, INVALID_PARAMETER, INVALID_DATE_RANGE, PROMO_CODE_NOT_FOUND
 */
export async function changePromoCode(
  ctx: Context,
  { agency_uid, uid }: Pick<PromoCode, 'agency_uid' | 'uid'>,
  change: (present: PromoCodeFields) => PromoCodeFields,
): Promise<UsedPromoCode> {
  return transaction(ctx, async (ctx: Context) => {
    const currency = await lockWords(ctx, agency_uid)
    const present = await lockPromoCode(ctx, agency_uid, { uid })
    if (!present) throw notFound('PROMO_CODE_NOT_FOUND', uid)
    const fields = change(fieldsOf(present))
    checkFields(fields)
    await checkWordFree(ctx, agency_uid, fields.code, uid)
    const columns = columnsOf(fields, currency)
    const unchanged = columnsOf(fieldsOf(present), currency)
    if (!isDeepStrictEqual(columns, unchanged)) {
      await updatePromoCode(ctx, present, columns)
      recordEvent(ctx, {
        agencyUid: agency_uid,
        type: 'PROMO_CODE_UPDATED',
        keys: { promo_code_uid: uid, property_uid: columns.property_uid },
        changes: changesOf(unchanged, columns),
      })
    }
    return (await findPromoCode(ctx, uid))!
  })
}
