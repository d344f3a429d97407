/** The property of a lead on `POST /api/v3.x/graphql`: contract/properties.md §2, §10. */
import { sql } from 'kysely'
import {
  orNull,
  plain,
  sameRow,
  type Types,
  text,
  utcTime,
  word,
} from '../../platform/graphql/fields.ts'
import { businessType } from './properties.ts'

export const propertyTypes: Types = {
  Property: {
    uid: word('uid'),
    name: text('name'),
    isActive: plain('is_active'),
    agencyUid: word('agency_uid'),
    hotelUid: orNull(word('hotel_uid')),
    parentUid: orNull(word('parent_uid')),
    businessType: word(businessType),
    propertyType: text('property_type'),
    address: sameRow('PropertyAddress'),
    timeZone: word('time_zone'),
    bedrooms: plain('bedrooms'),
    beds: plain('beds'),
    bathrooms: word(property => sql`trim_scale(${property('bathrooms')})`),
    pictureLink: text('picture_link'),
    updatedUtcDateTime: utcTime('updated_at'),
    createdUtcDateTime: utcTime('created_at'),
  },
  PropertyAddress: {
    address: text('address'),
    address2: text('address2'),
    city: text('city'),
    state: text('state'),
    zipCode: text('zip_code'),
    countryCode: text('country_code'),
    latitude: orNull(word(property => sql`trim_scale(${property('latitude')})`)),
    longitude: orNull(word(property => sql`trim_scale(${property('longitude')})`)),
  },
}
