/** The property on `POST /api/v3.x/graphql`: contract/properties.md §2, §10. */
import { sql } from 'kysely'
import {
  type Field,
  joined,
  many,
  orNull,
  plain,
  type Row,
  type ScalarField,
  type Sql,
  sameRow,
  type Types,
  text,
  utcTime,
  withColumns,
  word,
} from '../../../platform/graphql/fields.ts'
import type { TSchema } from '../../../platform/rest/fields.ts'
import { tagsOf } from '../../around/tags/tags.ts'
import { firstPhotoOfProperty, originalUrl, scaledUrl } from '../photos/photos.ts'
import { businessType } from '../properties/properties.ts'
import { weekdays } from '../properties/property.ts'
import { unitCount } from '../properties/property-reads.sql.ts'
import { blocks } from '../property-fields/channel-blocks.ts'
import { propertyFields } from '../property-fields/property-fields.ts'
import { bedsOfRooms, roomsOfProperty } from '../rooms/rooms.ts'
import { countSubUnits, subUnitsOf } from './sub-units.sql.ts'

/** The readers of a property; pictures kept by this server are below its public address. */
export function propertyTypesOf(publicUrl: string): Types {
  return {
    ...columnTypes,
    Property: { ...columnTypes.Property, ...propertyReaders },
    PropertyAvailability: {
      ...columnTypes.PropertyAvailability,
      dayOfWeekMinimumStay: sameRow('DayOfWeekMinimumStay'),
      daysOfTheWeekToCheckInOn: plain(
        row => sql`to_json(${row('days_of_the_week_to_check_in_on')})`,
      ),
    },
    DayOfWeekMinimumStay: Object.fromEntries(
      weekdays.map(day => [
        day,
        orNull(plain(row => member(row('day_of_week_minimum_stay'), day))),
      ]),
    ),
    ...blockTypes,
    MainPicture: {
      tinyThumbnail: text(photo => scaledUrl(photo, publicUrl, 480)),
      mediumThumbnail: text(photo => scaledUrl(photo, publicUrl, 480)),
      largeThumbnail: text(photo => scaledUrl(photo, publicUrl, 720)),
      original: text(photo => originalUrl(photo, publicUrl)),
    },
  }
}

const groups: Record<string, string> = {
  address: 'PropertyAddress',
  area: 'PropertyArea',
  availability: 'PropertyAvailability',
  pricing: 'PropertyPricing',
}

/** The fields that have a column of their own, each in the type that it stands in. */
const columnTypes = readersOfColumns()

function readersOfColumns(): Types {
  const types: Types = { Property: {} }
  for (const { path, written } of propertyFields) {
    if (written === null) continue
    const [first, second] = path.split('.') as [string, string | undefined]
    if (second === undefined) types.Property![first] = reader(written.schema, written.column)
    else {
      const type = groups[first]!
      types.Property![first] = sameRow(type)
      types[type] = { ...types[type], [second]: reader(written.schema, written.column) }
    }
  }
  return types
}

/** Decimals are texts in their shortest form. */
function reader(schema: TSchema, value: string | ((row: Row) => Sql)): ScalarField {
  const { type } = schema as { type?: string | string[] }
  const kind = Array.isArray(type) ? type[0] : type
  const read = typeof value === 'string' ? (row: Row) => row(value) : value
  if (kind === 'string') return text(read)
  if (kind === 'number') return orNull(word(row => sql`trim_scale((${read(row)})::numeric)`))
  return orNull(plain(read))
}

const propertyReaders: Record<string, Field> = {
  uid: word('uid'),
  agencyUid: word('agency_uid'),
  hotelUid: orNull(word('hotel_uid')),
  parentUid: orNull(word('parent_uid')),
  businessType: word(
    row =>
      sql`case when ${row('unit_type_uid')} is null then ${businessType(row)} else 'SUB_UNIT' end`,
  ),
  beds: plain(row => sql`coalesce(${bedsOfRooms(contentOf(row))}, ${row('beds')})`),
  pictureLink: text('picture_link'),
  numberOfUnits: plain(row => unitCount(row)),
  numberOfActiveUnits: plain(row => unitCount(row, { active: true })),
  updatedUtcDateTime: utcTime('updated_at'),
  createdUtcDateTime: utcTime('created_at'),
  airbnbData: blockOf('AirbnbData', 'airbnb_data'),
  bookingDotComData: blockOf('BookingDotComData', 'booking_dot_com_data'),
  hvmiData: blockOf('HvmiData', 'hvmi_data'),
  integrationsData: blockOf('IntegrationsData', 'integrations_data'),
  vrboData: blockOf('VrboData', 'vrbo_data'),
  rooms: many('Room', roomsOfProperty, room => room('room_number')),
  mainPicture: joined('MainPicture', (row, asked) => firstPhotoOfProperty(contentOf(row), asked)),
  tags: plain(tagsOf),
  numberOfSubUnits: plain(countSubUnits),
  subUnits: many('Property', subUnitsOf, unit => sql`${unit('name')}, ${unit('uid')}`),
}

/** A unit's content is that of its unit type. */
function contentOf(row: Row): Row {
  const owner = sql`coalesce(${row('unit_type_uid')}, ${row('uid')})`
  return withColumns(row, { uid: owner })
}

/** An object that a column holds, or null. */
function blockOf(type: string, column: string): Field {
  return joined(type, row => sql`select ${row(column)} as data where ${row(column)} is not null`)
}

const blockTypes: Types = Object.fromEntries(
  Object.entries(blocks).map(([key, schema]) => [
    key[0]!.toUpperCase() + key.slice(1),
    Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [
        name,
        reader(inner, block => sql`${block('data')} ->> ${sql.lit(name)}`),
      ]),
    ),
  ]),
)

function member(object: Sql, key: string): Sql {
  return sql`${object} -> ${sql.lit(key)}`
}
