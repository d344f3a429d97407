/** Filters of properties, as stored in the URL. */
import { dateOf, readDay } from '../../shared/days.ts'
import type { CalendarProperty } from '../../shared/property.ts'

export interface Filters {
  query: string
  tags: readonly string[]
  city: string
  /** First and last day of free nights; the filter applies only if both are given. */
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

/** Returns the parameters of the URL; null removes one. */
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

function hasFreeDates({ freeFrom, freeTo }: Filters): boolean {
  return freeFrom !== null && freeTo !== null && freeFrom < freeTo
}

/** Counts the active filters, without the search text. */
export function countFilters(filters: Filters): number {
  const { tags, city, guests } = filters
  return [tags.length > 0, city !== '', hasFreeDates(filters), guests !== null].filter(Boolean)
    .length
}

/** Returns the filters that need a request; null if there are none. */
export function serverFilters(filters: Filters) {
  const { tags, guests, freeFrom, freeTo } = filters
  const freeDates = hasFreeDates(filters)
    ? { freeFrom: dateOf(freeFrom!), freeTo: dateOf(freeTo!) }
    : {}
  const query = {
    ...(tags.length > 0 ? { tags: [...tags] } : {}),
    ...(guests === null ? {} : { guests }),
    ...freeDates,
  }
  return Object.keys(query).length > 0 ? query : null
}

/**
 * Applies all filters.
 *
 * @param matches properties that match the server's filters; null if no such filter is active
 */
export function applyFilters(
  properties: readonly CalendarProperty[],
  { query, city }: Filters,
  matches: ReadonlySet<string> | null,
): readonly CalendarProperty[] {
  const searchText = query.trim().toLocaleLowerCase()
  const matchesSearch = (text: string | null) => text?.toLocaleLowerCase().includes(searchText)
  return properties.filter(property => {
    if (matches && !matches.has(property.propertyUid)) return false
    if (city !== '' && property.city !== city) return false
    return searchText === '' || matchesSearch(property.name) || matchesSearch(property.city)
  })
}
