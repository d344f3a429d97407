import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/later-than.ts'
import { lockRow, updateRowOrThrow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import type { PropertyChannelLink } from './property-channel-link.ts'
import { recordChannelLink } from './record-channel-link.ts'

/** What of a link changes, by its columns. */
export type LinkChange = Partial<
  Pick<PropertyChannelLink, 'url' | 'external_id' | 'is_active' | 'last_sync_at'>
>

/**
 * Changes a link; one that stays as it is tells nothing.
 *
 * @throws ApiError PROPERTY_CHANNEL_LINK_NOT_FOUND when it has gone meanwhile
 */
export async function changeChannelLink(
  ctx: Context,
  key: Pick<PropertyChannelLink, 'agency_uid' | 'uid'>,
  change: LinkChange,
): Promise<PropertyChannelLink> {
  return transaction(ctx, async (ctx: Context) => {
    const present = await lockRow(ctx, 'property_channel_links', key)
    if (!present) throw notFound('PROPERTY_CHANNEL_LINK_NOT_FOUND', key.uid)
    const names = Object.keys(change) as (keyof LinkChange)[]
    if (names.every(name => isDeepStrictEqual(present[name], change[name]))) return present
    const updated = { ...change, updated_at: laterThan(ctx) }
    const changed = await updateRowOrThrow(ctx, 'property_channel_links', present, updated)
    recordChannelLink(ctx, 'PROPERTY_CHANNEL_LINK_UPDATED', changed, present)
    return changed
  })
}
