/** Authorization of channel links: contract/resources.md §6. */
import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { type RequiredAccess, requireAccess } from '../../access/partners/access-scope.sql.ts'
import { findPartnerChannel } from '../../access/partners/partners.ts'
import { type AccessibleProperty, requireProperty } from '../properties/properties.ts'
import { channelsIn, isMajor, linkAliases } from './property-channel-link.ts'
import { type AccessibleLink, findLink } from './property-channel-links.ts'

const writeAccess = { access: 'READ_WRITE' } as const

/**
 * Returns the link with the uid in a path, if the version knows its channel.
 *
 * @throws ApiError PROPERTY_CHANNEL_LINK_NOT_FOUND, READ_ONLY_GRANT
 */
export async function requireLink(
  ctx: Context,
  uid: string,
  version: Version,
  { access = 'READ' }: Pick<RequiredAccess, 'access'> = {},
): Promise<AccessibleLink> {
  const options = { access, inPath: true, parameter: 'propertyChannelLinkUid' }
  return requireAccess(uid, options, 'PROPERTY_CHANNEL_LINK_NOT_FOUND', uid =>
    findLink(ctx, uid, channelsIn(version)),
  )
}

/**
 * Returns the link with the uid in a path, if the caller may write it.
 *
 * @throws ApiError PROPERTY_CHANNEL_LINK_NOT_FOUND, READ_ONLY_GRANT, OPERATION_NOT_PERMITTED
 */
export async function requireWritableLink(
  ctx: Context,
  uid: string,
  version: Version,
): Promise<AccessibleLink> {
  const link = await requireLink(ctx, uid, version, writeAccess)
  await checkChannel(ctx, link.channel)
  return link
}

/**
 * Returns the property, if the caller may link it to the channel.
 *
 * @throws ApiError ACCESS_DENIED, READ_ONLY_GRANT, OPERATION_NOT_PERMITTED
 */
export async function requireLinkableProperty(
  ctx: Context,
  { propertyUid, channel }: { propertyUid: string; channel: string },
): Promise<AccessibleProperty> {
  const property = await requireProperty(ctx, propertyUid, writeAccess)
  await checkChannel(ctx, channel)
  return property
}

/** Restricts links of major channels to the channel itself and users of the agency. */
async function checkChannel(ctx: Context, channel: string): Promise<void> {
  const { caller } = ctx
  if (!isMajor(channel) || caller.credential.kind === 'EMPLOYEE') return
  const partnerChannel =
    caller.kind === 'partner' ? await findPartnerChannel(ctx, caller.partnerUid) : null
  if (partnerChannel !== null && (linkAliases[partnerChannel] ?? partnerChannel) === channel) return
  const text = `Links to ${channel} can be written only by the channel or in the agency's console`
  throw new ApiError('OPERATION_NOT_PERMITTED', text, { members: { requires: channel } })
}
