/** Hotel on the wire, `multiUnitProperty`: contract/properties.md §7.1. */
import { utcText } from '../../../platform/dates/dates.ts'
import {
  bool,
  listOf,
  named,
  nullable,
  oneOf,
  shape,
  Type,
  text,
  timeZone,
  uid,
  url,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import { propertyTypes } from '../properties/property.ts'
import { presentAddress, property, propertyBody } from '../properties/property-shape.ts'
import type { Hotel } from './hotel.ts'

export const hotel = shape('MultiUnitProperty', {
  uid: uid(),
  agencyUid: uid(),
  name: text(),
  isActive: bool(),
  propertyType: nullable(named('PropertyType', oneOf(propertyTypes))),
  address: property.properties.address!,
  timeZone: timeZone(),
  externalId: nullable(text()),
  pictureLink: nullable(url()),
  webLink: nullable(url({ orEmpty: true })),
  unitTypesUids: listOf(uid()),
  createdUtcDateTime: utcDateTime(),
  updatedUtcDateTime: utcDateTime(),
})

/** Fields of a hotel that PATCH can change. */
export const hotelPatch = shape('MultiUnitPropertyPatch', {
  name: Type.Optional(text({ min: 1 })),
  propertyType: Type.Optional(nullable(named('PropertyType', oneOf(propertyTypes)))),
  address: propertyBody().address!,
  timeZone: Type.Optional(timeZone()),
  externalId: Type.Optional(nullable(text())),
  webLink: Type.Optional(nullable(url({ orEmpty: true }))),
})

export const newHotel = shape('MultiUnitPropertyInput', {
  ...hotelPatch.properties,
  name: text({ min: 1 }),
  agencyUid: uid(),
})

export function presentHotel(row: Hotel) {
  return {
    uid: row.uid,
    agencyUid: row.agency_uid,
    name: row.name,
    isActive: row.is_active,
    propertyType: row.property_type,
    address: presentAddress(row),
    timeZone: row.time_zone,
    externalId: row.external_id,
    pictureLink: row.picture_link,
    webLink: row.web_link,
    unitTypesUids: row.unit_types_uids,
    createdUtcDateTime: utcText(row.created_at),
    updatedUtcDateTime: utcText(row.updated_at),
  }
}
