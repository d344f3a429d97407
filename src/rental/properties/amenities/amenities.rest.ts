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
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { changeContent, deleteContent } from '../property-content/content.ts'
import { contentEvents, contentRoutes } from '../property-content/content-routes.ts'
import {
  contentOwnerFields,
  requireContentOwner,
} from '../property-content/require-content-owner.ts'
import { channelFlags, channelsThatKnow } from '../property-fields/channels.ts'
import { addAmenity } from './add-amenity.ts'
import type { Amenity } from './amenities.ts'
import { allAmenities, amenityCodes, categories, findCategory, formerCodes } from './amenity.ts'

const amenity = shape('Amenity', {
  uid: uid(),
  amenity: named('AmenityCode', oneOf(amenityCodes)),
  category: nullable(named('AmenityCategory', oneOf(categories))),
  description: nullable(text({ max: 500 })),
  price: nullable(money()),
  propertyUid: nullable(uid()),
  hotelUid: since('3.1', nullable(uid())),
})

const response = Type.Object({ amenity })

const writableFields = {
  description: Type.Optional(nullable(text({ max: 500 }))),
  price: Type.Optional(nullable(money())),
}

const availableAmenity = shape('AvailableAmenity', {
  amenity: named('AmenityCode', oneOf(amenityCodes)),
  category: nullable(named('AmenityCategory', oneOf(categories))),
  channels: channelFlags,
})

const tag = 'Amenities'
const notFoundCode = 'AMENITY_NOT_FOUND'
const kind = { table: 'amenities', notFoundCode } as const

const amenities = contentRoutes({
  path: '/amenities',
  tag,
  rowKey: 'amenity',
  listKey: 'amenities',
  summaryName: 'an amenity',
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
    query: Type.Object(contentOwnerFields),
    response: unpagedResponse('availableAmenities', availableAmenity),
    errors: ['HOTEL_OR_PROPERTY_UID_REQUIRED', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const isNamed = query.propertyUid !== undefined || query.hotelUid !== undefined
      if (isNamed) await requireContentOwner(ctx, query)
      const catalogue = allAmenities.map(({ amenity, category }) => {
        return { amenity, category, channels: channelsThatKnow(category !== 'EXTRAS') }
      })
      return unpaged('availableAmenities', catalogue)
    },
  }),
  route({
    method: 'POST',
    path: '/amenities',
    summary: 'Add an amenity to a property or hotel',
    emits: contentEvents,
    tag,
    body: Type.Object({
      ...contentOwnerFields,
      amenity: named('AmenityCode', oneOfOrAlias(amenityCodes, formerCodes)),
      ...writableFields,
    }),
    http: { status: 201 },
    response,
    errors: [
      'HOTEL_OR_PROPERTY_UID_REQUIRED',
      'ACCESS_DENIED',
      'READ_ONLY_GRANT',
      'ALREADY_EXISTS',
    ],
    authorize: amenities.authorizeAdding,
    handler: async (ctx, { body, authorized }) => ({
      amenity: presentAmenity(await addAmenity(ctx, authorized, body)),
    }),
  }),
  amenities.get,
  route({
    method: 'PUT',
    path: '/amenities/:uid',
    operationId: 'changeAmenity',
    summary: 'Update an amenity',
    emits: contentEvents,
    tag,
    body: Type.Object(writableFields),
    response,
    errors: [notFoundCode, 'READ_ONLY_GRANT'],
    authorize: amenities.authorizeChanging,
    handler: async (ctx, { body: { description, price }, authorized }) => {
      const change = { description, price: typeof price === 'number' ? String(price) : price }
      const row = await changeContent(ctx, kind, authorized, change)
      return { amenity: presentAmenity(row) }
    },
  }),
  amenities.delete,
]

function presentAmenity(row: Amenity) {
  return {
    uid: row.uid,
    amenity: row.amenity,
    category: findCategory(row.amenity),
    description: row.description,
    price: row.price === null ? null : Number(row.price),
    propertyUid: row.property_uid,
    hotelUid: row.hotel_uid,
  }
}
