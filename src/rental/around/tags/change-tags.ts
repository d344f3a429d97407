import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { lockTagged, touchTagged } from './reached-tagged-object.ts'
import { checkCount, tagKey } from './tag.ts'
import { insertTags, listTags, removeTags, type TaggedObject } from './tags.ts'

/** What is to become of an object's tags. */
export interface TagChange {
  add?: string[]
  /** Tags that go, in any spelling; `others`: all that are not added. */
  remove?: string[] | 'others'
}

/**
 * Changes the tags of an object; without a change nothing is touched.
 *
 * @returns all its tags afterwards
 * @throws ApiError PAYLOAD_RULE_VIOLATION when it would have too many
 */
export async function changeTags(
  ctx: Context,
  object: TaggedObject,
  { add = [], remove = [] }: TagChange,
): Promise<string[]> {
  return transaction(ctx, async (ctx: Context) => {
    await lockTagged(ctx, object)
    const present = await listTags(ctx, object)
    const keys = new Set((remove === 'others' ? add : remove).map(tagKey))
    const gone = present.filter(tag => keys.has(tagKey(tag)) === (remove !== 'others'))
    const known = new Set(present.map(tagKey))
    const added = add.filter(tag => !known.has(tagKey(tag)))
    checkCount(present.length - gone.length + added.length)
    await removeTags(ctx, object, gone)
    const inserted = await insertTags(ctx, object, added)
    if (gone.length + inserted > 0) await touchTagged(ctx, object)
    return listTags(ctx, object)
  })
}
