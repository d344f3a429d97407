import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { lockAgency } from '../../access/agencies/agencies.ts'
import { changesOf } from '../../events/events/changes.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import { freeSlugs, putPages } from './booking-writes.sql.ts'
import { findPage, listSlugHolders } from './direct-booking.ts'
import { standardSlugs } from './page-url.ts'

interface Property {
  agency_uid: string
  uid: string
}

/**
 * Switches the page of a property on or off, under a slug; null: one made of its name.
 *
 * @throws ApiError ALREADY_EXISTS when another property of the agency has the slug
 */
export async function changeBookingPage(
  ctx: Context,
  property: Property,
  { enabled, slug: asked }: { enabled: boolean; slug: string | null },
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    await lockAgency(ctx, property.agency_uid)
    const { name, ...present } = await findPage(ctx, property)
    const slugs = asked === null ? standardSlugs({ name, uid: property.uid }) : [asked]
    const slug = await freeSlug(ctx, property, slugs)
    if (present.is_enabled === enabled && present.slug === slug) return
    const { agency_uid, uid: property_uid } = property
    const columns = { is_enabled: enabled, slug }
    const updated_at = ctx.clock.now()
    await putPages(ctx, [{ agency_uid, property_uid, ...columns, updated_at }])
    const before = { ...present, is_enabled: present.is_enabled ?? false }
    recordEvent(ctx, {
      agencyUid: agency_uid,
      type: 'DBS_UPDATED',
      keys: { property_uid },
      changes: changesOf(before, columns, { is_enabled: 'enabled' }),
    })
  })
}

async function freeSlug(ctx: Context, property: Property, slugs: string[]): Promise<string> {
  await freeSlugs(ctx, property.agency_uid, slugs)
  const holders = await listSlugHolders(ctx, property.agency_uid, slugs)
  const free = slugs.find(slug => (holders.get(slug) ?? property.uid) === property.uid)
  if (free !== undefined) return free
  const existingUid = holders.get(slugs[0]!)
  const text = `The agency already has a property with slug ${slugs[0]}`
  throw new ApiError('ALREADY_EXISTS', text, { members: { existingUid } })
}
