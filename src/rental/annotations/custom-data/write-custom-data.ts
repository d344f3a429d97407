import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound, ruleViolation } from '../../../platform/errors.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { behaviourSince } from '../../versions.ts'
import { lockField, requireField } from '../custom-data-fields/custom-data-fields.ts'
import { type CustomDataValue, storeValue } from './custom-data.ts'
import { recordCustomData } from './record-custom-data.ts'
import type { RequestedObject } from './require-object.ts'

/** Returns the maximum number of code points of a text in a version. */
function lengthMax(type: string, version: Version): number {
  if (type === 'TEXT') return 1_000
  return existsIn(version, { since: behaviourSince.longerCustomData }) ? 20_000 : 4_000
}

/**
 * Sets the value of a field for an object, replacing a former one.
 *
 * @param fieldText uid of the field in the request
 * @throws ApiError CUSTOM_DATA_FIELD_NOT_FOUND, PAYLOAD_RULE_VIOLATION
 */
export async function writeCustomData(
  ctx: Context,
  object: RequestedObject,
  { fieldText, text, version }: { fieldText: string; text: string; version: Version },
): Promise<CustomDataValue> {
  return transaction(ctx, async (ctx: Context) => {
    const requested = await requireField(ctx, fieldText, object.agency_uid)
    const limit = lengthMax(requested.type, version)
    if ([...text].length > limit) {
      const message = `Custom data text exceeds the maximum length of ${limit} characters`
      throw ruleViolation('text', message, limit)
    }
    const field = await lockField(ctx, requested)
    if (!field) throw notFound('CUSTOM_DATA_FIELD_NOT_FOUND', fieldText)
    const outcome = await storeValue(ctx, object, field, text)
    if (outcome !== null && !object.isSample) {
      recordCustomData(ctx, `CUSTOM_DATA_${outcome}`, field, object)
    }
    return { ...field, text }
  })
}
