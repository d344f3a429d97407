import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { accessDenied, invalidParameter, notFound } from '../../../platform/errors.ts'
import { type PropertyRow, requireProperty } from '../properties/properties.ts'
import { writeProperty } from '../properties/write-property.ts'
import { checkSubLink } from './check-sub-link.ts'
import { listSubUids, lockProperties } from './sub-properties.ts'

/**
 * Replaces the sub-properties of a master and, if given, its `masterBookable`
 * (contract/properties.md §5.3, §8). Rejects a sub-property of another master: it must leave that
 * one first.
 *
 * @throws ApiError ACCESS_DENIED, READ_ONLY_GRANT, INVALID_PARAMETER, STATE_CONFLICT
 */
export async function changeSubProperties(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  input: { subUids: string[]; masterBookable?: boolean | undefined },
): Promise<void> {
  const subUids = await requireSubs(ctx, property, input.subUids)
  await transaction(ctx, async (ctx: Context) => {
    const { agency_uid, uid } = property
    const currentSubUids = await listSubUids(ctx, property)
    const involvedUids = [...new Set([uid, ...currentSubUids, ...subUids])]
    const lockedByUid = new Map(
      (await lockProperties(ctx, agency_uid, involvedUids)).map(row => [row.uid, row]),
    )
    const master = lockedByUid.get(uid)
    if (!master) throw notFound('PROPERTY_NOT_FOUND', uid)
    for (const subUid of subUids) await checkSub(ctx, master, lockedByUid.get(subUid), subUid)
    const lockedProperties = [...lockedByUid.values()]
    const leaving = lockedProperties.filter(
      sub => sub.parent_uid === uid && !subUids.includes(sub.uid),
    )
    const joining = lockedProperties.filter(
      sub => subUids.includes(sub.uid) && sub.parent_uid !== uid,
    )
    if (leaving.length + joining.length > 0) {
      await ctx.subscribers.subsChanging(ctx, master, async () => {
        for (const sub of leaving) await writeProperty(ctx, sub, { parent_uid: null })
        for (const sub of joining) await writeProperty(ctx, sub, { parent_uid: uid })
      })
    }
    const { masterBookable = master.master_bookable } = input
    if (masterBookable !== master.master_bookable) {
      await writeProperty(ctx, master, { master_bookable: masterBookable })
    }
  })
}

const parameter = 'subPropertiesUids'

async function requireSubs(
  ctx: Context,
  { agency_uid }: { agency_uid: string },
  uids: string[],
): Promise<string[]> {
  const subUids: string[] = []
  for (const uid of uids) {
    const sub = await requireProperty(ctx, uid, { access: 'READ_WRITE', parameter })
    if (sub.agency_uid !== agency_uid) throw accessDenied(parameter, uid)
    subUids.push(sub.uid)
  }
  return [...new Set(subUids)]
}

async function checkSub(
  ctx: Context,
  master: PropertyRow,
  sub: PropertyRow | undefined,
  subUid: string,
): Promise<void> {
  if (!sub) throw accessDenied(parameter, subUid)
  checkSubLink(master, sub, (await listSubUids(ctx, sub)).length > 0, parameter)
  if (sub.parent_uid !== null && sub.parent_uid !== master.uid) {
    throw invalidParameter(parameter, `has a sub-property of another master: ${subUid}`)
  }
}
