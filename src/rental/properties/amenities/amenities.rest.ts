/** Amenities of properties and hotels: contract/properties.md §6.3, contract/amenities.md. */
import { route } from '../../../context.ts'
import {
  money,
  named,
  nullable,
  oneOf,
  oneOfOrAlias,
  shape,
  since,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { changeContent, deleteContent } from '../property-content/content.ts'
import { changes, contentRoutes } from '../property-content/content-routes.ts'
import { holderFields, reachedHolder } from '../property-content/reached-content-holder.ts'
import { channelFlags, channelsThatKnow } from '../property-fields/channels.ts'
import { addAmenity } from './add-amenity.ts'
import type { Amenity } from './amenities.ts'
import { amenityCodes, categories, categoryOf, formerCodes, knownAmenities } from './amenity.ts'

const amenity = shape('Amenity', {
  uid: uid(),
  amenity: named('AmenityCode', oneOf(amenityCodes)),
  category: nullable(named('AmenityCategory', oneOf(categories))),
  description: nullable(text({ max: 500 })),
  price: nullable(money()),
  propertyUid: nullable(uid()),
  hotelUid: since('3.1', nullable(uid())),
})

const answer = Type.Object({ amenity })

const written = {
  description: Type.Optional(nullable(text({ max: 500 }))),
  price: Type.Optional(nullable(money())),
}

const availableAmenity = shape('AvailableAmenity', {
  amenity: named('AmenityCode', oneOf(amenityCodes)),
  category: nullable(named('AmenityCategory', oneOf(categories))),
  channels: channelFlags,
})

const tag = 'Amenities'
const unknown = 'AMENITY_NOT_FOUND'
const kind = { table: 'amenities', unknown } as const

const amenities = contentRoutes({
  path: '/amenities',
  tag,
  one: 'amenity',
  many: 'amenities',
  called: 'an amenity',
  ...kind,
  shape: amenity,
  present: presentAmenity,
  remove: (ctx, row) => deleteContent(ctx, kind, row),
})

export const amenityRoutes = [
  amenities.list,
  route({
    method: 'GET',
    path: '/available-amenities',
    summary: 'List available amenities',
    tag,
    query: Type.Object(holderFields),
    answer: unpagedAnswer('availableAmenities', availableAmenity),
    errors: ['HOTEL_OR_PROPERTY_UID_REQUIRED', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const isNamed = query.propertyUid !== undefined || query.hotelUid !== undefined
      if (isNamed) await reachedHolder(ctx, query)
      const known = knownAmenities.map(({ amenity, category }) => {
        return { amenity, category, channels: channelsThatKnow(category !== 'EXTRAS') }
      })
      return unpaged('availableAmenities', known)
    },
  }),
  route({
    method: 'POST',
    path: '/amenities',
    summary: 'Add an amenity to a property or hotel',
    tells: changes,
    tag,
    body: Type.Object({
      ...holderFields,
      amenity: named('AmenityCode', oneOfOrAlias(amenityCodes, formerCodes)),
      ...written,
    }),
    http: { status: 201 },
    answer,
    errors: [
      'HOTEL_OR_PROPERTY_UID_REQUIRED',
      'ACCESS_DENIED',
      'READ_ONLY_GRANT',
      'ALREADY_EXISTS',
    ],
    authorize: amenities.authorizeAdding,
    handler: async (ctx, { body, reached }) => ({
      amenity: presentAmenity(await addAmenity(ctx, reached, body)),
    }),
  }),
  amenities.get,
  route({
    method: 'PUT',
    path: '/amenities/:uid',
    operationId: 'changeAmenity',
    summary: 'Update an amenity',
    tells: changes,
    tag,
    body: Type.Object(written),
    answer,
    errors: [unknown, 'READ_ONLY_GRANT'],
    authorize: amenities.authorizeChanging,
    handler: async (ctx, { body: { description, price }, reached }) => {
      const change = { description, price: typeof price === 'number' ? String(price) : price }
      const row = await changeContent(ctx, kind, reached, change)
      return { amenity: presentAmenity(row) }
    },
  }),
  amenities.delete,
]

function presentAmenity(row: Amenity) {
  return {
    uid: row.uid,
    amenity: row.amenity,
    category: categoryOf(row.amenity),
    description: row.description,
    price: row.price === null ? null : Number(row.price),
    propertyUid: row.property_uid,
    hotelUid: row.hotel_uid,
  }
}
