import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/monotonic-timestamp.ts'
import { lockRow, updateRowOrThrow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import type { PropertyChannelLink } from './property-channel-link.ts'
import { recordChannelLink } from './record-channel-link.ts'

export type LinkChange = Partial<
  Pick<PropertyChannelLink, 'url' | 'external_id' | 'is_active' | 'last_sync_at'>
>

/**
 * Updates a link. Emits no event if nothing changes.
 *
 * @throws ApiError PROPERTY_CHANNEL_LINK_NOT_FOUND if it was deleted concurrently
 */
export async function changeChannelLink(
  ctx: Context,
  key: Pick<PropertyChannelLink, 'agency_uid' | 'uid'>,
  change: LinkChange,
): Promise<PropertyChannelLink> {
  return transaction(ctx, async (ctx: Context) => {
    const current = await lockRow(ctx, 'property_channel_links', key)
    if (!current) throw notFound('PROPERTY_CHANNEL_LINK_NOT_FOUND', key.uid)
    const names = Object.keys(change) as (keyof LinkChange)[]
    if (names.every(name => isDeepStrictEqual(current[name], change[name]))) return current
    const updated = { ...change, updated_at: laterThan(ctx) }
    const changed = await updateRowOrThrow(ctx, 'property_channel_links', current, updated)
    recordChannelLink(ctx, 'PROPERTY_CHANNEL_LINK_UPDATED', changed, current)
    return changed
  })
}
