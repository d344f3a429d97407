import type { Insertable } from 'kysely'
import type { Context } from '../src/context.ts'
import { SettableClock } from '../src/platform/clock.ts'
import { insertRows } from '../src/platform/db/rows.ts'
import { newUid } from '../src/platform/uid.ts'
import { insertAmenities } from '../src/rental/properties/amenities/amenities.ts'
import { insertPropertyRules } from '../src/rental/properties/property-rules/property-rules.ts'
import { insertRooms, type Room } from '../src/rental/properties/rooms/rooms.ts'
import { insertTagsForMany } from '../src/rental/properties/tags/tags.ts'
import type {
  AmenitiesTable,
  CustomAmenitiesTable,
  PhotosTable,
  PropertyDescriptionsTable,
  PropertyRulesTable,
} from '../src/rental/tables.ts'
import type { PropertyTemplate } from './catalog/property-templates.ts'
import { englishTexts } from './catalog/texts.ts'
import type { Landscape } from './catalog/towns.ts'
import type { Chance } from './chance.ts'
import { insertInBatches } from './insert-in-batches.ts'
import type { DemoProperties, DemoProperty } from './make-properties.ts'
import { choosePicture, type Motif, motifs, type Shot } from './pictures.ts'

/** Public content of the properties. */
export interface DemoContent {
  photos: Insertable<PhotosTable>[]
  /** Pictures of the photos. */
  shots: Shot[]
  descriptions: Insertable<PropertyDescriptionsTable>[]
  amenities: Insertable<AmenitiesTable>[]
  customAmenities: Insertable<CustomAmenitiesTable>[]
  rules: Insertable<PropertyRulesTable>[]
  rooms: Room[]
  tags: { property: DemoProperty; tags: string[] }[]
}

const captions: Record<Motif, string> = {
  front: 'The front',
  'living room': 'The living room',
  kitchen: 'The kitchen',
  bedroom: 'The main bedroom',
  view: 'The view',
}

const standardAmenities = [
  ...['HAS_INTERNET_WIFI', 'HAS_HEATING', 'HAS_KITCHEN', 'HAS_LINENS', 'HAS_TOWELS'],
  ...['HAS_HOT_WATER', 'HAS_ESSENTIALS', 'HAS_HANGERS', 'HAS_HAIR_DRYER', 'HAS_COFFEE_MAKER'],
  ...['HAS_SMOKE_DETECTOR', 'HAS_FIRST_AID_KIT'],
]
const optionalAmenities = [
  ...['HAS_AIR_CONDITIONING', 'HAS_SMART_TV', 'HAS_WASHER', 'HAS_DRYER', 'HAS_DISHWASHER'],
  ...['HAS_INDOOR_FIREPLACE', 'HAS_HOT_TUB', 'HAS_GARDEN', 'HAS_BARBECUE', 'HAS_FREE_PARKING'],
  ...['HAS_BOARD_GAMES', 'HAS_BATHTUB', 'HAS_DESK', 'HAS_OVEN', 'HAS_TOASTER', 'HAS_IRON'],
  ...['HAS_FIRE_EXTINGUISHER', 'HAS_CARBON_MONOXIDE_DETECTOR', 'HAS_WINE_GLASSES'],
]
const amenitiesByLandscape: Partial<Record<Landscape, string[]>> = {
  alps: ['HAS_MOUNTAIN_VIEW'],
  snow: ['HAS_MOUNTAIN_VIEW'],
  forest: ['HAS_FIRE_PIT', 'HAS_HAMMOCK'],
  orchard: ['HAS_MOUNTAIN_VIEW', 'HAS_HAMMOCK'],
  lake: ['HAS_LAKE_VIEW', 'HAS_LAKE_ACCESS', 'HAS_KAYAK'],
  beach: ['HAS_BEACH_ESSENTIALS'],
  coast: ['HAS_BEACH_ESSENTIALS'],
}
const extras = ['Record player', 'Snow shoes', 'Telescope', 'Pizza oven', 'Hand-drawn maps']
const tagNames = ['Lake', 'City', 'Long stays', 'Dog friendly', 'Renovated', 'New']
const houseRules: [rule: string, share: number, description: string | null][] = [
  ['IS_FAMILY_FRIENDLY', 0.6, null],
  ['IS_EVENT_FRIENDLY', 0.1, 'Family parties until ten in the evening'],
  ['ALLOWS_SMOKING', 0.08, 'On the terrace'],
  ['INFANT_NOT_ALLOWED', 0.1, 'The stairs are open'],
]

/** Generates photos, texts, amenities, rules, rooms with beds, and tags of every property. */
export function makeContent(
  demoProperties: DemoProperties,
  chance: Chance,
  createdAt: Date,
): DemoContent {
  const content: DemoContent = {
    photos: [],
    shots: [],
    descriptions: [],
    amenities: [],
    customAmenities: [],
    rules: [],
    rooms: [],
    tags: [],
  }
  for (const property of demoProperties.properties) {
    const template = demoProperties.templates.get(property.uid)!
    addContent(content, { property, template }, chance, createdAt)
  }
  return content
}

