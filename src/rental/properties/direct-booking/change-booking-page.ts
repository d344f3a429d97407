import type { Context } from '../../../context.ts'
import { diffFields } from '../../../pending-events/changes.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { lockAgency } from '../../access/agencies/agencies.ts'
import { releaseSlugs, upsertPages } from './booking-writes.sql.ts'
import { findPage, mapSlugsToProperties } from './direct-booking.ts'
import { defaultSlugs } from './page-url.ts'

interface Property {
  agency_uid: string
  uid: string
}

/**
 * Enables or disables the booking page of a property. A null slug is generated from the name, as is
 * the first one; without a slug the present one stays.
 *
 * @throws ApiError ALREADY_EXISTS if another property of the agency has the slug
 */
export async function changeBookingPage(
  ctx: Context,
  property: Property,
  { enabled, slug: requestedSlug }: { enabled: boolean; slug: string | null | undefined },
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    await lockAgency(ctx, property.agency_uid)
    const { name, ...currentPage } = await findPage(ctx, property)
    const wantedSlug = requestedSlug === undefined ? currentPage.slug : requestedSlug
    const slugs = wantedSlug ? [wantedSlug] : defaultSlugs({ name, uid: property.uid })
    const slug = await chooseSlug(ctx, property, slugs)
    if (currentPage.is_enabled === enabled && currentPage.slug === slug) return
    const { agency_uid, uid: property_uid } = property
    const columns = { is_enabled: enabled, slug }
    const updated_at = ctx.clock.now()
    await upsertPages(ctx, [{ agency_uid, property_uid, ...columns, updated_at }])
    const before = { ...currentPage, is_enabled: currentPage.is_enabled ?? false }
    recordEvent(ctx, {
      agencyUid: agency_uid,
      type: 'DBS_UPDATED',
      keys: { property_uid },
      changes: diffFields(before, columns, { is_enabled: 'enabled' }),
    })
  })
}

async function chooseSlug(ctx: Context, property: Property, slugs: string[]): Promise<string> {
  await releaseSlugs(ctx, property.agency_uid, slugs)
  const uidBySlug = await mapSlugsToProperties(ctx, property.agency_uid, slugs)
  const freeSlug = slugs.find(slug => (uidBySlug.get(slug) ?? property.uid) === property.uid)
  if (freeSlug !== undefined) return freeSlug
  const existingUid = uidBySlug.get(slugs[0]!)
  const text = `The agency already has a property with slug ${slugs[0]}`
  throw new ApiError('ALREADY_EXISTS', text, { members: { existingUid } })
}
