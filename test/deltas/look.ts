/** Everything that the lists of an agency with `updatedSince` show, and what has changed of it. */
import assert from 'node:assert/strict'
import { getNamedType, isObjectType } from 'graphql'
import { leadQuerySchema } from '../../src/rental/schemas.ts'
import type { Case } from '../writes/write.ts'

type Of = Pick<Case, 'agencyUid' | 'hotelUid'>

const ofAgency = ({ agencyUid }: Of) => `agencyUid=${agencyUid}`

/** The lists with that filter, and the path of one object where there is one. */
interface List {
  path: string
  query: (of: Of) => string
  one?: string
}

export const lists: Record<string, List> = {
  leads: { path: '/leads', query: ofAgency, one: '/leads' },
  orders: { path: '/orders', query: () => '', one: '/orders' },
  guests: { path: '/guests', query: ofAgency },
  reviews: { path: '/reviews', query: ofAgency },
  properties: { path: '/properties', query: ofAgency, one: '/properties' },
  multiUnitProperties: {
    path: '/multi-units/multi-unit-properties',
    query: ofAgency,
    one: '/multi-units/multi-unit-properties',
  },
  unitTypes: {
    path: '/multi-units/unit-types',
    query: ({ hotelUid }) => `hotelUid=${hotelUid}`,
    one: '/multi-units/unit-types',
  },
}

/** Fields that tell when an object changed, or that change as time goes by. */
export const isOfTime = (key: string) => /^updated|^_|^(countdownPercentage|overdue)$/i.test(key)

type Leaf = string | number | boolean | null

/** An object as its list, its own path and the lead query show it, by the path of each field. */
type Shown = Map<string, Leaf>

/** The objects of all lists by the name of the list and their uid; `text` is without times. */
export type Look = Map<string, { shown: object[]; text: string; whole: string }>

/**
 * Reads every object of every list, all leads by the lead query, and properties by their own
 * paths, which show rooms, too.
 *
 * @param cases of one agency: of other hotels and properties only the lists are read
 * @param isWhole whether every object is read by its own path, too
 */
export async function lookAround(cases: Case[], isWhole = false): Promise<Look> {
  const [it] = cases as [Case]
  const houses = new Set(cases.flatMap(({ propertyUid, typeUid }) => [propertyUid, typeUid]))
  const reads = queriesOf(cases).map(async ({ name, path }) => {
    const { [name]: objects } = await it.made('GET', `${path}&${ever}`)
    const isOwn = ({ uid }: Named) => isWhole || (name === 'properties' && houses.has(uid))
    return Promise.all(objects.map((object: Named) => withOwn(it, name, object, isOwn(object))))
  })
  const [queried, ...all] = await Promise.all([queryLeads(it), ...reads])
  const objects = all.flat() as { name: string; uid: string; shown: object[] }[]
  return new Map(
    objects.map(({ name, uid, shown }) => {
      const whole = name === 'leads' ? [...shown, { query: queried.get(uid) }] : shown
      const texts = { text: textOf(whole), whole: JSON.stringify(whole) }
      return [`${name} ${uid}`, { shown: whole, ...texts }]
    }),
  )
}

/** Returns the addresses of a list, or of all: that of unit types is one of each hotel. */
function queriesOf(cases: Case[], only?: string): { name: string; path: string }[] {
  const addresses = Object.entries(lists).flatMap(([name, { path, query }]) => {
    const queries = new Set(cases.map(query))
    return [...queries].map(one => ({ name, path: `${path}?${one}&_limit=1000` }))
  })
  return only ? addresses.filter(({ name }) => name === only) : addresses
}

/** Returns an object as the list shows it and, if so wanted, its own path. */
async function withOwn(it: Case, name: string, object: Named, isOwn: boolean) {
  const { uid } = object
  const { one } = lists[name]!
  if (!isOwn || !one) return { name, uid, shown: [object] }
  const own = Object.values(await it.made('GET', `${one}/${uid}`))[0] as object
  return { name, uid, shown: [object, own] }
}

const ever = 'updatedSince=2020-01-01'

interface Named {
  uid: string
}

const textOf = (shown: object[]) =>
  JSON.stringify(shown, (key, value) => (isOfTime(key) ? undefined : value))

