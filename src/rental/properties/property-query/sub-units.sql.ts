/**
 * Sub-units of a property, which are properties themselves in GraphQL: contract/properties.md §10.
 */
import { sql } from 'kysely'
import { type Row, type Sql, slot } from '../../../platform/graphql/fields.ts'
import { isGranted } from '../../access/partners/access-scope.sql.ts'
import { propertyFields } from '../property-fields/property-fields.ts'

/** Groups of fields that a unit inherits from its unit type. All other nullable fields are null. */
const inheritedGroups = ['propertyType', 'address', 'availability', 'pricing']

const nullColumns = propertyFields.flatMap(({ path, written }) => {
  const isInherited = inheritedGroups.includes(path.split('.')[0]!)
  if (written === null || isInherited || !isNullable(written.schema)) return []
  return [[written.column, null] as const]
})

/** Columns of a unit that replace those of its unit type. */
const unitColumns = { ...Object.fromEntries(nullColumns), picture_link: null, hotel_uid: null }

/**
 * Selects the accessible sub-properties of a master, or the units of a unit type as properties.
 * `unit_type_uid` is the unit type that has the pictures of a unit.
 */
export function subUnitsOf(property: Row): Sql {
  const partner = slot('partner', 'uuid')
  return sql`select c.*, null::uuid as unit_type_uid from properties c
    where c.agency_uid = ${property('agency_uid')} and c.parent_uid = ${property('uid')}
      and c.deleted_at is null and (${partner} is null or ${isGranted('c', partner)})
    union all
    select unit.*, t.uid as unit_type_uid from units u
    join properties t on t.agency_uid = ${property('agency_uid')} and t.uid = u.property_uid
    cross join lateral jsonb_populate_record(t, ${sql.lit(JSON.stringify(unitColumns))}::jsonb
      || jsonb_build_object('uid', u.uid, 'name', u.name, 'is_active', u.is_active,
        'created_at', u.created_at, 'updated_at', u.updated_at)) unit
    where u.agency_uid = ${property('agency_uid')} and u.property_uid = ${property('uid')}
      and u.deleted_at is null and t.hotel_uid is not null`
}

/** Returns the number of sub-units that are not deleted, active or not. */
export function countSubUnits(property: Row): Sql {
  return sql`(select count(*) from properties c where c.agency_uid = ${property('agency_uid')}
      and c.parent_uid = ${property('uid')} and c.deleted_at is null)
    + case when ${property('hotel_uid')} is null then 0 else (select count(*) from units u
      where u.agency_uid = ${property('agency_uid')} and u.property_uid = ${property('uid')}
      and u.deleted_at is null) end`
}

function isNullable(schema: object): boolean {
  const { type } = schema as { type?: string | string[] }
  return Array.isArray(type) && type.includes('null')
}
