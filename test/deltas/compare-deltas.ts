/** Objects in all lists with `updatedSince`, and comparison of their changes. */
import assert from 'node:assert/strict'
import { getNamedType, isObjectType } from 'graphql'
import { leadQuerySchema } from '../../src/rental/schemas.ts'
import type { Case } from '../write-cases/write.ts'

type ListContext = Pick<Case, 'agencyUid' | 'hotelUid'>

const byAgency = ({ agencyUid }: ListContext) => `agencyUid=${agencyUid}`

/** List with the filter `updatedSince`, and the path of a single object if there is one. */
interface List {
  path: string
  query: (of: ListContext) => string
  one?: string
}

export const lists: Record<string, List> = {
  leads: { path: '/leads', query: byAgency, one: '/leads' },
  orders: { path: '/orders', query: () => '', one: '/orders' },
  guests: { path: '/guests', query: byAgency },
  reviews: { path: '/reviews', query: byAgency },
  properties: { path: '/properties', query: byAgency, one: '/properties' },
  multiUnitProperties: {
    path: '/multi-units/multi-unit-properties',
    query: byAgency,
    one: '/multi-units/multi-unit-properties',
  },
  unitTypes: {
    path: '/multi-units/unit-types',
    query: ({ hotelUid }) => `hotelUid=${hotelUid}`,
    one: '/multi-units/unit-types',
  },
}

/** Returns whether a key is a timestamp of changes or changes with time. */
export const changesWithTime = (key: string) =>
  /^updated|^_|^(countdownPercentage|overdue)$/i.test(key)

type Leaf = string | number | boolean | null

/**
 * Values of an object in its list, on its own path and in the lead query, by the path of the field.
 */
type LeafValues = Map<string, Leaf>

/** Representations of every object by list and uid; `text` is without times. */
export type Snapshot = Map<string, { representations: object[]; text: string; full: string }>

/**
 * Reads every object of every list, leads also by the lead query, and properties also by their own
 * paths, which contain rooms.
 *
 * @param cases cases of one agency; other hotels and properties are read in lists only
 *
 * @param isComplete true to read every object also by its own path
 */
export async function readSnapshot(cases: Case[], isComplete = false): Promise<Snapshot> {
  const [testCase] = cases as [Case]
  const propertyUids = new Set(cases.flatMap(({ propertyUid, typeUid }) => [propertyUid, typeUid]))
  const reads = listQueries(cases).map(async ({ name, path }) => {
    const { [name]: objects } = await testCase.made('GET', `${path}&${sinceBeginning}`)
    const isOwn = ({ uid }: Named) => isComplete || (name === 'properties' && propertyUids.has(uid))
    return Promise.all(
      objects.map((object: Named) => readObject(testCase, name, object, isOwn(object))),
    )
  })
  const [queried, ...read] = await Promise.all([queryLeads(testCase), ...reads])
  const objects = read.flat() as { name: string; uid: string; representations: object[] }[]
  return new Map(
    objects.map(({ name, uid, representations: own }) => {
      const all = name === 'leads' ? [...own, { query: queried.get(uid) }] : own
      const texts = { text: textWithoutTimes(all), full: JSON.stringify(all) }
      return [`${name} ${uid}`, { representations: all, ...texts }]
    }),
  )
}

/** Lists the paths of one list or of all; unit types have one for each hotel. */
function listQueries(cases: Case[], only?: string): { name: string; path: string }[] {
  const addresses = Object.entries(lists).flatMap(([name, { path, query }]) => {
    const queries = new Set(cases.map(query))
    return [...queries].map(parameters => ({ name, path: `${path}?${parameters}&_limit=1000` }))
  })
  return only ? addresses.filter(({ name }) => name === only) : addresses
}

/** Returns an object from the list and, if requested, from its own path. */
async function readObject(testCase: Case, name: string, object: Named, isOwn: boolean) {
  const { uid } = object
  const { one } = lists[name]!
  if (!isOwn || !one) return { name, uid, representations: [object] }
  const own = Object.values(await testCase.made('GET', `${one}/${uid}`))[0] as object
  return { name, uid, representations: [object, own] }
}

const sinceBeginning = 'updatedSince=2020-01-01'

interface Named {
  uid: string
}

const textWithoutTimes = (representations: object[]) =>
  JSON.stringify(representations, (key, value) => (changesWithTime(key) ? undefined : value))

