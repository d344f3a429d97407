/** Finds the owner and lead of an adjustment: contract/resources.md §2.3. */
import type { Context } from '../../../context.ts'
import { invalidParameter, notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { requireLead } from '../../leads/leads/leads.ts'
import { requireOwner } from '../../properties/owners/owners.ts'
import { findOwnership } from '../../properties/property-ownership/property-ownership.ts'
import type { AdjustmentReferences, OwnerAdjustment } from './owner-adjustment.ts'

interface RequestedReferences {
  ownerUid?: string | null
  leadUid?: string | null
}

/**
 * Returns the references of an adjustment. The owner defaults to that of the property. References
 * that the `current` adjustment already has may be to deleted objects.
 *
 * @throws ApiError OWNER_NOT_FOUND, LEAD_NOT_FOUND, INVALID_PARAMETER for another property's lead
 */
export async function readReferences(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  { ownerUid, leadUid = null }: RequestedReferences,
  current?: OwnerAdjustment,
): Promise<AdjustmentReferences> {
  // Owner and lead belong to the property, so they are only kept with it.
  const unmovedAdjustment = current?.property_uid === property.uid ? current : undefined
  return {
    property_uid: property.uid,
    owner_uid: await resolveOwner(ctx, property, ownerUid, unmovedAdjustment),
    lead_uid:
      leadUid === null ? null : await resolveLead(ctx, property, leadUid, unmovedAdjustment),
  }
}

async function resolveOwner(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  ownerUid: string | null | undefined,
  unmovedAdjustment: OwnerAdjustment | undefined,
): Promise<string | null> {
  if (ownerUid === null) return null
  if (ownerUid === undefined) return (await findOwnership(ctx, property))?.owner_uid ?? null
  if (unmovedAdjustment?.owner_uid != null && unmovedAdjustment.owner_uid === asUid(ownerUid))
    return unmovedAdjustment.owner_uid
  const { agency_uid, uid } = await requireOwner(ctx, ownerUid)
  if (agency_uid !== property.agency_uid) throw notFound('OWNER_NOT_FOUND', ownerUid)
  return uid
}

async function resolveLead(
  ctx: Context,
  property: { uid: string },
  leadUid: string,
  unmovedAdjustment: OwnerAdjustment | undefined,
): Promise<string> {
  if (unmovedAdjustment?.lead_uid != null && unmovedAdjustment.lead_uid === asUid(leadUid))
    return unmovedAdjustment.lead_uid
  const { uid, property_uid } = await requireLead(ctx, leadUid)
  if (property_uid === property.uid) return uid
  throw invalidParameter('leadUid', 'must be of a lead of the property')
}
