/** Queries and writes of amenities and property rules. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { BodyOf, ResponseOf } from '../../api/response-types.ts'
import { useOrderedWrite } from '../../shared/writes/use-ordered-write.ts'

export type Amenity = ResponseOf<'GET /amenities'>['amenities'][number]
type Code = BodyOf<'POST /amenities'>['amenity']
export type Rule = ResponseOf<'GET /property-rules'>['propertyRules'][number]

/** Queries the amenities that a property can have. */
export function useCatalogue() {
  return useQuery({
    queryKey: ['amenity-catalogue'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await call('GET /available-amenities', { signal })).availableAmenities,
  })
}

const amenitiesKey = (propertyUid: string) => ['properties', 'amenities', propertyUid]
export const rulesKey = (propertyUid: string) => ['properties', 'rules', propertyUid]

async function listAmenities(propertyUid: string, signal?: AbortSignal): Promise<Amenity[]> {
  return (await call('GET /amenities', { query: { propertyUid }, signal })).amenities
}

async function listRules(propertyUid: string, signal?: AbortSignal): Promise<Rule[]> {
  return (await call('GET /property-rules', { query: { propertyUid }, signal })).propertyRules
}

export function useAmenities(propertyUid: string) {
  return useQuery({
    queryKey: amenitiesKey(propertyUid),
    queryFn: ({ signal }) => listAmenities(propertyUid, signal),
  })
}

export function useRules(propertyUid: string) {
  return useQuery({
    queryKey: rulesKey(propertyUid),
    queryFn: ({ signal }) => listRules(propertyUid, signal),
  })
}

/** Returns functions that add or remove an amenity, and apply pending changes to a list. */
export function useAmenityToggle(propertyUid: string) {
  return useToggle<Amenity>({
    queryKey: amenitiesKey(propertyUid),
    codeOf: ({ amenity }) => amenity,
    list: () => listAmenities(propertyUid),
    add: (code, key) =>
      call('POST /amenities', { body: { propertyUid, amenity: code as Code }, key }),
    remove: (uid, key) => call('DELETE /amenities/{uid}', { path: { uid }, key }),
    toPending: code => ({ uid: '', amenity: code, propertyUid }) as Amenity,
  })
}

/** Returns functions that add or remove a property rule, and apply pending changes to a list. */
export function useRuleToggle(propertyUid: string) {
  return useToggle<Rule>({
    queryKey: rulesKey(propertyUid),
    codeOf: ({ rule }) => rule,
    list: () => listRules(propertyUid),
    add: (code, key) =>
      call('POST /property-rules', { body: { propertyUid, rule: code as Rule['rule'] }, key }),
    remove: (uid, key) => call('DELETE /property-rules/{uid}', { path: { uid }, key }),
    toPending: code => ({ uid: '', rule: code, propertyUid, description: null }) as Rule,
  })
}

interface ToggleOptions<T> {
  queryKey: readonly string[]
  codeOf: (item: T) => string
  list: () => Promise<T[]>
  add: (code: string, key: string) => Promise<unknown>
  remove: (uid: string, key: string) => Promise<unknown>
  /** Returns an item that is not saved yet; its uid is empty. */
  toPending: (code: string) => T
}

interface Change {
  code: string
  isOn: boolean
}

/**
 * Returns a function that adds or removes an item, and one that applies the changes that are not
 * saved yet to a list of the server, which may have been read before them.
 */
function useToggle<T extends { uid: string }>(options: ToggleOptions<T>) {
  const { queryKey, codeOf, list, add, remove, toPending } = options
  const write = useOrderedWrite(queryKey)
  const [pending, setPending] = useState<readonly Change[]>([])
  const toggle = (code: string, isOn: boolean, name: string) => {
    const send = async (key: string) => {
      if (isOn) return add(code, key)
      // An earlier change may have created it again, with another uid.
      const item = (await list()).find(item => codeOf(item) === code)
      return item && remove(item.uid, key)
    }
    setPending(all => [...all, { code, isOn }])
    void write(name, send).then(isLast => isLast && setPending([]))
  }
  const withPending = (items: T[]) => {
    const byCode = new Map(items.map(item => [codeOf(item), item]))
    for (const { code, isOn } of pending) {
      if (!isOn) byCode.delete(code)
      else if (!byCode.has(code)) byCode.set(code, toPending(code))
    }
    return [...byCode.values()]
  }
  return { toggle, withPending }
}
