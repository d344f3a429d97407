import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { accessDenied, notFound } from '../../../platform/errors.ts'
import { type PropertyRow, requireProperty } from '../properties/properties.ts'
import { writeProperty } from '../properties/write-property.ts'
import { checkSubLink } from './check-sub-link.ts'
import { listSubUids, lockParent, lockProperties } from './sub-properties.ts'

/**
 * Makes a property a sub-property of a master, or of none (contract/properties.md §8). The caller
 * needs write access to the previous and the new master. Does nothing if the master stays the same.
 *
 * @throws ApiError ACCESS_DENIED, READ_ONLY_GRANT, INVALID_PARAMETER, STATE_CONFLICT
 */
export async function changeParent(
  ctx: Context,
  property: Pick<PropertyRow, 'agency_uid' | 'uid' | 'parent_uid'>,
  parentUid: string | null,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const options = { access: 'READ_WRITE', parameter: 'parentUid' } as const
    const parent = parentUid === null ? null : await requireProperty(ctx, parentUid, options)
    if (parent && parent.agency_uid !== property.agency_uid) {
      throw accessDenied('parentUid', parentUid!)
    }
    const involvedUids = [property.uid, ...(parent ? [parent.uid] : [])]
    const lockedByUid = new Map(
      (await lockProperties(ctx, property.agency_uid, involvedUids)).map(row => [row.uid, row]),
    )
    const sub = lockedByUid.get(property.uid)
    if (!sub) throw notFound('PROPERTY_NOT_FOUND', property.uid)
    if (sub.parent_uid === (parent?.uid ?? null)) return
    const master = parent && lockedByUid.get(parent.uid)
    if (parent && !master) throw accessDenied('parentUid', parentUid!)
    if (master) checkSubLink(master, sub, (await listSubUids(ctx, sub)).length > 0, 'parentUid')
    const previousMaster = await lockParent(ctx, sub)
    const link = (parentUid: string | null) => writeProperty(ctx, sub, { parent_uid: parentUid })
    if (previousMaster) await ctx.subscribers.subsChanging(ctx, previousMaster, () => link(null))
    if (master) await ctx.subscribers.subsChanging(ctx, master, () => link(master.uid))
  })
}
