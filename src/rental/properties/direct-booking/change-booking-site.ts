import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { lockAgency } from '../../access/agencies/agencies.ts'
import { changesOf } from '../../events/events/changes.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import { putSites, replaceFeatured } from './booking-writes.sql.ts'
import { findSite, listFeaturedUids } from './direct-booking.ts'

/** What an agency says of direct booking. */
export interface BookingSite {
  isEnabled: boolean
  website: string | null
  /** In their order, each once. */
  featuredUids: string[]
}

/** Replaces what an agency says of direct booking; what stays as it is tells nothing. */
export async function changeBookingSite(
  ctx: Context,
  agencyUid: string,
  { isEnabled, website, featuredUids }: BookingSite,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    await lockAgency(ctx, agencyUid)
    const { is_enabled = false, website: present = null } = (await findSite(ctx, agencyUid)) ?? {}
    const before = { is_enabled, website: present }
    const after = { is_enabled: isEnabled, website }
    const isSame = isDeepStrictEqual(before, after)
    const featured = await listFeaturedUids(ctx, agencyUid)
    const keepsFeatured = isDeepStrictEqual(featured, featuredUids)
    if (isSame && keepsFeatured) return
    if (!isSame) {
      await putSites(ctx, [{ agency_uid: agencyUid, ...after, updated_at: ctx.clock.now() }])
    }
    if (!keepsFeatured) await replaceFeatured(ctx, agencyUid, featuredUids)
    recordEvent(ctx, {
      agencyUid,
      type: 'DBS_UPDATED',
      keys: {},
      changes: changesOf(before, after, { is_enabled: 'dbsEnabled' }),
    })
  })
}
