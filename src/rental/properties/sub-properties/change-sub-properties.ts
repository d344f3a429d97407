import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { accessDenied, invalidParameter, notFound } from '../../../platform/errors.ts'
import { type PropertyRow, reachedProperty } from '../properties/properties.ts'
import { writeProperty } from '../properties/write-property.ts'
import { checkLink } from './check-sub-link.ts'
import { listSubs, lockFamily } from './sub-properties.ts'
import { whileSubsChange } from './while-subs-change.ts'

/**
 * Replaces the subs of a master, and says whether the master itself may be booked
 * (contract/properties.md §5.3, §8). A sub of another master is refused: it has to leave first.
 *
 * @throws ApiError ACCESS_DENIED, READ_ONLY_GRANT, INVALID_PARAMETER, STATE_CONFLICT
 */
export async function changeSubProperties(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  wanted: { subUids: string[]; masterBookable?: boolean | undefined },
): Promise<void> {
  const subUids = await reachedSubs(ctx, property, wanted.subUids)
  await transaction(ctx, async (ctx: Context) => {
    const { agency_uid, uid } = property
    const present = await listSubs(ctx, property)
    const involved = [...new Set([uid, ...present, ...subUids])]
    const locked = new Map((await lockFamily(ctx, agency_uid, involved)).map(row => [row.uid, row]))
    const master = locked.get(uid)
    if (!master) throw notFound('PROPERTY_NOT_FOUND', uid)
    for (const subUid of subUids) await checkSub(ctx, master, locked.get(subUid), subUid)
    const subs = [...locked.values()]
    const leaving = subs.filter(sub => sub.parent_uid === uid && !subUids.includes(sub.uid))
    const joining = subs.filter(sub => subUids.includes(sub.uid) && sub.parent_uid !== uid)
    if (leaving.length + joining.length > 0) {
      await whileSubsChange(ctx, master, async () => {
        for (const sub of leaving) await writeProperty(ctx, sub, { parent_uid: null })
        for (const sub of joining) await writeProperty(ctx, sub, { parent_uid: uid })
      })
    }
    const { masterBookable = master.master_bookable } = wanted
    if (masterBookable === master.master_bookable) return
    await writeProperty(ctx, master, { master_bookable: masterBookable })
  })
}

const parameter = 'subPropertiesUids'

async function reachedSubs(
  ctx: Context,
  { agency_uid }: { agency_uid: string },
  uids: string[],
): Promise<string[]> {
  const reached: string[] = []
  for (const uid of uids) {
    const sub = await reachedProperty(ctx, uid, { access: 'READ_WRITE', parameter })
    if (sub.agency_uid !== agency_uid) throw accessDenied(parameter, uid)
    reached.push(sub.uid)
  }
  return [...new Set(reached)]
}

async function checkSub(
  ctx: Context,
  master: PropertyRow,
  sub: PropertyRow | undefined,
  subUid: string,
): Promise<void> {
  if (!sub) throw accessDenied(parameter, subUid)
  checkLink(master, sub, (await listSubs(ctx, sub)).length > 0, parameter)
  if (sub.parent_uid !== null && sub.parent_uid !== master.uid) {
    throw invalidParameter(parameter, `has a sub-property of another master: ${subUid}`)
  }
}
