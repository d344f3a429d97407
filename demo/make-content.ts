import type { Insertable } from 'kysely'
import type { Context } from '../src/context.ts'
import { SettableClock } from '../src/platform/clock.ts'
import { insertRows } from '../src/platform/db/rows.ts'
import { newUid } from '../src/platform/uid.ts'
import { insertTagsOfMany } from '../src/rental/around/tags/tags.ts'
import { insertAmenities } from '../src/rental/properties/amenities/amenities.ts'
import { insertPropertyRules } from '../src/rental/properties/property-rules/property-rules.ts'
import { insertRooms, type Room } from '../src/rental/properties/rooms/rooms.ts'
import type {
  AmenitiesTable,
  CustomAmenitiesTable,
  PhotosTable,
  PropertyDescriptionsTable,
  PropertyRulesTable,
} from '../src/rental/tables.ts'
import type { Chance } from './chance.ts'
import { inPortions } from './in-portions.ts'
import type { DemoProperties, DemoProperty } from './make-properties.ts'
import { type Motif, motifs, pictureOf, type Shot } from './pictures.ts'
import type { Place } from './words/places.ts'
import { englishTexts } from './words/texts.ts'
import type { Landscape } from './words/towns.ts'

/** What the demo's properties show of themselves. */
export interface DemoContent {
  photos: Insertable<PhotosTable>[]
  /** The pictures of the photos. */
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

const usual = [
  ...['HAS_INTERNET_WIFI', 'HAS_HEATING', 'HAS_KITCHEN', 'HAS_LINENS', 'HAS_TOWELS'],
  ...['HAS_HOT_WATER', 'HAS_ESSENTIALS', 'HAS_HANGERS', 'HAS_HAIR_DRYER', 'HAS_COFFEE_MAKER'],
  ...['HAS_SMOKE_DETECTOR', 'HAS_FIRST_AID_KIT'],
]
const sometimes = [
  ...['HAS_AIR_CONDITIONING', 'HAS_SMART_TV', 'HAS_WASHER', 'HAS_DRYER', 'HAS_DISHWASHER'],
  ...['HAS_INDOOR_FIREPLACE', 'HAS_HOT_TUB', 'HAS_GARDEN', 'HAS_BARBECUE', 'HAS_FREE_PARKING'],
  ...['HAS_BOARD_GAMES', 'HAS_BATHTUB', 'HAS_DESK', 'HAS_OVEN', 'HAS_TOASTER', 'HAS_IRON'],
  ...['HAS_FIRE_EXTINGUISHER', 'HAS_CARBON_MONOXIDE_DETECTOR', 'HAS_WINE_GLASSES'],
]
const around: Partial<Record<Landscape, string[]>> = {
  alps: ['HAS_MOUNTAIN_VIEW'],
  snow: ['HAS_MOUNTAIN_VIEW'],
  forest: ['HAS_FIRE_PIT', 'HAS_HAMMOCK'],
  orchard: ['HAS_MOUNTAIN_VIEW', 'HAS_HAMMOCK'],
  lake: ['HAS_LAKE_VIEW', 'HAS_LAKE_ACCESS', 'HAS_KAYAK'],
  beach: ['HAS_BEACH_ESSENTIALS'],
  coast: ['HAS_BEACH_ESSENTIALS'],
}
const extras = ['Record player', 'Snow shoes', 'Telescope', 'Pizza oven', 'Hand-drawn maps']
const tagWords = ['Lake', 'City', 'Long stays', 'Dog friendly', 'Renovated', 'New']
const houseRules: [rule: string, share: number, description: string | null][] = [
  ['IS_FAMILY_FRIENDLY', 0.6, null],
  ['IS_EVENT_FRIENDLY', 0.1, 'Family parties until ten in the evening'],
  ['ALLOWS_SMOKING', 0.08, 'On the terrace'],
  ['INFANT_NOT_ALLOWED', 0.1, 'The stairs are open'],
]

/** Photos, texts, amenities, rules, rooms with beds, and tags of every property. */
export function makeContent(estate: DemoProperties, chance: Chance, made: Date): DemoContent {
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
  for (const property of estate.properties) {
    const place = estate.places.get(property.uid)!
    addContent(content, { property, place }, chance, made)
  }
  return content
}

interface Shown {
  property: DemoProperty
  place: Place
}

function addContent(
  content: DemoContent,
  { property, place }: Shown,
  chance: Chance,
  made: Date,
): void {
  const held = () => ({
    agency_uid: property.agency_uid,
    uid: newUid(made.getTime(), () => chance.bytes(16)),
    property_uid: property.uid,
    created_at: made,
  })
  const { landscape } = place.town
  addPhotos(content, held, place, made)
  content.descriptions.push(descriptionOf(property, place, chance, made))
  const amenities = [
    ...usual,
    ...sometimes.filter(() => chance.is(0.4)),
    ...(around[landscape] ?? []),
  ]
  content.amenities.push(...amenities.map(amenity => ({ ...held(), amenity })))
  if (chance.is(0.3)) content.customAmenities.push({ ...held(), name: chance.pick(extras) })
  content.rules.push(...rulesOf(chance).map(rule => ({ ...held(), ...rule })))
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

function addPhotos(
  { photos, shots }: DemoContent,
  held: () => Pick<Insertable<PhotosTable>, 'agency_uid' | 'uid' | 'property_uid' | 'created_at'>,
  { type, town }: Place,
  made: Date,
): void {
  for (const [display_order, motif] of motifs.entries()) {
    const photo = { ...held(), description: captions[motif], display_order, updated_at: made }
    photos.push({ ...photo, original_image_url: null })
    shots.push({ photoUid: photo.uid, picture: pictureOf(motif, type, town.landscape) })
  }
}

function rulesOf(chance: Chance): { rule: string; description: string | null }[] {
  const pets = chance.weighted([
    [[], 4],
    [[{ rule: 'ALLOWS_PETS', description: 'Two dogs at most' }], 3],
    [[{ rule: 'ALLOWS_PETS_BY_ARRANGEMENT', description: 'Ask us before booking' }], 3],
  ] as const)
  const others = houseRules.filter(([, share]) => chance.is(share))
  const rules = [...pets, ...others.map(([rule, , description]) => ({ rule, description }))]
  return rules.length > 0 ? rules : [{ rule: 'IS_FAMILY_FRIENDLY', description: null }]
}

function descriptionOf(property: DemoProperty, place: Place, chance: Chance, made: Date) {
  const facts = {
    bedrooms: property.bedrooms ?? 1,
    guests: property.max_guests ?? 2,
    checkOut: property.check_out_time ?? 11,
    turn: chance.whole(0, 29),
  }
  const { agency_uid, uid } = property
  const key = { agency_uid, property_uid: uid, created_at: made, updated_at: made }
  return { ...key, ...englishTexts(place, facts) }
}

function roomsOf(property: DemoProperty, chance: Chance) {
  const bedrooms = Array.from({ length: property.bedrooms ?? 1 }, (_, i) => ({
    room_number: i + 1,
    room_type: 'BEDROOM',
    has_private_bathroom: i === 0,
    name: i === 0 ? 'Main bedroom' : null,
    bed_counts: i === 0 ? chance.pick([{ queenBed: 1 }, { kingBed: 1 }]) : otherBeds(chance),
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

const otherBeds = (chance: Chance) =>
  chance.pick([{ doubleBed: 1 }, { singleBed: 2 }, { bunkBed: 1 }])

/** Stores what the properties show, as their managers would have at `made`. */
export async function storeContent(
  { db }: Pick<Context, 'db'>,
  content: DemoContent,
  made: Date,
): Promise<void> {
  const ctx = { db, clock: new SettableClock(made) }
  await insertRows(ctx, 'photos', content.photos)
  await insertRows(ctx, 'property_descriptions', content.descriptions)
  await inPortions(content.amenities, rows => insertAmenities(ctx, rows))
  await insertRows(ctx, 'custom_amenities', content.customAmenities)
  await inPortions(content.rules, rows => insertPropertyRules(ctx, rows))
  await insertRooms(ctx, content.rooms)
  const tagged = content.tags.map(({ property, tags }) => {
    return { object: { ...property, type: 'PROPERTY' as const }, tags }
  })
  await inPortions(tagged, rows => insertTagsOfMany(ctx, rows))
}
