/** Beds and amenities of the form of the set-up. Pure functions. */
import type { ResponseOf } from '../api/response-types.ts'

export type Room = ResponseOf<'GET /rooms'>['rooms'][number]

export const bedKinds = ['doubleBed', 'singleBed', 'sofaBed', 'bunkBed'] as const

export const usualAmenities = [
  ...(['HAS_INTERNET_WIFI', 'HAS_TV', 'HAS_KITCHEN', 'HAS_DISHWASHER', 'HAS_WASHER'] as const),
  ...(['HAS_DRYER', 'HAS_HEATING', 'HAS_AIR_CONDITIONING', 'HAS_FREE_PARKING'] as const),
  ...(['HAS_EV_CAR_CHARGER', 'HAS_POOL', 'HAS_HOT_TUB', 'HAS_SAUNA', 'HAS_GARDEN'] as const),
  ...(['HAS_BALCONY_TERRASSE', 'HAS_BARBECUE', 'HAS_INDOOR_FIREPLACE', 'HAS_ELEVATOR'] as const),
  ...(['HAS_BABY_TRAVEL_BED', 'HAS_BABY_HIGH_CHAIR', 'HAS_HAIR_DRYER', 'HAS_IRON'] as const),
  ...(['HAS_COFFEE_MAKER', 'HAS_SMOKE_DETECTOR'] as const),
]

/** Values by the name of an amenity, or by `<bedroom> <kind of bed>`. */
export type Facilities = Record<string, string | boolean>

/** Highest number of bedrooms that the form shows. */
const bedroomsMax = 12

export function bedroomNumbers(bedrooms: number): number[] {
  return Array.from({ length: Math.min(bedrooms, bedroomsMax) }, (_, i) => i + 1)
}

export function readFacilities(
  numbers: readonly number[],
  rooms: readonly Room[],
  amenities: readonly { amenity: string }[],
): Facilities {
  const present = new Set(amenities.map(({ amenity }) => amenity))
  const beds = numbers.flatMap(number => {
    const room = findBedroom(rooms, number)
    return bedKinds.map(kind => [`${number} ${kind}`, String(room?.bedCounts[kind] ?? 0)] as const)
  })
  const chosen = usualAmenities.map(amenity => [amenity, present.has(amenity)] as const)
  return Object.fromEntries([...beds, ...chosen])
}

/** Returns the rooms with the beds of the form; bedrooms without beds are not added. */
export function mergeRooms(rooms: readonly Room[], wanted: Facilities): object[] {
  const counts = new Map<number, Record<string, number>>()
  for (const [name, value] of Object.entries(wanted)) {
    const [number, kind] = name.split(' ')
    if (kind === undefined) continue
    const room = counts.get(Number(number)) ?? {}
    counts.set(Number(number), { ...room, [kind]: Math.trunc(Number(value)) || 0 })
  }
  const merged: object[] = rooms.map(room => {
    const bedCounts = room.roomType === 'BEDROOM' ? counts.get(room.roomNumber) : undefined
    return bedCounts ? { ...room, bedCounts: { ...room.bedCounts, ...bedCounts } } : room
  })
  for (const [roomNumber, bedCounts] of counts) {
    if (findBedroom(rooms, roomNumber)) continue
    if (Object.values(bedCounts).every(count => count === 0)) continue
    merged.push({ roomNumber, roomType: 'BEDROOM', hasPrivateBathroom: false, bedCounts })
  }
  return merged
}

function findBedroom(rooms: readonly Room[], number: number): Room | undefined {
  return rooms.find(({ roomType, roomNumber }) => roomType === 'BEDROOM' && roomNumber === number)
}
