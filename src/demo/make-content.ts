import type { Insertable } from 'kysely'
import { newUid } from '../platform/uid.ts'
import type {
  AmenitiesTable,
  CustomAmenitiesTable,
  PhotosTable,
  PropertiesTable,
  PropertyDescriptionsTable,
  PropertyRulesTable,
  RoomsTable,
  TagsTable,
} from '../rental/tables.ts'
import type { Chance } from './chance.ts'

type Property = Insertable<PropertiesTable>

/** What the demo's properties show of themselves. */
export interface DemoContent {
  photos: Insertable<PhotosTable>[]
  descriptions: Insertable<PropertyDescriptionsTable>[]
  amenities: Insertable<AmenitiesTable>[]
  customAmenities: Insertable<CustomAmenitiesTable>[]
  rules: Insertable<PropertyRulesTable>[]
  rooms: Insertable<RoomsTable>[]
  tags: Insertable<TagsTable>[]
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
  content.descriptions.push(...descriptionsOf(property, made))
  const amenities = [...usual, ...sometimes.filter(() => chance.is(0.4))]
  content.amenities.push(...amenities.map(amenity => ({ ...held(), amenity })))
  if (chance.is(0.3)) content.customAmenities.push({ ...held(), name: chance.pick(extras) })
  const pets = chance.pick(['ALLOWS_PETS', 'ALLOWS_PETS_BY_ARRANGEMENT', null])
  const rules = ['IS_FAMILY_FRIENDLY', ...(pets === null ? [] : [pets])]
  content.rules.push(...rules.map(rule => ({ ...held(), rule })))
  content.rooms.push(...roomsOf(property, chance).map(room => ({ ...held(), ...room })))
  const { agency_uid, uid: object_uid } = property
  const tag = { agency_uid, object_uid, object_type: 'PROPERTY', created_at: made }
  content.tags.push(...tagWords.filter(() => chance.is(0.2)).map(word => ({ ...tag, tag: word })))
}

function descriptionsOf({ agency_uid, uid, name, city }: Property, made: Date) {
  const row = { agency_uid, property_uid: uid, created_at: made, updated_at: made }
  const english = {
    ...row,
    locale: 'en_US',
    name,
    short_summary: `A quiet place in ${city}.`,
    summary: `${name} is a few minutes from the middle of ${city}. Everything is there for a week.`,
    access: 'A key box is beside the door; the code comes by message on the day of arrival.',
    house_manual: 'Please close the windows when you go out, and leave the bins at the road.',
  }
  const spanish = {
    ...row,
    locale: 'es_ES',
    name,
    summary: `${name} está a unos minutos del centro de ${city}. Hay de todo para una semana.`,
  }
  return [english, spanish]
}

function roomsOf(property: Property, chance: Chance) {
  const bedrooms = Array.from({ length: property.bedrooms ?? 1 }, (_, i) => ({
    room_number: i + 1,
    room_type: 'BEDROOM',
    has_private_bathroom: i === 0,
    name: i === 0 ? 'Main bedroom' : null,
    bed_counts: JSON.stringify(
      i === 0 ? { queenBed: 1 } : chance.pick([{ doubleBed: 1 }, { singleBed: 2 }]),
    ),
    updated_at: property.updated_at,
  }))
  const living = {
    room_number: bedrooms.length + 1,
    room_type: 'LIVING_ROOM',
    has_private_bathroom: false,
    name: null,
    bed_counts: JSON.stringify({ sofaBed: 1 }),
    updated_at: property.updated_at,
  }
  return [...bedrooms, living]
}
