/** What a property consists of, each a property itself for GraphQL: contract/properties.md §10. */
import { sql } from 'kysely'
import { type Row, type Sql, slot } from '../../../platform/graphql/fields.ts'
import { isGranted } from '../../access/partners/reach.sql.ts'
import { propertyFields } from '../property-fields/property-fields.ts'

/** What a unit shows of its unit type; whatever else may be null is. */
const inherited = ['propertyType', 'address', 'availability', 'pricing']

const notInherited = propertyFields.flatMap(({ path, written }) => {
  const isInherited = inherited.includes(path.split('.')[0]!)
  if (written === null || isInherited || !isNullable(written.schema)) return []
  return [[written.column, null] as const]
})

const blank = { ...Object.fromEntries(notInherited), picture_link: null, hotel_uid: null }

/**
 * The sub-properties of a master, those out of a partner's reach left out, or the units of a unit
 * type as properties. `unit_type_uid` tells where a unit has its pictures from.
 */
export function subUnitsOf(property: Row): Sql {
  const partner = slot('partner', 'uuid')
  return sql`select c.*, null::uuid as unit_type_uid from properties c
    where c.agency_uid = ${property('agency_uid')} and c.parent_uid = ${property('uid')}
      and c.deleted_at is null and (${partner} is null or ${isGranted('c', partner)})
    union all
    select unit.*, t.uid as unit_type_uid from units u
    join properties t on t.agency_uid = ${property('agency_uid')} and t.uid = u.property_uid
    cross join lateral jsonb_populate_record(t, ${sql.lit(JSON.stringify(blank))}::jsonb
      || jsonb_build_object('uid', u.uid, 'name', u.name, 'is_active', u.is_active,
        'created_at', u.created_at, 'updated_at', u.updated_at)) unit
    where u.agency_uid = ${property('agency_uid')} and u.property_uid = ${property('uid')}
      and u.deleted_at is null and t.hotel_uid is not null`
}

/** How many there are that are not deleted, active or not. */
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
