import type { Insertable } from 'kysely'
import type { Context } from '../context.ts'
import { SettableClock } from '../platform/clock.ts'
import { newUid } from '../platform/uid.ts'
import { insertTags } from '../rental/around/tags/tags.ts'
import { insertAmenities } from '../rental/properties/amenities/amenities.ts'
import { insertCustomAmenity } from '../rental/properties/custom-amenities/custom-amenities.ts'
import { insertPhoto } from '../rental/properties/photos/photos.ts'
import {
  type PropertyDescription,
  upsertDescription,
} from '../rental/properties/property-descriptions/property-descriptions.ts'
import { insertPropertyRules } from '../rental/properties/property-rules/property-rules.ts'
import { insertRooms, type Room } from '../rental/properties/rooms/rooms.ts'
import type {
  AmenitiesTable,
  CustomAmenitiesTable,
  PhotosTable,
  PropertiesTable,
  PropertyRulesTable,
} from '../rental/tables.ts'
import type { Chance } from './chance.ts'

type Property = Insertable<PropertiesTable>

/** What the demo's properties show of themselves. */
export interface DemoContent {
  photos: Insertable<PhotosTable>[]
  descriptions: (Partial<PropertyDescription> & { property: Property; locale: string })[]
  amenities: Insertable<AmenitiesTable>[]
  customAmenities: Insertable<CustomAmenitiesTable>[]
  rules: Insertable<PropertyRulesTable>[]
  rooms: Room[]
  tags: { property: Property; tags: string[] }[]
}

const views = ['The front', 'The living room', 'The kitchen', 'The main bedroom', 'The view']

const usual = [
  ...['HAS_WIFI', 'HAS_HEATING', 'HAS_KITCHEN', 'HAS_LINENS', 'HAS_TOWELS', 'HAS_HOT_WATER'],
  ...['HAS_SMOKE_DETECTOR', 'HAS_FIRST_AID_KIT', 'HAS_COFFEE_MAKER', 'HAS_REFRIGERATOR'],
]
const sometimes = [
  ...['HAS_AIR_CONDITIONING', 'HAS_SMART_TV', 'HAS_WASHER', 'HAS_DRYER', 'HAS_DISHWASHER'],
  ...['HAS_INDOOR_FIREPLACE', 'HAS_HOT_TUB', 'HAS_BALCONY', 'HAS_GARDEN', 'HAS_BARBECUE'],
  ...['HAS_FREE_PARKING', 'HAS_EV_CHARGER', 'HAS_CRIB', 'HAS_HIGH_CHAIR', 'HAS_STEP_FREE_ACCESS'],
]
const extras = ['Record player', 'Snow shoes', 'Telescope', 'Hammock between the pines']
const tagWords = ['Lake', 'City', 'Long stays', 'Dog friendly', 'Renovated', 'New']

/** Photos, texts, amenities, rules, rooms with beds, and tags of every property. */
export function makeContent(properties: Property[], chance: Chance, made: Date): DemoContent {
  const content: DemoContent = {
    photos: [],
    descriptions: [],
    amenities: [],
    customAmenities: [],
    rules: [],
    rooms: [],
    tags: [],
  }
  for (const property of properties) addContent(content, property, chance, made)
  return content
}

function addContent(content: DemoContent, property: Property, chance: Chance, made: Date): void {
  const held = () => ({
    agency_uid: property.agency_uid,
    uid: newUid(made.getTime(), () => chance.bytes(16)),
    property_uid: property.uid,
    created_at: made,
  })
  const slug = property.name.toLowerCase().replace(/[^a-z]+/g, '-')
  content.photos.push(
    ...views.map((description, i) => ({
      ...held(),
      description,
      display_order: i + 1,
      original_image_url: `https://img.example.org/${slug}-${i + 1}.jpg`,
      updated_at: made,
    })),
  )
  content.descriptions.push(...descriptionsOf(property))
  const amenities = [...usual, ...sometimes.filter(() => chance.is(0.4))]
  content.amenities.push(...amenities.map(amenity => ({ ...held(), amenity })))
  if (chance.is(0.3)) content.customAmenities.push({ ...held(), name: chance.pick(extras) })
  const pets = chance.pick(['ALLOWS_PETS', 'ALLOWS_PETS_BY_ARRANGEMENT', null])
  const rules = ['IS_FAMILY_FRIENDLY', ...(pets === null ? [] : [pets])]
  content.rules.push(...rules.map(rule => ({ ...held(), rule })))
  content.rooms.push(
    ...roomsOf(property, chance).map(room => ({
      ...held(),
      airbnb_room_id: null,
      updated_at: made,
      ...room,
    })),
  )
  content.tags.push({ property, tags: tagWords.filter(() => chance.is(0.2)) })
}

function descriptionsOf(property: Property) {
  const { name, city } = property
  const english = {
    property,
    locale: 'en_US',
    name,
    short_summary: `A quiet place in ${city}.`,
    summary: `${name} is a few minutes from the middle of ${city}. Everything is there for a week.`,
    access: 'A key box is beside the door; the code comes by message on the day of arrival.',
    house_manual: 'Please close the windows when you go out, and leave the bins at the road.',
  }
  const spanish = {
    property,
    locale: 'es_ES',
    name,
    summary: `${name} está a unos minutos del centro de ${city}. Nada falta para una semana.`,
  }
  return [english, spanish]
}

function roomsOf(property: Property, chance: Chance) {
  const bedrooms = Array.from({ length: property.bedrooms ?? 1 }, (_, i) => ({
    room_number: i + 1,
    room_type: 'BEDROOM',
    has_private_bathroom: i === 0,
    name: i === 0 ? 'Main bedroom' : null,
    bed_counts: i === 0 ? { queenBed: 1 } : chance.pick([{ doubleBed: 1 }, { singleBed: 2 }]),
  }))
  const living = {
    room_number: bedrooms.length + 1,
    room_type: 'LIVING_ROOM',
    has_private_bathroom: false,
    name: null,
    bed_counts: { sofaBed: 1 },
  }
  return [...bedrooms, living]
}

/** Stores what the properties show, as their managers would have at `made`. */
export async function storeContent(
  { db }: Pick<Context, 'db'>,
  content: DemoContent,
  made: Date,
): Promise<void> {
  const ctx = { db, clock: new SettableClock(made) }
  for (const photo of content.photos) await insertPhoto(ctx, photo)
  for (const { property, locale, ...texts } of content.descriptions) {
    await upsertDescription(ctx, property, locale, texts)
  }
  await insertAmenities(ctx, content.amenities)
  for (const amenity of content.customAmenities) await insertCustomAmenity(ctx, amenity)
  await insertPropertyRules(ctx, content.rules)
  await insertRooms(ctx, content.rooms)
  for (const { property, tags } of content.tags) {
    await insertTags(ctx, { ...property, type: 'PROPERTY' }, tags)
  }
}
