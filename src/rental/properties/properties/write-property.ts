import type { Context } from '../../../context.ts'
import { type Changes, changesOf } from '../../events/events/changes.ts'
import type { EventType } from '../../events/events/event.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import type { PropertyField } from '../property-fields/property-field.ts'
import { propertyFields } from '../property-fields/property-fields.ts'
import { updateProperty } from './properties.ts'
import type { Property, PropertyRow } from './property.ts'

/**
 * Writes changed columns of a property that is locked, and tells what it has become: active,
 * inactive, deleted, or otherwise different (contract/properties.md §4).
 */
export async function writeProperty(
  ctx: Context,
  property: PropertyRow,
  columns: Partial<PropertyRow>,
): Promise<void> {
  const { agency_uid: agencyUid, uid: property_uid } = property
  await updateProperty(ctx, property, columns)
  if (columns.name !== undefined)
    await ctx.touchLeadsOf(ctx, { agency_uid: agencyUid, property_uid })
  const changes = shownChanges(property, columns)
  for (const type of typesOf(columns)) {
    recordEvent(ctx, { agencyUid, type, keys: { property_uid }, changes })
  }
}

function typesOf({ is_active, deleted_at, ...others }: Partial<PropertyRow>): EventType[] {
  if (deleted_at) return ['DELETED_PROPERTY']
  const types: EventType[] = Object.keys(others).length > 0 ? ['UPDATED_PROPERTY'] : []
  if (is_active !== undefined) types.push(is_active ? 'ACTIVATED_PROPERTY' : 'DEACTIVATED_PROPERTY')
  return types
}

/** What differs, as the wire names and shows it: `availability.minimumStay`. */
function shownChanges(before: PropertyRow, columns: Partial<PropertyRow>): Changes {
  const isWritten = ({ path, written }: PropertyField) =>
    written ? written.column in columns : path === 'parentUid' && 'parent_uid' in columns
  const fields = propertyFields.filter(isWritten)
  const shown = (row: PropertyRow) => {
    const whole = { ...row, beds_of_rooms: null } as Property
    return Object.fromEntries(fields.map(({ path, show }) => [path, show(whole)]))
  }
  return changesOf(shown(before), shown({ ...before, ...columns }))
}
