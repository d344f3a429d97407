import type { Context } from '../../../context.ts'
import { lockField } from '../custom-data-fields/custom-data-fields.ts'
import { type DataObject, listValues, removeValue, storeValue } from './custom-data.ts'
import { recordCustomData } from './record-custom-data.ts'

/**
 * Replaces the custom data of a locked property by that of another one, with an event for each
 * value that changes.
 *
 * @returns number of values
 */
export async function copyCustomData(
  ctx: Context,
  { source, target }: Record<'source' | 'target', { agency_uid: string; uid: string }>,
): Promise<number> {
  const object = asObject(target)
  const values = await listValues(ctx, asObject(source))
  const copiedUids = new Set(values.map(({ uid }) => uid))
  for (const value of await listValues(ctx, object)) {
    if (copiedUids.has(value.uid)) continue
    await removeValue(ctx, object, value)
    recordCustomData(ctx, 'CUSTOM_DATA_DELETED', value, object)
  }
  for (const { text, ...value } of values) {
    // A field that is deleted concurrently takes its values with it.
    const field = await lockField(ctx, value)
    const outcome = field ? await storeValue(ctx, object, field, text) : null
    if (outcome !== null) recordCustomData(ctx, `CUSTOM_DATA_${outcome}`, value, object)
  }
  return values.length
}

function asObject({ agency_uid, uid }: { agency_uid: string; uid: string }): DataObject {
  return { agency_uid, uid, type: 'PROPERTY', property_uid: uid }
}
