/** Rooms and the beds in them: contract/properties.md §5.2, §6.6. */

export const bedKinds = [
  ...['kingBed', 'queenBed', 'doubleBed', 'singleBed', 'sofaBed', 'futonBed', 'floorMattress'],
  ...['bunkBed', 'toddlerBed', 'crib', 'hammockBed', 'airMattress', 'waterBed', 'couch'],
] as const

export type BedKind = (typeof bedKinds)[number]

export type BedCounts = Partial<Record<BedKind, number>>

export const roomTypes = [
  ...['ART_STUDIO', 'BACKYARD', 'BALCONY', 'BEDROOM', 'BOWLING_ALLEY', 'CHILDRENS_PLAYROOM'],
  ...['COMMON_SPACES', 'COURTYARD', 'DARKROOM', 'DECK', 'DINING_ROOM', 'EVENT_ROOM', 'EXTERIOR'],
  ...['FRONT_YARD', 'FULL_BATHROOM', 'GAME_ROOM', 'GARAGE', 'GARDEN', 'GYM', 'HALF_BATHROOM'],
  ...['HOT_TUB', 'JP_ONLY_FLOOR_PLAN', 'KITCHEN', 'KITCHENETTE', 'LAUNDRY_ROOM', 'LIBRARY'],
  ...['LIVING_ROOM', 'MOVIE_THEATER', 'MUSIC_STUDIO', 'OFFICE', 'ONSEN', 'PATIO'],
  ...['PHOTOGRAPHY_STUDIO', 'POOL', 'PORCH', 'ROOFTOP', 'STUDIO', 'SUNROOM', 'TERRACE'],
  ...['THEME_ROOM', 'WINE_CELLAR', 'WOODSHOP', 'WORKSHOP', 'WORKSPACE'],
] as const

/** Returns the counts of all kinds of beds, 0 if omitted. */
export function allBeds(counts: BedCounts): Record<BedKind, number> {
  return Object.fromEntries(bedKinds.map(kind => [kind, counts[kind] ?? 0])) as Record<
    BedKind,
    number
  >
}

/** Normalizes counts for storage: only kinds with at least one bed, in a fixed order. */
export function normalizeBeds(counts: BedCounts): BedCounts {
  return Object.fromEntries(Object.entries(allBeds(counts)).filter(([, count]) => count > 0))
}

/** Returns the total counts of several rooms. */
export function sumBeds(rooms: BedCounts[]): BedCounts {
  const sum = (kind: BedKind) => rooms.reduce((total, room) => total + (room[kind] ?? 0), 0)
  return Object.fromEntries(bedKinds.map(kind => [kind, sum(kind)]))
}
