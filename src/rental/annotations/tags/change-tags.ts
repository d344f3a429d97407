import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { checkTagCount, tagKey } from '../../properties/tags/tag.ts'
import { insertTags, listTags, removeTags, type TaggedObject } from '../../properties/tags/tags.ts'
import { lockTaggedObject, recordTagChange } from './require-tagged-object.ts'

export interface TagChange {
  add?: string[]
  /** Tags to remove, in any spelling. `others` removes all that are not in `add`. */
  remove?: string[] | 'others'
}

/**
 * Adds and removes tags of an object. Without an effective change, no event is recorded.
 *
 * @returns all tags of the object
 * @throws ApiError PAYLOAD_RULE_VIOLATION if it would have too many
 */
export async function changeTags(
  ctx: Context,
  object: TaggedObject,
  { add = [], remove = [] }: TagChange,
): Promise<string[]> {
  return transaction(ctx, async (ctx: Context) => {
    await lockTaggedObject(ctx, object)
    const current = await listTags(ctx, object)
    const removesOthers = remove === 'others'
    const namedKeys = new Set((removesOthers ? add : remove).map(tagKey))
    const removed = current.filter(tag => namedKeys.has(tagKey(tag)) !== removesOthers)
    const currentKeys = new Set(current.map(tagKey))
    const added = add.filter(tag => !currentKeys.has(tagKey(tag)))
    checkTagCount(current.length - removed.length + added.length)
    await removeTags(ctx, object, removed)
    const inserted = await insertTags(ctx, object, added)
    if (removed.length + inserted > 0) await recordTagChange(ctx, object)
    return listTags(ctx, object)
  })
}
