import type { Context } from '../../../context.ts'
import { type EventContext, recordEvent } from '../../../pending-events/record-event.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { accessDenied } from '../../../platform/errors.ts'
import { findPartner } from '../partners/partners.ts'
import {
  recordSecurityEvent,
  type SecurityContext,
} from '../security-events/record-security-event.ts'
import { type Grant, type GrantInput, listAccessChanges, listWidened } from './grant.ts'
import {
  deleteGrants,
  listAccessibleProperties,
  listGrantables,
  listGrants,
  lockGrants,
  lockHotels,
  storeGrants,
} from './grants.ts'

/** Context of a change of grants, which records events and security events. */
export type GrantContext = EventContext & SecurityContext & Pick<Context, 'subscribers'>

export interface GrantParties {
  agencyUid: string
  partnerUid: string
}

/**
 * Replaces the grants of a partner in an agency by those that `computeGrants` returns for the
 * current ones. All changes of grants use this function. Records events for granted and revoked
 * access.
 *
 * @returns new grants and those with more access than before
 * @throws ApiError ACCESS_DENIED for an unknown agency, partner, property or hotel
 */
export async function changeGrants(
  ctx: GrantContext,
  { agencyUid, partnerUid }: GrantParties,
  computeGrants: (current: Grant[]) => GrantInput[],
  { connects = false } = {},
): Promise<GrantInput[]> {
  return transaction(ctx, async (ctx: GrantContext) => {
    if (!(await lockGrants(ctx, agencyUid))) throw accessDenied('agencyUid', agencyUid)
    const partner = await findPartner(ctx, partnerUid)
    if (!partner) throw accessDenied('partnerUid', partnerUid)
    const current = await listGrants(ctx, agencyUid, partnerUid)
    const grants = [...indexByObject(computeGrants(current), grant => grant.objectUid).values()]
    const currentUids = current.map(grant => grant.object_uid)
    const newUids = grants.map(grant => grant.objectUid)
    const affectedUids = [...new Set([...currentUids, ...newUids])]
    // Unit types must not be added or removed until the access events are recorded.
    await lockHotels(ctx, agencyUid, affectedUids)
    const typeByObject = new Map(current.map(grant => [grant.object_uid, grant.object_type]))
    const addedObjects = await listGrantables(ctx, agencyUid, subtract(newUids, currentUids))
    for (const { uid, type } of addedObjects) typeByObject.set(uid, type)
    const unknownUid = newUids.find(uid => !typeByObject.has(uid))
    if (unknownUid !== undefined) throw accessDenied('propertyUid', unknownUid)
    const revokedUids = subtract(currentUids, newUids)
    await deleteGrants(ctx, { agencyUid, partnerUid }, revokedUids)
    const currentByObject = indexByObject(current, grant => grant.object_uid)
    const changedGrants = grants
      .filter(grant => !isUnchanged(currentByObject.get(grant.objectUid), grant))
      .map(grant => ({ ...grant, type: typeByObject.get(grant.objectUid)! }))
    await storeGrants(ctx, { agencyUid, partnerUid }, changedGrants, ctx.clock.now())
    if (changedGrants.length + revokedUids.length > 0)
      await recordGrantChange(ctx, { agencyUid, partnerUid })
    // The first grant was added, or the last one revoked.
    if (currentUids.length > 0 !== newUids.length > 0) {
      await ctx.subscribers.accessChanged(ctx, { agencyUid, partnerUid }, newUids.length > 0)
    }
    const accessibleProperties = await listAccessibleProperties(ctx, agencyUid, affectedUids)
    const scopeBefore = partnerScope(currentUids, accessibleProperties)
    const accessChanges = listAccessChanges(
      partner.kind,
      scopeBefore,
      partnerScope(newUids, accessibleProperties),
      connects,
    )
    for (const { eventType: type, propertyUid: property_uid } of accessChanges) {
      recordEvent(ctx, { agencyUid, type, keys: { property_uid }, partnerUid })
    }
    return listWidened(current, grants)
  })
}

async function recordGrantChange(ctx: GrantContext, party: GrantParties): Promise<void> {
  const actor = ctx.caller.credential
  await recordSecurityEvent(ctx, ctx.clock.now(), { ...party, event: 'grants.changed', actor })
}

/** Indexes grants by object. Of duplicates the last counts. */
function indexByObject<G>(grants: G[], readUid: (grant: G) => string): Map<string, G> {
  return new Map(grants.map(grant => [readUid(grant), grant]))
}

function isUnchanged(current: Grant | undefined, { access, personalData }: GrantInput): boolean {
  return current?.access === access && current.personal_data === personalData
}

function subtract(uids: string[], excludedUids: string[]): string[] {
  const excluded = new Set(excludedUids)
  return uids.filter(uid => !excluded.has(uid))
}

type AccessibleProperties = Awaited<ReturnType<typeof listAccessibleProperties>>

function partnerScope(objectUids: string[], properties: AccessibleProperties) {
  const granted = new Set(objectUids)
  const accessible = properties.filter(
    ({ uid, hotel_uid }) => granted.has(uid) || (hotel_uid !== null && granted.has(hotel_uid)),
  )
  return { hasGrant: granted.size > 0, propertyUids: new Set(accessible.map(({ uid }) => uid)) }
}
