/** Property on `POST /api/v3.x/graphql`: contract/properties.md §2, §10. */
import { sql } from 'kysely'
import {
  type Field,
  joined,
  listOf,
  literal,
  nullableText,
  orNull,
  type Row,
  type ScalarField,
  type Sql,
  sameRow,
  type Types,
  unescaped,
  utcTime,
  withColumns,
} from '../../../platform/graphql/fields.ts'
import type { TSchema } from '../../../platform/rest/fields.ts'
import { originalUrl, scaledUrl, selectFirstPhoto } from '../photos/photos.ts'
import { businessType } from '../properties/properties.ts'
import { weekdays } from '../properties/property.ts'
import { unitCount } from '../properties/property-reads.sql.ts'
import { blocks } from '../property-fields/channel-blocks.ts'
import { propertyFields } from '../property-fields/property-fields.ts'
import { selectBedCount, selectRooms } from '../rooms/rooms.ts'
import { selectTags } from '../tags/tags.ts'
import { countSubUnits, subUnitsOf } from './sub-units.sql.ts'

/** Returns the GraphQL types of a property. `publicUrl` is the prefix of uploaded pictures. */
export function propertyGraphQLTypes(publicUrl: string): Types {
  return {
    ...columnTypes,
    Property: { ...columnTypes.Property, ...propertyOnlyFields },
    PropertyAvailability: {
      ...columnTypes.PropertyAvailability,
      dayOfWeekMinimumStay: sameRow('DayOfWeekMinimumStay'),
      daysOfTheWeekToCheckInOn: literal(
        row => sql`to_json(${row('days_of_the_week_to_check_in_on')})`,
      ),
    },
    DayOfWeekMinimumStay: Object.fromEntries(
      weekdays.map(day => [
        day,
        orNull(literal(row => member(row('day_of_week_minimum_stay'), day))),
      ]),
    ),
    ...blockTypes,
    MainPicture: {
      tinyThumbnail: nullableText(photo => scaledUrl(photo, publicUrl, 480)),
      mediumThumbnail: nullableText(photo => scaledUrl(photo, publicUrl, 480)),
      largeThumbnail: nullableText(photo => scaledUrl(photo, publicUrl, 720)),
      original: nullableText(photo => originalUrl(photo, publicUrl)),
    },
  }
}

const groups: Record<string, string> = {
  address: 'PropertyAddress',
  area: 'PropertyArea',
  availability: 'PropertyAvailability',
  pricing: 'PropertyPricing',
}

/** Fields with a column of their own, by GraphQL type. */
const columnTypes = buildColumnFields()

function buildColumnFields(): Types {
  const types: Types = { Property: {} }
  for (const { path, written } of propertyFields) {
    if (written === null) continue
    const [name, member] = path.split('.') as [string, string | undefined]
    if (member === undefined) types.Property![name] = columnField(written.schema, written.column)
    else {
      const type = groups[name]!
      types.Property![name] = sameRow(type)
      types[type] = { ...types[type], [member]: columnField(written.schema, written.column) }
    }
  }
  return types
}

/** Returns the field of a column. Decimals are texts in their shortest form. */
function columnField(schema: TSchema, value: string | ((row: Row) => Sql)): ScalarField {
  const { type } = schema as { type?: string | string[] }
  const kind = Array.isArray(type) ? type[0] : type
  const read = typeof value === 'string' ? (row: Row) => row(value) : value
  if (kind === 'string') return nullableText(read)
  if (kind === 'number') return orNull(unescaped(row => sql`trim_scale((${read(row)})::numeric)`))
  return orNull(literal(read))
}

const propertyOnlyFields: Record<string, Field> = {
  uid: unescaped('uid'),
  agencyUid: unescaped('agency_uid'),
  hotelUid: orNull(unescaped('hotel_uid')),
  parentUid: orNull(unescaped('parent_uid')),
  businessType: unescaped(
    row =>
      sql`case when ${row('unit_type_uid')} is null then ${businessType(row)} else 'SUB_UNIT' end`,
  ),
  beds: literal(row => sql`coalesce(${selectBedCount(contentRow(row))}, ${row('beds')})`),
  pictureLink: nullableText('picture_link'),
  numberOfUnits: literal(row => unitCount(row)),
  numberOfActiveUnits: literal(row => unitCount(row, { active: true })),
  updatedUtcDateTime: utcTime('updated_at'),
  createdUtcDateTime: utcTime('created_at'),
  airbnbData: blockField('AirbnbData', 'airbnb_data'),
  bookingDotComData: blockField('BookingDotComData', 'booking_dot_com_data'),
  hvmiData: blockField('HvmiData', 'hvmi_data'),
  integrationsData: blockField('IntegrationsData', 'integrations_data'),
  vrboData: blockField('VrboData', 'vrbo_data'),
  rooms: listOf('Room', selectRooms, room => room('room_number')),
  mainPicture: joined('MainPicture', (row, requested) =>
    selectFirstPhoto(contentRow(row), requested),
  ),
  tags: literal(selectTags),
  numberOfSubUnits: literal(countSubUnits),
  subUnits: listOf('Property', subUnitsOf, unit => sql`${unit('name')}, ${unit('uid')}`),
}

/** Returns the row whose content applies: the unit type for a unit. */
function contentRow(row: Row): Row {
  const owner = sql`coalesce(${row('unit_type_uid')}, ${row('uid')})`
  return withColumns(row, { uid: owner })
}

/** Returns the field of a JSON column; null if it is empty. */
function blockField(type: string, column: string): Field {
  return joined(type, row => sql`select ${row(column)} as data where ${row(column)} is not null`)
}

const blockTypes: Types = Object.fromEntries(
  Object.entries(blocks).map(([key, schema]) => [
    key[0]!.toUpperCase() + key.slice(1),
    Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [
        name,
        columnField(inner, block => sql`${block('data')} ->> ${sql.lit(name)}`),
      ]),
    ),
  ]),
)

function member(object: Sql, key: string): Sql {
  return sql`${object} -> ${sql.lit(key)}`
}
