import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { accessDenied, notFound } from '../../../platform/errors.ts'
import { type PropertyRow, reachedProperty } from '../properties/properties.ts'
import { writeProperty } from '../properties/write-property.ts'
import { checkLink } from './check-sub-link.ts'
import { listSubs, lockFamily, lockParent } from './sub-properties.ts'
import { whileSubsChange } from './while-subs-change.ts'

/**
 * Makes a property the sub of a master, or of none (contract/properties.md §8). The present and the
 * new master need to be open for writing. What stays the same changes nothing.
 *
 * @throws ApiError ACCESS_DENIED, READ_ONLY_GRANT, INVALID_PARAMETER, STATE_CONFLICT
 */
export async function changeParent(
  ctx: Context,
  property: Pick<PropertyRow, 'agency_uid' | 'uid' | 'parent_uid'>,
  parentUid: string | null,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const wanted = { access: 'READ_WRITE', parameter: 'parentUid' } as const
    const parent = parentUid === null ? null : await reachedProperty(ctx, parentUid, wanted)
    if (parent && parent.agency_uid !== property.agency_uid) {
      throw accessDenied('parentUid', parentUid!)
    }
    const involved = [property.uid, ...(parent ? [parent.uid] : [])]
    const byUid = new Map(
      (await lockFamily(ctx, property.agency_uid, involved)).map(row => [row.uid, row]),
    )
    const sub = byUid.get(property.uid)
    if (!sub) throw notFound('PROPERTY_NOT_FOUND', property.uid)
    if (sub.parent_uid === (parent?.uid ?? null)) return
    const master = parent && byUid.get(parent.uid)
    if (parent && !master) throw accessDenied('parentUid', parentUid!)
    if (master) checkLink(master, sub, (await listSubs(ctx, sub)).length > 0, 'parentUid')
    const left = await lockParent(ctx, sub)
    const link = (parentUid: string | null) => writeProperty(ctx, sub, { parent_uid: parentUid })
    if (left) await whileSubsChange(ctx, left, () => link(null))
    if (master) await whileSubsChange(ctx, master, () => link(master.uid))
  })
}
