import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound, ruleViolation } from '../../../platform/errors.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { behaviourSince } from '../../versions.ts'
import { lockField, reachedField } from '../custom-data-fields/custom-data-fields.ts'
import { type CustomDataValue, storeValue } from './custom-data.ts'
import type { ReachedObject } from './reached-object.ts'
import { recordCustomData } from './record-custom-data.ts'

/** How many code points a text may have that is written through a version. */
function lengthMax(type: string, version: Version): number {
  if (type === 'TEXT') return 1_000
  return existsIn(version, { since: behaviourSince.longerCustomData }) ? 20_000 : 4_000
}

/**
 * Sets what a field of the object's agency says of the object, whether or not it has said anything.
 *
 * @param fieldText how the request names the field
 * @throws ApiError CUSTOM_DATA_FIELD_NOT_FOUND, PAYLOAD_RULE_VIOLATION
 */
export async function writeCustomData(
  ctx: Context,
  object: ReachedObject,
  { fieldText, text, version }: { fieldText: string; text: string; version: Version },
): Promise<CustomDataValue> {
  return transaction(ctx, async (ctx: Context) => {
    const reached = await reachedField(ctx, fieldText, object.agency_uid)
    const limit = lengthMax(reached.type, version)
    if ([...text].length > limit) {
      const message = `Custom data text exceeds the maximum length of ${limit} characters`
      throw ruleViolation('text', message, limit)
    }
    const field = await lockField(ctx, reached)
    if (!field) throw notFound('CUSTOM_DATA_FIELD_NOT_FOUND', fieldText)
    const done = await storeValue(ctx, object, field, text)
    if (done !== null && !object.isSample) {
      recordCustomData(ctx, `CUSTOM_DATA_${done}`, field, object)
    }
    return { ...field, text }
  })
}
