import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { updateProperty } from './properties.ts'

/**
 * Bumps `updated_at` of a property and emits UPDATED_PROPERTY after a change in another table
 * (contract/properties.md §4).
 */
export async function recordPropertyUpdate(
  ctx: Context,
  property: { agency_uid: string; uid: string },
): Promise<void> {
  await updateProperty(ctx, property, {})
  const keys = { property_uid: property.uid }
  recordEvent(ctx, { agencyUid: property.agency_uid, type: 'UPDATED_PROPERTY', keys })
}
