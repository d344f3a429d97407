/** What an adjustment belongs to, as a body names it: contract/resources.md §2.3. */
import type { Context } from '../../../context.ts'
import { invalidParameter, notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { reachedLead } from '../../leads/leads/leads.ts'
import { reachedOwner } from '../../properties/owners/owners.ts'
import { findOwnership } from '../../properties/property-ownership/property-ownership.ts'
import type { AdjustmentPlace, OwnerAdjustment } from './owner-adjustment.ts'

interface NamedPlace {
  ownerUid?: string | null
  leadUid?: string | null
}

/**
 * The owner and the lead that a body names, and the property's own owner if it leaves the owner
 * out. What an adjustment has already may be sent back, though it has gone since.
 *
 * @throws ApiError OWNER_NOT_FOUND, LEAD_NOT_FOUND, INVALID_PARAMETER for another property's lead
 */
export async function readPlace(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  { ownerUid, leadUid = null }: NamedPlace,
  present?: OwnerAdjustment,
): Promise<AdjustmentPlace> {
  const stays = present?.property_uid === property.uid ? present : undefined
  return {
    property_uid: property.uid,
    owner_uid: await ownerOf(ctx, property, ownerUid, stays),
    lead_uid: leadUid === null ? null : await leadOf(ctx, property, leadUid, stays),
  }
}

async function ownerOf(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  text: string | null | undefined,
  stays: OwnerAdjustment | undefined,
): Promise<string | null> {
  if (text === null) return null
  if (text === undefined) return (await findOwnership(ctx, property))?.owner_uid ?? null
  if (stays?.owner_uid != null && stays.owner_uid === asUid(text)) return stays.owner_uid
  const { agency_uid, uid } = await reachedOwner(ctx, text)
  if (agency_uid !== property.agency_uid) throw notFound('OWNER_NOT_FOUND', text)
  return uid
}

async function leadOf(
  ctx: Context,
  property: { uid: string },
  text: string,
  stays: OwnerAdjustment | undefined,
): Promise<string> {
  if (stays?.lead_uid != null && stays.lead_uid === asUid(text)) return stays.lead_uid
  const { uid, property_uid } = await reachedLead(ctx, text)
  if (property_uid === property.uid) return uid
  throw invalidParameter('leadUid', 'must be of a lead of the property')
}
