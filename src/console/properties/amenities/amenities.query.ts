/** Queries and writes of amenities and property rules. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import { newKey } from '../../api/new-key.ts'
import type { BodyOf, ResponseOf } from '../../api/response-types.ts'
import { invalidateProperties } from '../../shared/properties.query.ts'
import { withRetries } from '../../shared/writes/use-write.ts'
import { addToast } from '../../ui/toasts.ts'

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
const rulesKey = (propertyUid: string) => ['properties', 'rules', propertyUid]

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

/** Returns a function that adds or removes an amenity. */
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

/** Returns a function that adds or removes a property rule. */
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

/** Returns a function that adds or removes an item; the latest change of each one wins. */
function useToggle<T extends { uid: string }>(options: ToggleOptions<T>) {
  const { queryKey, codeOf, list, add, remove, toPending } = options
  const run = useSequence()
  const client = useQueryClient()
  return (code: string, isOn: boolean, name: string) => {
    const items = client.getQueryData<T[]>(queryKey) ?? []
    const others = items.filter(item => codeOf(item) !== code)
    const find = (all: T[]) => all.find(item => codeOf(item) === code)?.uid
    client.setQueryData(queryKey, isOn ? [...others, toPending(code)] : others)
    void run(name, queryKey, async key => {
      if (isOn) return add(code, key)
      const uid = find(items) || find(await list())
      return uid && remove(uid, key)
    })
  }
}

/**
 * Returns a function that runs writes one after the other, so that several changes of one switch
 * reach the server in their order. A failure is reported, and the list is read again at the end.
 */
export function useSequence() {
  const client = useQueryClient()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const pending = useRef(0)
  return (name: string, queryKey: readonly string[], write: (key: string) => Promise<unknown>) => {
    const key = newKey()
    pending.current++
    void client.cancelQueries({ queryKey })
    const next = last.current
      .then(() => withRetries(() => write(key)))
      .catch(error => addToast({ text: toasts => toasts.notSaved(name), error }))
      .finally(() => {
        if (--pending.current > 0) return
        void invalidateProperties(client)
      })
    last.current = next
    return next
  }
}
