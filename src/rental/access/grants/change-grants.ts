import { transaction } from '../../../platform/db/transaction.ts'
import { accessDenied } from '../../../platform/errors.ts'
import { recordEvent, type Telling } from '../../events/events/record-event.ts'
import { followAccess } from '../../events/webhook-states/follow-access.ts'
import { findPartner } from '../partners/partners.ts'
import { recordSecurityEvent, type Securing } from '../security-events/record-security-event.ts'
import { accessChanges, type Grant, type WantedGrant, widened } from './grant.ts'
import {
  deleteGrants,
  listGrantables,
  listGrants,
  listReachable,
  lockGrants,
  lockHotels,
  storeGrants,
} from './grants.ts'

/** What an act that changes grants needs: it tells the log, and what concerns security. */
export type Granting = Telling & Securing

/** Between whom. */
export interface Party {
  agencyUid: string
  partnerUid: string
}

/**
 * Changes what a partner may reach of an agency, the one way that grants change: what `wantedOf`
 * makes of the present ones is what there is then. Records what was switched on and off.
 *
 * @returns what is new of it, or wider
 * @throws ApiError ACCESS_DENIED for an agency, partner, property or hotel that there is not
 */
export async function changeGrants(
  ctx: Granting,
  { agencyUid, partnerUid }: Party,
  wantedOf: (present: Grant[]) => WantedGrant[],
  { connects = false } = {},
): Promise<WantedGrant[]> {
  return transaction(ctx, async (ctx: Granting) => {
    if (!(await lockGrants(ctx, agencyUid))) throw accessDenied('agencyUid', agencyUid)
    const partner = await findPartner(ctx, partnerUid)
    if (!partner) throw accessDenied('partnerUid', partnerUid)
    const present = await listGrants(ctx, agencyUid, partnerUid)
    const wanted = [...byObject(wantedOf(present), grant => grant.objectUid).values()]
    const had = present.map(grant => grant.object_uid)
    const has = wanted.map(grant => grant.objectUid)
    const touched = [...new Set([...had, ...has])]
    await lockHotels(ctx, agencyUid, touched)
    const types = new Map(present.map(grant => [grant.object_uid, grant.object_type]))
    const fresh = await listGrantables(ctx, agencyUid, without(has, had))
    for (const { uid, type } of fresh) types.set(uid, type)
    const unknown = has.find(uid => !types.has(uid))
    if (unknown !== undefined) throw accessDenied('propertyUid', unknown)
    const ended = without(had, has)
    await deleteGrants(ctx, { agencyUid, partnerUid }, ended)
    const presentOf = byObject(present, grant => grant.object_uid)
    const changed = wanted
      .filter(grant => !isSame(presentOf.get(grant.objectUid), grant))
      .map(grant => ({ ...grant, type: types.get(grant.objectUid)! }))
    await storeGrants(ctx, { agencyUid, partnerUid }, changed, ctx.clock.now())
    if (changed.length + ended.length > 0) await recordChange(ctx, { agencyUid, partnerUid })
    if (had.length > 0 !== has.length > 0) {
      await followAccess(ctx, { agencyUid, partnerUid }, has.length > 0)
    }
    const reachable = await listReachable(ctx, agencyUid, touched)
    const before = extentOf(had, reachable)
    const changes = accessChanges(partner.kind, before, extentOf(has, reachable), connects)
    for (const { eventType: type, propertyUid: property_uid } of changes) {
      recordEvent(ctx, { agencyUid, type, keys: { property_uid }, partnerUid })
    }
    return widened(present, wanted)
  })
}

async function recordChange(ctx: Granting, party: Party): Promise<void> {
  const actor = ctx.caller.credential
  await recordSecurityEvent(ctx, ctx.clock.now(), { ...party, event: 'grants.changed', actor })
}

/** The last of each object counts. */
function byObject<G>(grants: G[], uidOf: (grant: G) => string): Map<string, G> {
  return new Map(grants.map(grant => [uidOf(grant), grant]))
}

function isSame(present: Grant | undefined, { access, personalData }: WantedGrant): boolean {
  return present?.access === access && present.personal_data === personalData
}

function without(uids: string[], others: string[]): string[] {
  const set = new Set(others)
  return uids.filter(uid => !set.has(uid))
}

type Reachable = Awaited<ReturnType<typeof listReachable>>

function extentOf(objectUids: string[], reachable: Reachable) {
  const objects = new Set(objectUids)
  const reached = reachable.filter(
    ({ uid, hotel_uid }) => objects.has(uid) || (hotel_uid !== null && objects.has(hotel_uid)),
  )
  return { hasGrant: objects.size > 0, propertyUids: new Set(reached.map(({ uid }) => uid)) }
}
