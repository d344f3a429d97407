import type { Context } from '../../../context.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import { updateProperty } from './properties.ts'

/** Says that what a property shows of itself changed elsewhere (contract/properties.md §4). */
export async function touchProperty(
  ctx: Context,
  property: { agency_uid: string; uid: string },
): Promise<void> {
  await updateProperty(ctx, property, {})
  const keys = { property_uid: property.uid }
  recordEvent(ctx, { agencyUid: property.agency_uid, type: 'UPDATED_PROPERTY', keys })
}
