/** Who may read and write which links: contract/resources.md §6. */
import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { findPartnerChannel } from '../../access/partners/partners.ts'
import { reach, type Wanted } from '../../access/partners/reach.sql.ts'
import { type ReachedProperty, reachedProperty } from '../properties/properties.ts'
import { channelsIn, isMajor, linkAliases } from './property-channel-link.ts'
import { findLink, type ReachedLink } from './property-channel-links.ts'

const writes = { access: 'READ_WRITE' } as const

/**
 * The link that a uid of a path names, unless the version does not know its channel.
 *
 * @throws ApiError PROPERTY_CHANNEL_LINK_NOT_FOUND, READ_ONLY_GRANT
 */
export async function reachedLink(
  ctx: Context,
  uid: string,
  version: Version,
  { access = 'READ' }: Pick<Wanted, 'access'> = {},
): Promise<ReachedLink> {
  const wanted = { access, inPath: true, parameter: 'propertyChannelLinkUid' }
  return reach(uid, wanted, 'PROPERTY_CHANNEL_LINK_NOT_FOUND', uid =>
    findLink(ctx, uid, channelsIn(version)),
  )
}

/**
 * The same of a link that the caller may write.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED, too
 */
export async function writableLink(
  ctx: Context,
  uid: string,
  version: Version,
): Promise<ReachedLink> {
  const link = await reachedLink(ctx, uid, version, writes)
  await checkChannel(ctx, link.channel)
  return link
}

/**
 * The property that is to be linked to a channel.
 *
 * @throws ApiError ACCESS_DENIED, READ_ONLY_GRANT, OPERATION_NOT_PERMITTED
 */
export async function linkableProperty(
  ctx: Context,
  { propertyUid, channel }: { propertyUid: string; channel: string },
): Promise<ReachedProperty> {
  const property = await reachedProperty(ctx, propertyUid, writes)
  await checkChannel(ctx, channel)
  return property
}

/** Links of a major are written by the channel itself, and by people of the agency. */
async function checkChannel(ctx: Context, channel: string): Promise<void> {
  const { caller } = ctx
  if (!isMajor(channel) || caller.credential.kind === 'EMPLOYEE') return
  const own = caller.kind === 'partner' ? await findPartnerChannel(ctx, caller.partnerUid) : null
  if (own !== null && (linkAliases[own] ?? own) === channel) return
  const text = `Links to ${channel} can be written only by the channel or in the agency's console`
  throw new ApiError('OPERATION_NOT_PERMITTED', text, { members: { requires: channel } })
}
