import type { Context } from '../../../context.ts'
import { type Changes, diffFields } from '../../../pending-events/changes.ts'
import type { EventType } from '../../../pending-events/event.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import type { PropertyField } from '../property-fields/property-field.ts'
import { propertyFields } from '../property-fields/property-fields.ts'
import { updateProperty } from './properties.ts'
import type { Property, PropertyRow } from './property.ts'

/**
 * Updates columns of a locked property and emits its events: activated, deactivated, deleted or
 * updated (contract/properties.md §4).
 */
export async function writeProperty(
  ctx: Context,
  property: PropertyRow,
  columns: Partial<PropertyRow>,
): Promise<void> {
  const { agency_uid: agencyUid, uid: property_uid } = property
  await updateProperty(ctx, property, columns)
  if (columns.name !== undefined)
    await ctx.subscribers.shownChanged(ctx, { agency_uid: agencyUid, property_uid })
  const changes = wireChanges(property, columns)
  for (const type of eventTypes(columns)) {
    recordEvent(ctx, { agencyUid, type, keys: { property_uid }, changes })
  }
}

function eventTypes({ is_active, deleted_at, ...otherColumns }: Partial<PropertyRow>): EventType[] {
  if (deleted_at) return ['DELETED_PROPERTY']
  const types: EventType[] = Object.keys(otherColumns).length > 0 ? ['UPDATED_PROPERTY'] : []
  if (is_active !== undefined) types.push(is_active ? 'ACTIVATED_PROPERTY' : 'DEACTIVATED_PROPERTY')
  return types
}

/** Returns the changes with names and values of the wire: `availability.minimumStay`. */
function wireChanges(before: PropertyRow, columns: Partial<PropertyRow>): Changes {
  const isWritten = ({ path, written }: PropertyField) =>
    written ? written.column in columns : path === 'parentUid' && 'parent_uid' in columns
  const fields = propertyFields.filter(isWritten)
  const toWireFields = (row: PropertyRow) => {
    const fullRow = { ...row, beds_of_rooms: null } as Property
    return Object.fromEntries(fields.map(({ path, toWire }) => [path, toWire(fullRow)]))
  }
  return diffFields(toWireFields(before), toWireFields({ ...before, ...columns }))
}
