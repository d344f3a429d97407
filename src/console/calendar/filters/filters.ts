/** Which properties the calendar shows, as the address holds it. */
import { dateOf, readDay } from '../days.ts'
import type { House } from '../lines.ts'

export interface Filters {
  query: string
  tags: readonly string[]
  city: string
  /** Free from one day to another; only both together ask for something. */
  freeFrom: number | null
  freeTo: number | null
  guests: number | null
}

export function readFilters(search: URLSearchParams): Filters {
  const guests = Number(search.get('guests'))
  return {
    query: search.get('query') ?? '',
    tags: (search.get('tags') ?? '').split(',').filter(tag => tag !== ''),
    city: search.get('city') ?? '',
    freeFrom: readDay(search.get('freeFrom')),
    freeTo: readDay(search.get('freeTo')),
    guests: Number.isInteger(guests) && guests > 0 ? guests : null,
  }
}

/** As parameters of the address; null takes one out. */
export function filterParameters(filters: Filters): Record<string, string | null> {
  const { query, tags, city, freeFrom, freeTo, guests } = filters
  return {
    query: query || null,
    tags: tags.join(',') || null,
    city: city || null,
    freeFrom: freeFrom === null ? null : dateOf(freeFrom),
    freeTo: freeTo === null ? null : dateOf(freeTo),
    guests: guests === null ? null : String(guests),
  }
}

export const noFilters: Filters = {
  query: '',
  tags: [],
  city: '',
  freeFrom: null,
  freeTo: null,
  guests: null,
}

function isStay({ freeFrom, freeTo }: Filters): boolean {
  return freeFrom !== null && freeTo !== null && freeFrom < freeTo
}

/** How many things narrow the list, besides the text. */
export function countOf(filters: Filters): number {
  const { tags, city, guests } = filters
  return [tags.length > 0, city !== '', isStay(filters), guests !== null].filter(Boolean).length
}

/** What the server has to look up; null: nothing. */
export function askedOf(filters: Filters) {
  const { tags, guests, freeFrom, freeTo } = filters
  const stay = isStay(filters) ? { freeFrom: dateOf(freeFrom!), freeTo: dateOf(freeTo!) } : {}
  const asked = {
    ...(tags.length > 0 ? { tags: [...tags] } : {}),
    ...(guests === null ? {} : { guests }),
    ...stay,
  }
  return Object.keys(asked).length > 0 ? asked : null
}

/** @param found what the server has found; null: it was not asked */
export function fitting(
  houses: readonly House[],
  { query, city }: Filters,
  found: ReadonlySet<string> | null,
): readonly House[] {
  const wanted = query.trim().toLocaleLowerCase()
  const has = (text: string | null) => text?.toLocaleLowerCase().includes(wanted)
  return houses.filter(house => {
    if (found && !found.has(house.propertyUid)) return false
    if (city !== '' && house.city !== city) return false
    return wanted === '' || has(house.name) || has(house.city)
  })
}
