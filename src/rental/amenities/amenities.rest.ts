/** Amenities of properties and hotels: contract/properties.md §6.3. */
import { type Context, route } from '../../context.ts'
import { money, nullable, oneOf, since, Type, text, uid } from '../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../platform/rest/list.ts'
import { channelFlags, channelsThatKnow } from '../properties/channels.ts'
import { changeContent, deleteContent, listContent, reachedContent } from '../properties/content.ts'
import { holderFields, reachedHolder } from '../properties/content-holder.ts'
import { addAmenity } from './add-amenity.ts'
import { type Amenity, removeAmenity, updateAmenity } from './amenities.ts'
import { amenityCodes, categories, categoryOf, knownAmenities } from './amenity.ts'

const amenity = Type.Object({
  uid: uid(),
  amenity: oneOf(amenityCodes),
  category: oneOf(categories),
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

const availableAmenity = Type.Object({
  amenity: oneOf(amenityCodes),
  category: oneOf(categories),
  channels: channelFlags,
})

const writes = { access: 'READ_WRITE' } as const
const tag = 'Amenities'

export const amenityRoutes = [
  route({
    method: 'GET',
    path: '/amenities',
    summary: 'List the amenities of a property or hotel',
    tag,
    query: Type.Object(holderFields),
    answer: unpagedAnswer('amenities', amenity),
    errors: ['HOTEL_OR_PROPERTY_UID_REQUIRED', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const holder = await reachedHolder(ctx, query)
      const rows = await listContent(ctx, 'amenities', holder)
      return unpaged('amenities', rows.map(presentAmenity))
    },
  }),
  route({
    method: 'GET',
    path: '/available-amenities',
    summary: 'List the amenities there are',
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
    tag,
    body: Type.Object({ ...holderFields, amenity: oneOf(amenityCodes), ...written }),
    status: 201,
    answer,
    errors: ['HOTEL_OR_PROPERTY_UID_REQUIRED', 'ACCESS_DENIED', 'ALREADY_EXISTS'],
    authorize: async (ctx, { body }) => {
      await reachedHolder(ctx, body, writes)
    },
    handler: async (ctx, { body }) => {
      const holder = await reachedHolder(ctx, body)
      return { amenity: presentAmenity(await addAmenity(ctx, holder, body)) }
    },
  }),
  route({
    method: 'GET',
    path: '/amenities/:uid',
    summary: 'Get an amenity',
    tag,
    answer,
    errors: ['AMENITY_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      amenity: presentAmenity(await reachedAmenity(ctx, params.uid!)),
    }),
  }),
  route({
    method: 'PUT',
    path: '/amenities/:uid',
    summary: 'Change what is said of an amenity',
    tag,
    body: Type.Object(written),
    answer,
    errors: ['INVALID_PARAMETER', 'AMENITY_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => {
      await reachedAmenity(ctx, params.uid!, writes)
    },
    handler: async (ctx, { params, body: { description, price } }) => {
      const present = await reachedAmenity(ctx, params.uid!)
      const change = { description, price: typeof price === 'number' ? String(price) : price }
      const row = await changeContent(ctx, present, change, 'AMENITY_NOT_FOUND', updateAmenity)
      return { amenity: presentAmenity(row) }
    },
  }),
  route({
    method: 'DELETE',
    path: '/amenities/:uid',
    summary: 'Delete an amenity',
    tag,
    status: 204,
    errors: ['AMENITY_NOT_FOUND', 'READ_ONLY_GRANT'],
    handler: async (ctx, { params }) => {
      const present = await reachedAmenity(ctx, params.uid!, writes)
      await deleteContent(ctx, present, 'AMENITY_NOT_FOUND', removeAmenity)
    },
  }),
]

function reachedAmenity(ctx: Context, uid: string, wanted: { access?: 'READ_WRITE' } = {}) {
  return reachedContent(ctx, 'amenities', 'AMENITY_NOT_FOUND', uid, wanted)
}

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
