/** A valid request of every route, made of the route table and what `known.ts` adds to it. */

import type { Route } from '../../src/platform/rest/route.ts'
import { schemaAt } from '../../src/platform/rest/schema-at.ts'
import { existsIn, type Version } from '../../src/platform/rest/version.ts'
import { extraBodies, extraQueries, nounOf } from './known.ts'
import type { Estate } from './uids.ts'

export type AnyRoute = Route<never>

export interface Made {
  method: string
  path: string
  body?: unknown
}

export interface Node {
  type?: string | string[]
  format?: string
  enum?: string[]
  properties?: Record<string, Node>
  required?: string[]
  items?: Node
  minimum?: number
  exclusiveMinimum?: number
  minItems?: number
  minLength?: number
}

/** What a route is called in the tables and in failures. */
export function nameOf(scope: 'v2' | 'v3', { method, path }: AnyRoute): string {
  return `${scope} ${method} ${path}`
}

/** The routes of a table that a version has. */
export function routesAt(routes: readonly AnyRoute[], version: Version): AnyRoute[] {
  return routes.filter(route => existsIn(version, route))
}

/** Version of the interface, and the prefix of its paths. */
interface Target {
  scope: 'v2' | 'v3'
  version: Version
  prefix: string
}

/** Returns a request of a route that is aimed at one estate. */
export function requestOf(
  { scope, version, prefix }: Target,
  route: AnyRoute,
  estate: Estate,
): Made {
  const name = nameOf(scope, route)
  const path = route.path.replace(/:(\w+)/g, (_, parameter: string) =>
    uidOf(estate, parameter === 'uid' ? nounOf(route.path, name) : parameter, name),
  )
  const query = new URLSearchParams(queryOf(name, nodeAt(route.query, version), estate))
  const url = `${prefix}${path}${query.size > 0 ? `?${query}` : ''}`
  if (!route.body) return { method: route.method, path: url }
  const schema = nodeAt(route.body, version)
  const extra = extraBodies[name]?.(estate, version) ?? {}
  const body = { ...(objectOf(schema, estate, name) as object), ...extra }
  return { method: route.method, path: url, body }
}

const derived = new Map<unknown, Map<Version, Node>>()

/** A schema as a version has it; many requests are made of one. */
export function nodeAt(schema: unknown, version: Version): Node {
  if (schema === undefined) return {}
  const known = derived.get(schema) ?? new Map<Version, Node>()
  const node = known.get(version) ?? (schemaAt(schema as never, version) as Node)
  known.set(version, node)
  derived.set(schema, known)
  return node
}

function uidOf(estate: Estate, name: string, route: string): string {
  const uid = estate.uids[name]
  if (uid === undefined) throw new Error(`${route}: nothing is known of '${name}'`)
  return uid
}

/** What is mandatory, and whatever says what the request is aimed at. */
function queryOf(name: string, { properties = {}, required = [] }: Node, estate: Estate) {
  const given = extraQueries[name]?.(estate)
  if (given) return given
  const aims = ['propertyUid', 'leadUid', 'orderUid', 'unitTypeUid', 'agencyUid']
  const aim = aims.find(one => one in properties)
  const wanted = [...new Set([...required, ...(aim && required.length === 0 ? [aim] : [])])]
  return wanted.map(key => [key, String(valueFor(key, properties[key]!, estate, name))])
}

function objectOf({ properties = {}, required = [] }: Node, estate: Estate, name: string): unknown {
  const aims = ['propertyUid', 'objectUid', 'objectType', 'agencyUid']
  const wanted = Object.keys(properties).filter(key => required.includes(key) || aims.includes(key))
  return Object.fromEntries(
    wanted.map(key => [key, valueFor(key, properties[key]!, estate, name)] as const),
  )
}

function valueFor(key: string, node: Node, estate: Estate, name: string): unknown {
  if (key in estate.uids) return estate.uids[key]
  if (key === 'objectType') return 'PROPERTY'
  const type = Array.isArray(node.type) ? node.type[0] : node.type
  if (node.enum) return node.enum[0]
  if (type === 'object') return objectOf(node, estate, name)
  if (type === 'array') {
    return Array.from({ length: node.minItems ?? 0 }, () =>
      valueFor('', node.items ?? {}, estate, name),
    )
  }
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') {
    return node.minimum ?? (node.exclusiveMinimum ?? 0) + 1
  }
  return /^(checkOut|to$)/.test(key) ? '2027-03-05' : textOf(node.format)
}

function textOf(format = ''): string {
  const known: Record<string, string> = {
    date: '2027-03-01',
    'local-date-time': '2027-03-01T16:00:00',
    'local-date-or-time': '2027-03-01T16:00:00',
    'utc-instant': '2027-03-01T16:00:00',
    'http-url': 'https://pictures.example/1.jpg',
    'https-url': 'https://pictures.example/1.jpg',
    'time-zone': 'America/Denver',
    'currency-code': 'USD',
    'country-code': 'US',
    'email-address': 'x@y.example',
    'mail-sender': 'x@y.example',
    locale: 'en_US',
  }
  return known[format] ?? 'x'
}