/** Selects every field of the type of leads in the lead query, and of what hangs on it. */
function selectionOf(typeName: string): string {
  const type = leadQuerySchema().graphql.getType(typeName)
  assert.ok(isObjectType(type))
  const fields = Object.values(type.getFields()).map(field => {
    const named = getNamedType(field.type)
    return isObjectType(named) ? `${field.name} { ${selectionOf(named.name)} }` : field.name
  })
  return fields.join(' ')
}

const selection = selectionOf('LeadGraphQLTO')

async function queryLeads({ server, key, agencyUid }: Case): Promise<Map<string, object>> {
  const body = { query: `{ leads(agencyUid: "${agencyUid}") { ${selection} } }` }
  const { body: answer } = await server.request('POST', '/v2/leadsql', { key, body })
  assert.ok(answer.data?.leads, JSON.stringify(answer.errors))
  return new Map(answer.data.leads.map((lead: Named) => [lead.uid, lead]))
}

/** Returns the fields that the lead query shows, as {@link changedFields} names them. */
export const queriedFields = (): string[] => fieldsOf('LeadGraphQLTO', 'query')

function fieldsOf(typeName: string, way: string): string[] {
  const type = leadQuerySchema().graphql.getType(typeName)
  assert.ok(isObjectType(type))
  return Object.values(type.getFields()).flatMap(field => {
    const here = `${way}.${field.name}${String(field.type).startsWith('[') ? '[]' : ''}`
    const named = getNamedType(field.type)
    if (isOfTime(field.name)) return []
    return isObjectType(named) ? fieldsOf(named.name, here) : [here]
  })
}

/** What a change did: the objects whose fields differ, and those of them that no delta has. */
export interface Effect {
  /** The fields that differ, `leads guestInformation.firstName`. */
  changed: Set<string>
  missed: string[]
}

/**
 * Compares all objects before and after a change, and asks each list that shows a difference for
 * what has changed since.
 *
 * @param since a time just before the change, as the filter takes it
 */
export async function effectOf(
  cases: Case[],
  before: Look,
  after: Look,
  since: string,
): Promise<Effect> {
  const keys = [...new Set([...before.keys(), ...after.keys()])]
  const differing = keys.filter(key => before.get(key)?.text !== after.get(key)?.text)
  const changed = new Set<string>()
  const missed: string[] = []
  for (const name of new Set(differing.map(key => key.split(' ')[0]!))) {
    const uids = await uidsSince(cases, name, since)
    for (const key of differing.filter(one => one.startsWith(`${name} `))) {
      const [was, is] = [before.get(key), after.get(key)]
      const fields = was && is ? changedFields(was.shown, is.shown) : [was ? 'gone' : 'new']
      if (was && is) for (const field of fields) changed.add(`${name} ${field}`)
      const uid = key.split(' ')[1]!
      if (!uids.includes(uid)) missed.push(`${name} ${fields.join(', ')}`)
    }
  }
  return { changed, missed }
}

/** Returns the uids that a list has of what has changed since, those of deleted objects, too. */
async function uidsSince(cases: Case[], name: string, since: string): Promise<string[]> {
  const uids: string[] = []
  for (const { path } of queriesOf(cases, name)) {
    const delta = await cases[0]!.made('GET', `${path}&updatedSince=${since}`)
    uids.push(...delta[name].map(({ uid }: Named) => uid), ...delta._metadata.deletedUids)
  }
  return uids
}

function changedFields(before: object[], after: object[]): string[] {
  const [was, is] = [before, after].map(shown => {
    const leaves: Shown = new Map()
    for (const object of shown) flatten(object, '', leaves)
    return leaves
  })
  const paths = [...new Set([...was!.keys(), ...is!.keys()])]
  const differing = paths.filter(path => was!.get(path) !== is!.get(path))
  return [...new Set(differing.map(path => path.replace(/\[\d+\]/g, '[]')))]
}

function flatten(value: unknown, way: string, leaves: Shown): void {
  if (value === undefined) return
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) flatten(item, `${way}[${i}]`, leaves)
  } else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      if (!isOfTime(key)) flatten(inner, way === '' ? key : `${way}.${key}`, leaves)
    }
  } else leaves.set(way, value as Leaf)
}
