/** Hostile requests of a route, each one wrong thing in a request that is good. */
import type { Version } from '../../src/platform/rest/version.ts'
import { type Random, randomOf } from '../lead-walk/random.ts'
import { type AnyRoute, type Made, nameOf, nodeAt } from '../reach/requests.ts'
import type { Estate } from '../reach/uids.ts'
import {
  type Hostile,
  hostileBodies,
  hostileParameters,
  hostileSegments,
  hostileValues,
  type Node,
  overflow,
} from './values.ts'

/** What goes over the wire. */
export interface Sent {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface Case {
  name: string
  /** It must be refused, whoever sends it. */
  isBad: boolean
  /** The request, made of a good one and of what belongs to another agency. */
  send(good: Made, theirs: Estate): Sent
}

export interface Density {
  /** Values that are tried of each field and parameter; a half: of every other one. */
  values: number
  /** Bodies, paths and headers that are tried of each route. */
  others: number
}

/** The cases of a route that a version tries: the same in every run, others in another version. */
export function casesOf(
  scope: 'v2' | 'v3',
  route: AnyRoute,
  version: Version,
  density: Density,
): Case[] {
  const random = randomOf(seedOf(`${nameOf(scope, route)} ${version}`))
  const some = (cases: Case[], count: number) => sample(random, cases, count)
  const { others, values } = density
  const query = nodeAt(route.query, version)
  const all = [
    ...fieldCases(scope, route, version).flatMap(cases => some(cases, values)),
    ...parameterCases(query).flatMap(cases => some(cases, values * 1.5)),
    ...some(bodyCases(route), others),
    ...[...route.path.matchAll(/:\w+/g)].flatMap((_, i) => some(segmentCases(i), others)),
    ...some(headerCases(route), others),
    ...some(pathCases(), others),
    ...foreignCases(scope, route, version),
  ]
  return all
}

function seedOf(text: string): number {
  return [...text].reduce((hash, c) => (Math.imul(hash, 31) + c.charCodeAt(0)) | 0, 17)
}

function sample<T>(random: Random, values: T[], count: number): T[] {
  const left = [...values]
  const chosen: T[] = []
  const whole = Math.floor(count)
  const wanted = whole + (random.chance(count - whole) ? 1 : 0)
  while (chosen.length < wanted && left.length > 0) {
    chosen.push(...left.splice(random.int(0, left.length - 1), 1))
  }
  return chosen
}

/** Fields that do not count in the good request of a route: that of a lead blocks (leads.md §5). */
const ignored: Record<string, RegExp> = {
  'v3 POST /leads': /^(guestInformation|quoteOverrides)/,
  'v2 POST /leads': /^(?!(propertyUid|status|type|checkIn|checkOut))/,
  // Filters: the events of what is gone can be replayed, too.
  'v3 POST /webhooks/:uid/replays': /^(propertyUid|leadUid)$/,
}

function isIgnored(route: string, way: string[]): boolean {
  return ignored[route]?.test(way.join('.')) ?? false
}

/** Every field of a body at any depth, as the way to it. */
function waysOf({ properties = {} }: Node, way: string[] = []): { way: string[]; node: Node }[] {
  return Object.entries(properties).flatMap(([key, node]) => {
    const here = [...way, key]
    const { items } = node
    const inner = items
      ? [{ way: [...here, '0'], node: items }, ...waysOf(items, [...here, '0'])]
      : []
    return [{ way: here, node }, ...inner, ...waysOf(node, here)]
  })
}

function fieldCases(scope: 'v2' | 'v3', route: AnyRoute, version: Version): Case[][] {
  return waysOf(nodeAt(route.body, version)).map(({ way, node }) =>
    hostileValues(node).map((hostile: Hostile) => ({
      name: `${way.join('.')}: ${hostile.name}`,
      isBad: hostile.isBad && !isIgnored(nameOf(scope, route), way),
      send: ({ method, path, body }: Made) => {
        return { method, path, body: jsonOf(withValue(body, way, hostile.value)) }
      },
    })),
  )
}

/** A copy with a value put where a way leads; objects and lists on it are made. */
function withValue(whole: unknown, [key, ...rest]: string[], value: unknown): unknown {
  const isList = /^\d+$/.test(key!)
  const given = isList ? (Array.isArray(whole) ? whole : []) : { ...(whole as object) }
  const inner = (given as Record<string, unknown>)[key!]
  const put = rest.length === 0 ? value : withValue(inner, rest, value)
  return isList
    ? Object.assign([...(given as unknown[])], { [key!]: put })
    : { ...given, [key!]: put }
}

function jsonOf(body: unknown): string {
  return JSON.stringify(body ?? {}).replaceAll(`"${overflow}"`, '1e999')
}

function parameterCases({ properties = {} }: Node): Case[][] {
  return Object.entries(properties).map(([key, node]) => [
    ...hostileParameters(node).map(({ name, text, isBad }) => ({
      name: `?${key}: ${name}`,
      isBad,
      send: (good: Made) => queried(good, `${key}=${text}`, key),
    })),
    odd(`?${key}: twice`, good => queried(good, `${key}=%20x&${key}=`)),
    odd(`?${key}: as a list`, good => queried(good, `${key}[]=x&${key}[a]=y&${key}.0=z`)),
    odd(`?${key}: without a value`, good => queried(good, `${key}`, key)),
  ])
}

/** A request with more in its query, in place of one key or beside it. */
function queried(good: Made, more: string, key?: string): Sent {
  const { method, path } = key === undefined ? good : withoutParameter(good, key)
  const queried = `${path}${path.includes('?') ? '&' : '?'}${more}`
  return { method, path: queried, ...bodyOf(good.body) }
}

/** The legacy interface looks for the same in the query first. */
function withoutParameter({ method, path }: Made, key: string): Sent {
  const [start, query = ''] = path.split('?')
  const kept = query.split('&').filter(one => one !== '' && one.split('=')[0] !== key)
  return { method, path: kept.length > 0 ? `${start}?${kept.join('&')}` : start! }
}

function bodyOf(body: unknown): { body?: string } {
  return body === undefined ? {} : { body: jsonOf(body) }
}

function odd(name: string, send: Case['send']): Case {
  return { name, isBad: false, send }
}

function bodyCases(route: AnyRoute): Case[] {
  if (route.method === 'GET') return []
  return hostileBodies('{}').map(({ name }) =>
    odd(name, ({ method, path, body }) => {
      const bodies = hostileBodies(jsonOf(body))
      return { method, path, body: bodies.find(one => one.name === name)!.body }
    }),
  )
}

function segmentCases(index: number): Case[] {
  return hostileSegments('x-x').map(({ name }) =>
    odd(`path: ${name}`, ({ method, path, body }) => {
      const [start, ...query] = path.split('?')
      const uids = start!.split('/').flatMap((segment, i) => (isUid(segment) ? [i] : []))
      const segments = start!.split('/')
      const at = uids[index] ?? segments.length - 1
      segments[at] = hostileSegments(segments[at]!).find(one => one.name === name)!.text
      return { method, path: [segments.join('/'), ...query].join('?'), ...bodyOf(body) }
    }),
  )
}

const isUid = (segment: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(segment)

function pathCases(): Case[] {
  const written = (name: string, change: (path: string) => string) =>
    odd(name, ({ method, path, body }) => ({ method, path: change(path), ...bodyOf(body) }))
  const beforeQuery = (text: string) => (path: string) => path.replace(/(\?|$)/, `${text}$1`)
  return [
    written('a trailing slash', beforeQuery('/')),
    written('many slashes', path => path.replaceAll('/', '//')),
    written('a trailing dot', beforeQuery('.')),
    written('dots in the path', path => path.replace(/^(\/[^/]+)/, '$1/./..$1')),
    written('an encoded slash at the end', beforeQuery('%2f')),
    written('another case', path => path.replace(/[a-z]+(?=\?|$)/, word => word.toUpperCase())),
    written('a matrix parameter', beforeQuery(';v=1')),
    written('a fragment', path => `${path}#x`),
    written('a query of nothing', path => `${path.split('?')[0]}?&&=&=x&%00`),
    written('no query', path => path.split('?')[0]!),
    written('an unknown parameter', path => `${path}${path.includes('?') ? '&' : '?'}zz=1&[]=2`),
    written('many parameters', path => `${path.split('?')[0]}?${'a=1&'.repeat(5_000)}`),
    odd('an unknown method', ({ path }) => ({ method: 'PROPFIND', path })),
    odd('the method HEAD', ({ path }) => ({ method: 'HEAD', path })),
    odd('the method OPTIONS', ({ path }) => ({ method: 'OPTIONS', path })),
  ]
}

function headerCases({ method }: AnyRoute): Case[] {
  const headed = (name: string, headers: Record<string, string>, content?: string) =>
    odd(name, good => {
      const { body } = bodyOf(good.body)
      const sent = content ?? body
      const path = good.path
      return { method: good.method, path, headers, ...(sent === undefined ? {} : { body: sent }) }
    })
  const accepting = [
    headed('Accept: a picture', { accept: 'image/png' }),
    headed('Accept: no type', { accept: ';;;,' }),
    headed('Accept-Encoding: unknown', { 'accept-encoding': 'br;q=x, zstd, *;q=0' }),
    headed('a trace that is none', { 'x-trace-id': 'a\tb' }),
    headed('Range and If-Match', { range: 'bytes=5-', 'if-match': '"x"', 'if-none-match': '*' }),
  ]
  if (method === 'GET') return accepting
  const type = (text: string, content?: string) =>
    headed(`content type ${text}`, { 'content-type': text }, content)
  const parts = '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x'
  return [
    ...accepting,
    type('text/plain'),
    type('application/xml', '<a/>'),
    type('nonsense'),
    type('application/json; charset=utf-16'),
    type('application/x-www-form-urlencoded', 'a=1&b[]=%ff&agencyUid=x'),
    type('multipart/form-data', 'x'),
    type('multipart/form-data; boundary=x', parts),
    type('multipart/form-data; boundary=x', `${parts}--\r\n`),
    headed('a compressed body', { 'content-encoding': 'gzip' }),
    headed('a key that is none', { 'idempotency-key': 'x'.repeat(256) }),
    headed('a key with a tab', { 'idempotency-key': 'a\tb' }),
    headed('a key that others have', { 'idempotency-key': 'shared' }),
  ]
}

/** Fields that end like references, but are the words of a channel about its own. */
const namesNobody = ['contactEmployeeUid']

/** What belongs to another agency, in each place where a uid may stand. */
function foreignCases(scope: 'v2' | 'v3', route: AnyRoute, version: Version): Case[] {
  const uidFor = (key: string, { uids }: Estate) => uids[key] ?? uids.propertyUid!
  const isOfUid = ({ way }: { way: string[] }) =>
    /[uU]ids?$/.test(way.at(-1)!) && !namesNobody.includes(way.at(-1)!)
  const fields = waysOf(nodeAt(route.body, version)).filter(isOfUid)
  const inBody = fields.map(({ way, node }) => ({
    name: `${way.join('.')}: of another agency`,
    isBad: !isIgnored(nameOf(scope, route), way),
    send(good: Made, theirs: Estate) {
      const uid = uidFor(way.at(-1)!, theirs)
      const body = withValue(good.body, way, node.items ? [uid] : uid)
      return { ...withoutParameter(good, way[0]!), body: jsonOf(body) }
    },
  }))
  const parameters = waysOf(nodeAt(route.query, version)).filter(isOfUid)
  const inQuery = parameters.map(({ way: [key] }) =>
    odd(`?${key}: of another agency`, (good, theirs) =>
      queried(good, `${key}=${uidFor(key!, theirs)}`, key),
    ),
  )
  return [...inBody, ...inQuery]
}
