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

export function useAmenities(propertyUid: string) {
  return useQuery({
    queryKey: ['properties', 'amenities', propertyUid],
    queryFn: async ({ signal }) =>
      (await call('GET /amenities', { query: { propertyUid }, signal })).amenities,
  })
}

export function useRules(propertyUid: string) {
  return useQuery({
    queryKey: ['properties', 'rules', propertyUid],
    queryFn: async ({ signal }) =>
      (await call('GET /property-rules', { query: { propertyUid }, signal })).propertyRules,
  })
}

/** Returns a function that adds or removes an amenity; the latest change of each one wins. */
export function useToggle(propertyUid: string) {
  const run = useSequence()
  const client = useQueryClient()
  const queryKey = ['properties', 'amenities', propertyUid]
  const read = () => client.getQueryData<Amenity[]>(queryKey) ?? []
  return async (code: string, isOn: boolean, name: string) => {
    const others = read().filter(({ amenity }) => amenity !== code)
    const previous = read().find(({ amenity }) => amenity === code)
    const pending = { uid: '', amenity: code, propertyUid } as Amenity
    client.setQueryData(queryKey, isOn ? [...others, pending] : others)
    await run(name, queryKey, async key => {
      if (isOn) {
        const body = { propertyUid, amenity: code as Code }
        await call('POST /amenities', { body, key })
      } else {
        const uid = previous?.uid || (await findUid(propertyUid, code))
        if (uid) await call('DELETE /amenities/{uid}', { path: { uid }, key })
      }
    })
  }
}

async function findUid(propertyUid: string, code: string): Promise<string | undefined> {
  const { amenities } = await call('GET /amenities', { query: { propertyUid } })
  return amenities.find(({ amenity }) => amenity === code)?.uid
}

/** Returns a function that adds, changes or removes a property rule. */
export function useRuleWrite(propertyUid: string) {
  const run = useSequence()
  const client = useQueryClient()
  const queryKey = ['properties', 'rules', propertyUid]
  return async (rule: Rule['rule'], isOn: boolean, name: string) => {
    const rules = client.getQueryData<Rule[]>(queryKey) ?? []
    const others = rules.filter(other => other.rule !== rule)
    const pending = { uid: '', rule, propertyUid, description: null } as Rule
    client.setQueryData(queryKey, isOn ? [...others, pending] : others)
    await run(name, queryKey, async key => {
      if (isOn) {
        await call('POST /property-rules', { body: { propertyUid, rule }, key })
        return
      }
      const { propertyRules } = await call('GET /property-rules', { query: { propertyUid } })
      const uid = propertyRules.find(other => other.rule === rule)?.uid
      if (uid) await call('DELETE /property-rules/{uid}', { path: { uid }, key })
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
