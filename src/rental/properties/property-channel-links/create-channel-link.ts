import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import type { LinkedChannel, PropertyChannelLink } from './property-channel-link.ts'
import { findLinkTo, insertLink } from './property-channel-links.ts'
import { recordChannelLink } from './record-channel-link.ts'

export interface LinkFields {
  url: string | null
  externalId: string | null
  isActive: boolean
}

/**
 * Links a property to its listing on a channel.
 *
 * @throws ApiError ALREADY_EXISTS if it has a link to that channel
 */
export async function createChannelLink(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  { channel, url, externalId, isActive }: LinkFields & { channel: LinkedChannel },
): Promise<PropertyChannelLink> {
  return transaction(ctx, async (ctx: Context) => {
    const now = ctx.clock.now()
    const link = await insertLink(ctx, {
      agency_uid: property.agency_uid,
      uid: newUid(now.getTime()),
      property_uid: property.uid,
      channel,
      url,
      external_id: externalId,
      is_active: isActive,
      created_at: now,
      updated_at: now,
    })
    if (!link) throw alreadyExists(channel, await findLinkTo(ctx, property, channel))
    recordChannelLink(ctx, 'PROPERTY_CHANNEL_LINK_CREATED', link)
    return link
  })
}

function alreadyExists(channel: string, existingUid: string | undefined): ApiError {
  const text = `The property already has a link to ${channel}`
  return new ApiError('ALREADY_EXISTS', text, { members: { existingUid } })
}
