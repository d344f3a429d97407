/**
 * Valid requests of every route, generated from the route table and the additions in
 * `exceptions.ts`.
 */

import type { Route } from '../../src/platform/rest/route.ts'
import { schemaAt } from '../../src/platform/rest/schema-at.ts'
import { existsIn, type Version } from '../../src/platform/rest/version.ts'
import { extraBodies, extraQueries, pathUidName } from './exceptions.ts'
import type { Tenant } from './tenant.ts'

export type AnyRoute = Route<never>

export interface ApiRequest {
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

export function routeName(scope: 'v2' | 'v3', { method, path }: AnyRoute): string {
  return `${scope} ${method} ${path}`
}

/** Lists the routes of a table that a version has. */
export function routesAt(routes: readonly AnyRoute[], version: Version): AnyRoute[] {
  return routes.filter(route => existsIn(version, route))
}

interface Target {
  scope: 'v2' | 'v3'
  version: Version
  prefix: string
}

export function buildRequest(
  { scope, version, prefix }: Target,
  route: AnyRoute,
  tenant: Tenant,
): ApiRequest {
  const name = routeName(scope, route)
  const path = route.path.replace(/:(\w+)/g, (_, parameter: string) =>
    findUid(tenant, parameter === 'uid' ? pathUidName(route.path, name) : parameter, name),
  )
  const query = new URLSearchParams(buildQuery(name, nodeAt(route.query, version), tenant))
  const url = `${prefix}${path}${query.size > 0 ? `?${query}` : ''}`
  if (!route.body) return { method: route.method, path: url }
  const schema = nodeAt(route.body, version)
  const extra = extraBodies[name]?.(tenant, version) ?? {}
  const body = { ...(buildObject(schema, tenant, name) as object), ...extra }
  return { method: route.method, path: url, body }
}

const nodesBySchema = new Map<unknown, Map<Version, Node>>()

/** Returns the schema of a version, memoized because many requests use it. */
export function nodeAt(schema: unknown, version: Version): Node {
  if (schema === undefined) return {}
  const nodes = nodesBySchema.get(schema) ?? new Map<Version, Node>()
  const node = nodes.get(version) ?? (schemaAt(schema as never, version) as Node)
  nodes.set(version, node)
  nodesBySchema.set(schema, nodes)
  return node
}

function findUid(tenant: Tenant, name: string, route: string): string {
  const uid = tenant.uids[name]
  if (uid === undefined) throw new Error(`${route}: the fixture has no '${name}'`)
  return uid
}

/** Returns the required parameters or, if there are none, one that identifies a resource. */
function buildQuery(name: string, { properties = {}, required = [] }: Node, tenant: Tenant) {
  const override = extraQueries[name]?.(tenant)
  if (override) return override
  const identifyingKeys = ['propertyUid', 'leadUid', 'orderUid', 'unitTypeUid', 'agencyUid']
  const identifyingKey = identifyingKeys.find(key => key in properties)
  const keys = [
    ...new Set([...required, ...(identifyingKey && required.length === 0 ? [identifyingKey] : [])]),
  ]
  return keys.map(key => [key, String(sampleValue(key, properties[key]!, tenant, name))])
}

function buildObject(
  { properties = {}, required = [] }: Node,
  tenant: Tenant,
  name: string,
): unknown {
  const identifyingKeys = ['propertyUid', 'objectUid', 'objectType', 'agencyUid']
  const keys = Object.keys(properties).filter(
    key => required.includes(key) || identifyingKeys.includes(key),
  )
  return Object.fromEntries(
    keys.map(key => [key, sampleValue(key, properties[key]!, tenant, name)] as const),
  )
}

function sampleValue(key: string, node: Node, tenant: Tenant, name: string): unknown {
  if (key in tenant.uids) return tenant.uids[key]
  if (key === 'objectType') return 'PROPERTY'
  const type = Array.isArray(node.type) ? node.type[0] : node.type
  if (node.enum) return node.enum[0]
  if (type === 'object') return buildObject(node, tenant, name)
  if (type === 'array') {
    return Array.from({ length: node.minItems ?? 0 }, () =>
      sampleValue('', node.items ?? {}, tenant, name),
    )
  }
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') {
    return node.minimum ?? (node.exclusiveMinimum ?? 0) + 1
  }
  return /^(checkOut|to$)/.test(key) ? '2027-03-05' : sampleText(node.format)
}

function sampleText(format = ''): string {
  const samples: Record<string, string> = {
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
  return samples[format] ?? 'x'
}
