import type { Context } from '../../../context.ts'
import { deleteRow, lockRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import type { PropertyChannelLink } from './property-channel-link.ts'
import { recordChannelLink } from './record-channel-link.ts'

/** @throws ApiError PROPERTY_CHANNEL_LINK_NOT_FOUND if it was deleted concurrently */
export async function deleteChannelLink(
  ctx: Context,
  key: Pick<PropertyChannelLink, 'agency_uid' | 'uid'>,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const link = await lockRow(ctx, 'property_channel_links', key)
    if (!link) throw notFound('PROPERTY_CHANNEL_LINK_NOT_FOUND', key.uid)
    await deleteRow(ctx, 'property_channel_links', link)
    recordChannelLink(ctx, 'PROPERTY_CHANNEL_LINK_DELETED', link)
  })
}