/** Selects every field of the type of leads in the lead query, and of its related types. */
function selectFields(typeName: string): string {
  const type = leadQuerySchema().graphql.getType(typeName)
  assert.ok(isObjectType(type))
  const fields = Object.values(type.getFields()).map(field => {
    const named = getNamedType(field.type)
    return isObjectType(named) ? `${field.name} { ${selectFields(named.name)} }` : field.name
  })
  return fields.join(' ')
}

const selection = selectFields('LeadGraphQLTO')

async function queryLeads({ server, key, agencyUid }: Case): Promise<Map<string, object>> {
  const body = { query: `{ leads(agencyUid: "${agencyUid}") { ${selection} } }` }
  const { body: response } = await server.request('POST', '/v2/leadsql', { key, body })
  assert.ok(response.data?.leads, JSON.stringify(response.errors))
  return new Map(response.data.leads.map((lead: Named) => [lead.uid, lead]))
}

/**
 * Lists the fields of the lead query, named as in {@link changedFields}.
 */
export const queriedFields = (): string[] => listFields('LeadGraphQLTO', 'query')

function listFields(typeName: string, path: string): string[] {
  const type = leadQuerySchema().graphql.getType(typeName)
  assert.ok(isObjectType(type))
  return Object.values(type.getFields()).flatMap(field => {
    const fieldPath = `${path}.${field.name}${String(field.type).startsWith('[') ? '[]' : ''}`
    const named = getNamedType(field.type)
    if (changesWithTime(field.name)) return []
    return isObjectType(named) ? listFields(named.name, fieldPath) : [fieldPath]
  })
}

/** Effect of a change: the fields that differ, and the changes that are missing in deltas. */
export interface Effect {
  /** Fields that differ: `leads guestInformation.firstName`. */
  changed: Set<string>
  missed: string[]
}

/**
 * Compares all objects before and after a change, and requests the deltas of the lists with a
 * difference.
 *
 * @param since time just before the change, in the format of the filter
 */
export async function compareSnapshots(
  cases: Case[],
  before: Snapshot,
  after: Snapshot,
  since: string,
): Promise<Effect> {
  const keys = [...new Set([...before.keys(), ...after.keys()])]
  const differing = keys.filter(key => before.get(key)?.text !== after.get(key)?.text)
  const changed = new Set<string>()
  const missed: string[] = []
  for (const name of new Set(differing.map(key => key.split(' ')[0]!))) {
    const uids = await listChangedUids(cases, name, since)
    for (const key of differing.filter(key => key.startsWith(`${name} `))) {
      const [was, is] = [before.get(key), after.get(key)]
      const fields =
        was && is ? changedFields(was.representations, is.representations) : [was ? 'gone' : 'new']
      if (was && is) for (const field of fields) changed.add(`${name} ${field}`)
      const uid = key.split(' ')[1]!
      if (!uids.includes(uid)) missed.push(`${name} ${fields.join(', ')}`)
    }
  }
  return { changed, missed }
}

/** Lists the uids in the delta of a list, including those of deleted objects. */
async function listChangedUids(cases: Case[], name: string, since: string): Promise<string[]> {
  const uids: string[] = []
  for (const { path } of listQueries(cases, name)) {
    const delta = await cases[0]!.made('GET', `${path}&updatedSince=${since}`)
    uids.push(...delta[name].map(({ uid }: Named) => uid), ...delta._metadata.deletedUids)
  }
  return uids
}

function changedFields(before: object[], after: object[]): string[] {
  const [was, is] = [before, after].map(representations => {
    const leaves: LeafValues = new Map()
    for (const object of representations) flatten(object, '', leaves)
    return leaves
  })
  const paths = [...new Set([...was!.keys(), ...is!.keys()])]
  const differing = paths.filter(path => was!.get(path) !== is!.get(path))
  return [...new Set(differing.map(path => path.replace(/\[\d+\]/g, '[]')))]
}

function flatten(value: unknown, path: string, leaves: LeafValues): void {
  if (value === undefined) return
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) flatten(item, `${path}[${i}]`, leaves)
  } else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      if (!changesWithTime(key)) flatten(inner, path === '' ? key : `${path}.${key}`, leaves)
    }
  } else leaves.set(path, value as Leaf)
}
