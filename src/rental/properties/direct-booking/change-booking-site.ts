import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { diffFields } from '../../../pending-events/changes.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { lockAgency } from '../../access/agencies/agencies.ts'
import { replaceFeatured, upsertSites } from './booking-writes.sql.ts'
import { findSite, listFeaturedUids } from './direct-booking.ts'

/** Direct booking settings of an agency. */
export interface BookingSite {
  isEnabled: boolean
  website: string | null
  /** Distinct uids, in display order. */
  featuredUids: string[]
}

/** Replaces the direct booking settings of an agency. Emits no event if nothing changes. */
export async function changeBookingSite(
  ctx: Context,
  agencyUid: string,
  { isEnabled, website, featuredUids }: BookingSite,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    await lockAgency(ctx, agencyUid)
    const { is_enabled = false, website: currentWebsite = null } =
      (await findSite(ctx, agencyUid)) ?? {}
    const before = { is_enabled, website: currentWebsite }
    const after = { is_enabled: isEnabled, website }
    const isSame = isDeepStrictEqual(before, after)
    const featured = await listFeaturedUids(ctx, agencyUid)
    const isSameFeatured = isDeepStrictEqual(featured, featuredUids)
    if (isSame && isSameFeatured) return
    if (!isSame) {
      await upsertSites(ctx, [{ agency_uid: agencyUid, ...after, updated_at: ctx.clock.now() }])
    }
    if (!isSameFeatured) await replaceFeatured(ctx, agencyUid, featuredUids)
    recordEvent(ctx, {
      agencyUid,
      type: 'DBS_UPDATED',
      keys: {},
      changes: diffFields(before, after, { is_enabled: 'dbsEnabled' }),
    })
  })
}