interface TemplatedProperty {
  property: DemoProperty
  template: PropertyTemplate
}

function addContent(
  content: DemoContent,
  { property, template }: TemplatedProperty,
  chance: Chance,
  createdAt: Date,
): void {
  const newRow = () => ({
    agency_uid: property.agency_uid,
    uid: newUid(createdAt.getTime(), () => chance.bytes(16)),
    property_uid: property.uid,
    created_at: createdAt,
  })
  const { landscape } = template.town
  addPhotos(content, newRow, template, createdAt)
  content.descriptions.push(makeDescription(property, template, chance, createdAt))
  const amenities = [
    ...standardAmenities,
    ...optionalAmenities.filter(() => chance.is(0.4)),
    ...(amenitiesByLandscape[landscape] ?? []),
  ]
  content.amenities.push(...amenities.map(amenity => ({ ...newRow(), amenity })))
  if (chance.is(0.3)) content.customAmenities.push({ ...newRow(), name: chance.pick(extras) })
  content.rules.push(...makeRules(chance).map(rule => ({ ...newRow(), ...rule })))
  content.rooms.push(
    ...makeRooms(property, chance).map(room => ({
      ...newRow(),
      airbnb_room_id: null,
      updated_at: createdAt,
      ...room,
    })),
  )
  content.tags.push({ property, tags: tagNames.filter(() => chance.is(0.2)) })
}

function addPhotos(
  { photos, shots }: DemoContent,
  newRow: () => Pick<Insertable<PhotosTable>, 'agency_uid' | 'uid' | 'property_uid' | 'created_at'>,
  { type, town }: PropertyTemplate,
  createdAt: Date,
): void {
  for (const [display_order, motif] of motifs.entries()) {
    const photo = {
      ...newRow(),
      description: captions[motif],
      display_order,
      updated_at: createdAt,
    }
    photos.push({ ...photo, original_image_url: null })
    shots.push({ photoUid: photo.uid, picture: choosePicture(motif, type, town.landscape) })
  }
}

function makeRules(chance: Chance): { rule: string; description: string | null }[] {
  const pets = chance.weighted([
    [[], 4],
    [[{ rule: 'ALLOWS_PETS', description: 'Two dogs at most' }], 3],
    [[{ rule: 'ALLOWS_PETS_BY_ARRANGEMENT', description: 'Ask us before booking' }], 3],
  ] as const)
  const further = houseRules.filter(([, share]) => chance.is(share))
  const rules = [...pets, ...further.map(([rule, , description]) => ({ rule, description }))]
  return rules.length > 0 ? rules : [{ rule: 'IS_FAMILY_FRIENDLY', description: null }]
}

function makeDescription(
  property: DemoProperty,
  template: PropertyTemplate,
  chance: Chance,
  createdAt: Date,
) {
  const inputs = {
    bedrooms: property.bedrooms ?? 1,
    guests: property.max_guests ?? 2,
    checkOut: property.check_out_time ?? 11,
    variant: chance.integer(0, 29),
  }
  const { agency_uid, uid } = property
  const key = { agency_uid, property_uid: uid, created_at: createdAt, updated_at: createdAt }
  return { ...key, ...englishTexts(template, inputs) }
}

function makeRooms(property: DemoProperty, chance: Chance) {
  const bedrooms = Array.from({ length: property.bedrooms ?? 1 }, (_, i) => ({
    room_number: i + 1,
    room_type: 'BEDROOM',
    has_private_bathroom: i === 0,
    name: i === 0 ? 'Main bedroom' : null,
    bed_counts: i === 0 ? chance.pick([{ queenBed: 1 }, { kingBed: 1 }]) : pickBeds(chance),
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

const pickBeds = (chance: Chance) =>
  chance.pick([{ doubleBed: 1 }, { singleBed: 2 }, { bunkBed: 1 }])

/** Stores the content of the properties with the given creation time. */
export async function storeContent(
  { db }: Pick<Context, 'db'>,
  content: DemoContent,
  createdAt: Date,
): Promise<void> {
  const ctx = { db, clock: new SettableClock(createdAt) }
  await insertRows(ctx, 'photos', content.photos)
  await insertRows(ctx, 'property_descriptions', content.descriptions)
  await insertInBatches(content.amenities, rows => insertAmenities(ctx, rows))
  await insertRows(ctx, 'custom_amenities', content.customAmenities)
  await insertInBatches(content.rules, rows => insertPropertyRules(ctx, rows))
  await insertRooms(ctx, content.rooms)
  const tagged = content.tags.map(({ property, tags }) => {
    return { object: { ...property, type: 'PROPERTY' as const }, tags }
  })
  await insertInBatches(tagged, rows => insertTagsForMany(ctx, rows))
}
