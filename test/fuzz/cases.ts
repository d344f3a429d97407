/** Malformed requests of a route, each a valid request with one fault. */
import type { Version } from '../../src/platform/rest/version.ts'
import { type AnyRoute, type ApiRequest, nodeAt, routeName } from '../authorization/requests.ts'
import type { Tenant } from '../authorization/tenant.ts'
import { createRandom, type Random } from '../lead-model/random.ts'
import {
  type MalformedValue,
  malformedBodies,
  malformedParameters,
  malformedSegments,
  malformedValues,
  type Node,
  overflow,
} from './values.ts'

export interface RawRequest {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface Case {
  name: string
  /** True if the request must be refused for any sender. */
  mustBeRefused: boolean
  /** Builds the request from a valid one and resources of another agency. */
  send(valid: ApiRequest, otherTenant: Tenant): RawRequest
}

export interface Density {
  /** Number of values for each field and parameter; 0.5 means one for every other field. */
  perField: number
  /** Number of malformed bodies, paths and headers for each route. */
  perRoute: number
}

/** Lists the cases of a route for a version: the same in every run, different in each version. */
export function listCases(
  scope: 'v2' | 'v3',
  route: AnyRoute,
  version: Version,
  density: Density,
): Case[] {
  const random = createRandom(seedFrom(`${routeName(scope, route)} ${version}`))
  const pick = (cases: Case[], count: number) => sample(random, cases, count)
  const { perRoute, perField } = density
  const query = nodeAt(route.query, version)
  const all = [
    ...fieldCases(scope, route, version).flatMap(cases => pick(cases, perField)),
    ...parameterCases(query).flatMap(cases => pick(cases, perField * 1.5)),
    ...pick(bodyCases(route), perRoute),
    ...[...route.path.matchAll(/:\w+/g)].flatMap((_, i) => pick(segmentCases(i), perRoute)),
    ...pick(headerCases(route), perRoute),
    ...pick(pathCases(), perRoute),
    ...foreignCases(scope, route, version),
  ]
  return all
}

function seedFrom(text: string): number {
  return [...text].reduce((hash, c) => (Math.imul(hash, 31) + c.charCodeAt(0)) | 0, 17)
}

function sample<T>(random: Random, values: T[], count: number): T[] {
  const remaining = [...values]
  const chosen: T[] = []
  const base = Math.floor(count)
  const size = base + (random.chance(count - base) ? 1 : 0)
  while (chosen.length < size && remaining.length > 0) {
    chosen.push(...remaining.splice(random.int(0, remaining.length - 1), 1))
  }
  return chosen
}

/** Fields that the valid request of a route ignores: its lead is a block (leads.md §5). */
const ignored: Record<string, RegExp> = {
  'v3 POST /leads': /^(guestInformation|quoteOverrides)/,
  'v2 POST /leads': /^(?!(propertyUid|status|type|checkIn|checkOut))/,
  // Filters may name deleted objects, whose events can be replayed.
  'v3 POST /webhooks/:uid/replays': /^(propertyUid|leadUid)$/,
}

function isIgnored(route: string, path: string[]): boolean {
  return ignored[route]?.test(path.join('.')) ?? false
}

/** Lists every field of a body at any depth, as its path. */
function listFields(
  { properties = {} }: Node,
  path: string[] = [],
): { path: string[]; node: Node }[] {
  return Object.entries(properties).flatMap(([key, node]) => {
    const fieldPath = [...path, key]
    const { items } = node
    const inner = items
      ? [{ path: [...fieldPath, '0'], node: items }, ...listFields(items, [...fieldPath, '0'])]
      : []
    return [{ path: fieldPath, node }, ...inner, ...listFields(node, fieldPath)]
  })
}

function fieldCases(scope: 'v2' | 'v3', route: AnyRoute, version: Version): Case[][] {
  return listFields(nodeAt(route.body, version)).map(({ path: fieldPath, node }) =>
    malformedValues(node).map((malformed: MalformedValue) => ({
      name: `${fieldPath.join('.')}: ${malformed.name}`,
      mustBeRefused: malformed.isInvalid && !isIgnored(routeName(scope, route), fieldPath),
      send: ({ method, path, body }: ApiRequest) => {
        return { method, path, body: toJson(withValue(body, fieldPath, malformed.value)) }
      },
    })),
  )
}

/** Copies a value with another one at a path; missing objects and lists are created. */
function withValue(target: unknown, [key, ...rest]: string[], value: unknown): unknown {
  const isList = /^\d+$/.test(key!)
  const copy = isList ? (Array.isArray(target) ? target : []) : { ...(target as object) }
  const inner = (copy as Record<string, unknown>)[key!]
  const changed = rest.length === 0 ? value : withValue(inner, rest, value)
  return isList
    ? Object.assign([...(copy as unknown[])], { [key!]: changed })
    : { ...copy, [key!]: changed }
}

function toJson(body: unknown): string {
  return JSON.stringify(body ?? {}).replaceAll(`"${overflow}"`, '1e999')
}

function parameterCases({ properties = {} }: Node): Case[][] {
  return Object.entries(properties).map(([key, node]) => [
    ...malformedParameters(node).map(({ name, text, isInvalid }) => ({
      name: `?${key}: ${name}`,
      mustBeRefused: isInvalid,
      send: (valid: ApiRequest) => addToQuery(valid, `${key}=${text}`, key),
    })),
    unusual(`?${key}: twice`, valid => addToQuery(valid, `${key}=%20x&${key}=`)),
    unusual(`?${key}: as a list`, valid => addToQuery(valid, `${key}[]=x&${key}[a]=y&${key}.0=z`)),
    unusual(`?${key}: without a value`, valid => addToQuery(valid, `${key}`, key)),
  ])
}

/** Adds text to the query of a request, or replaces one parameter by it. */
function addToQuery(valid: ApiRequest, more: string, key?: string): RawRequest {
  const { method, path } = key === undefined ? valid : withoutParameter(valid, key)
  const withQuery = `${path}${path.includes('?') ? '&' : '?'}${more}`
  return { method, path: withQuery, ...toBody(valid.body) }
}

/** Removes a parameter, because the legacy API uses the first one. */
function withoutParameter({ method, path }: ApiRequest, key: string): RawRequest {
  const [start, query = ''] = path.split('?')
  const remaining = query
    .split('&')
    .filter(parameter => parameter !== '' && parameter.split('=')[0] !== key)
  return { method, path: remaining.length > 0 ? `${start}?${remaining.join('&')}` : start! }
}

function toBody(body: unknown): { body?: string } {
  return body === undefined ? {} : { body: toJson(body) }
}

function unusual(name: string, send: Case['send']): Case {
  return { name, mustBeRefused: false, send }
}

function bodyCases(route: AnyRoute): Case[] {
  if (route.method === 'GET') return []
  return malformedBodies('{}').map(({ name }) =>
    unusual(name, ({ method, path, body }) => {
      const bodies = malformedBodies(toJson(body))
      return { method, path, body: bodies.find(malformed => malformed.name === name)!.body }
    }),
  )
}

function segmentCases(index: number): Case[] {
  return malformedSegments('x-x').map(({ name }) =>
    unusual(`path: ${name}`, ({ method, path, body }) => {
      const [start, ...query] = path.split('?')
      const uids = start!.split('/').flatMap((segment, i) => (isUid(segment) ? [i] : []))
      const segments = start!.split('/')
      const at = uids[index] ?? segments.length - 1
      segments[at] = malformedSegments(segments[at]!).find(segment => segment.name === name)!.text
      return { method, path: [segments.join('/'), ...query].join('?'), ...toBody(body) }
    }),
  )
}

const isUid = (segment: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(segment)

function pathCases(): Case[] {
  const pathCase = (name: string, change: (path: string) => string) =>
    unusual(name, ({ method, path, body }) => ({ method, path: change(path), ...toBody(body) }))
  const beforeQuery = (text: string) => (path: string) => path.replace(/(\?|$)/, `${text}$1`)
  return [
    pathCase('a trailing slash', beforeQuery('/')),
    pathCase('many slashes', path => path.replaceAll('/', '//')),
    pathCase('a trailing dot', beforeQuery('.')),
    pathCase('dots in the path', path => path.replace(/^(\/[^/]+)/, '$1/./..$1')),
    pathCase('an encoded slash at the end', beforeQuery('%2f')),
    pathCase('another case', path =>
      path.replace(/[a-z]+(?=\?|$)/, segment => segment.toUpperCase()),
    ),
    pathCase('a matrix parameter', beforeQuery(';v=1')),
    pathCase('a fragment', path => `${path}#x`),
    pathCase('a query of nothing', path => `${path.split('?')[0]}?&&=&=x&%00`),
    pathCase('no query', path => path.split('?')[0]!),
    pathCase('an unknown parameter', path => `${path}${path.includes('?') ? '&' : '?'}zz=1&[]=2`),
    pathCase('many parameters', path => `${path.split('?')[0]}?${'a=1&'.repeat(5_000)}`),
    unusual('an unknown method', ({ path }) => ({ method: 'PROPFIND', path })),
    unusual('the method HEAD', ({ path }) => ({ method: 'HEAD', path })),
    unusual('the method OPTIONS', ({ path }) => ({ method: 'OPTIONS', path })),
  ]
}

function headerCases({ method }: AnyRoute): Case[] {
  const headerCase = (name: string, headers: Record<string, string>, content?: string) =>
    unusual(name, valid => {
      const { body } = toBody(valid.body)
      const sent = content ?? body
      const path = valid.path
      return { method: valid.method, path, headers, ...(sent === undefined ? {} : { body: sent }) }
    })
  const accepting = [
    headerCase('Accept: a picture', { accept: 'image/png' }),
    headerCase('Accept: no type', { accept: ';;;,' }),
    headerCase('Accept-Encoding: unknown', { 'accept-encoding': 'br;q=x, zstd, *;q=0' }),
    headerCase('a trace that is none', { 'x-trace-id': 'a\tb' }),
    headerCase('Range and If-Match', {
      range: 'bytes=5-',
      'if-match': '"x"',
      'if-none-match': '*',
    }),
  ]
  if (method === 'GET') return accepting
  const type = (text: string, content?: string) =>
    headerCase(`content type ${text}`, { 'content-type': text }, content)
  const multipart = '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x'
  return [
    ...accepting,
    type('text/plain'),
    type('application/xml', '<a/>'),
    type('nonsense'),
    type('application/json; charset=utf-16'),
    type('application/x-www-form-urlencoded', 'a=1&b[]=%ff&agencyUid=x'),
    type('multipart/form-data', 'x'),
    type('multipart/form-data; boundary=x', multipart),
    type('multipart/form-data; boundary=x', `${multipart}--\r\n`),
    headerCase('a compressed body', { 'content-encoding': 'gzip' }),
    headerCase('a key that is none', { 'idempotency-key': 'x'.repeat(256) }),
    headerCase('a key with a tab', { 'idempotency-key': 'a\tb' }),
    headerCase('a key that another client uses', { 'idempotency-key': 'shared' }),
  ]
}

/** Fields named like a reference that contain data of a channel. */
const notReferences = ['contactEmployeeUid']

/** Cases with uids of another agency, wherever a uid is possible. */
function foreignCases(scope: 'v2' | 'v3', route: AnyRoute, version: Version): Case[] {
  const uidFor = (key: string, { uids }: Tenant) => uids[key] ?? uids.propertyUid!
  const isUidField = ({ path }: { path: string[] }) =>
    /[uU]ids?$/.test(path.at(-1)!) && !notReferences.includes(path.at(-1)!)
  const fields = listFields(nodeAt(route.body, version)).filter(isUidField)
  const inBody = fields.map(({ path, node }) => ({
    name: `${path.join('.')}: of another agency`,
    mustBeRefused: !isIgnored(routeName(scope, route), path),
    send(valid: ApiRequest, otherTenant: Tenant) {
      const uid = uidFor(path.at(-1)!, otherTenant)
      const body = withValue(valid.body, path, node.items ? [uid] : uid)
      return { ...withoutParameter(valid, path[0]!), body: toJson(body) }
    },
  }))
  const parameters = listFields(nodeAt(route.query, version)).filter(isUidField)
  const inQuery = parameters.map(({ path: [key] }) =>
    unusual(`?${key}: of another agency`, (valid, otherTenant) =>
      addToQuery(valid, `${key}=${uidFor(key!, otherTenant)}`, key),
    ),
  )
  return [...inBody, ...inQuery]
}
