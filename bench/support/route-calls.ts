/** A valid request of every read and of the common writes of the newest version. */
import {
  type Agency,
  type Body,
  base,
  createCall,
  longestList,
  type RouteCall,
  request,
  send,
  toError,
} from './agency-requests.ts'
import type { RouteRows } from './route-rows.ts'
import { listWrites } from './route-writes.ts'

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; $ref?: string }[]
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components?: { parameters?: Record<string, { name: string; in: string; required?: boolean }> }
}

/** Parameters to filter a list by; the first that the list supports is used. */
const filterParameters = ['agencyUid', 'propertyUid', 'leadUid', 'objectUid']

/** Filters of lists that need others. */
const filtersByPath: Record<string, string[]> = { '/jobs': ['agencyUid', 'modifiedSince'] }

/**
 * Creates the calls.
 *
 * @throws Error if there is no row for a read
 */
export async function routeCalls(agency: Agency, rows: RouteRows): Promise<RouteCall[]> {
  const document = (await request(agency, 'GET', '/openapi.json')) as unknown as Document
  const calls: RouteCall[] = []
  for (const [path, operations] of Object.entries(document.paths)) {
    if (!operations.get) continue
    const shortPath = path.replace(base, '')
    const customPath = rows.paths[shortPath]
    const url = customPath ? base + customPath : await buildUrl(agency, document, path, rows.values)
    calls.push({ name: `GET ${shortPath}`, call: () => createCall(agency, 'GET', url) })
  }
  return [...calls, ...listWrites(agency, rows.values)]
}

async function buildUrl(
  agency: Agency,
  document: Document,
  path: string,
  values: Record<string, string>,
): Promise<string> {
  let url = path
  for (const [placeholder, name] of path.matchAll(/\{(\w+)\}/g)) {
    const value =
      values[name!] || (await findUid(agency, document, url.split(`/${placeholder}`)[0]!, values))
    if (!value) throw new Error(`There is no value for ${placeholder} of ${path}`)
    url = url.replace(placeholder, value)
  }
  return `${url}${buildQuery(document, path, values)}`
}

/** Finds the uid of the first item of a list. */
async function findUid(
  agency: Agency,
  document: Document,
  path: string,
  values: Record<string, string>,
): Promise<string | undefined> {
  const paths = Object.keys(document.paths)
  const template =
    paths.find(candidate => candidate === path) ?? paths.find(candidate => matches(candidate, path))
  if (path === `${base}/agencies`) return values.agencyUid
  if (!template || !document.paths[template]!.get) return undefined
  const { status, body } = await send(
    createCall(agency, 'GET', path + buildQuery(document, template, values)),
  )
  if (status !== 200) throw toError(path, status, body)
  const [item] = longestList(body) as Body[]
  return (item?.uid ?? item?.groupUid) as string | undefined
}

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
}

function buildQuery(document: Document, path: string, values: Record<string, string>): string {
  const parameters = (document.paths[path]!.get!.parameters ?? []).map(parameter =>
    parameter.$ref
      ? document.components!.parameters![parameter.$ref.split('/').at(-1)!]!
      : parameter,
  )
  const queryParameters = parameters.filter(parameter => parameter.in === 'query')
  const requiredNames = queryParameters.filter(({ required }) => required).map(({ name }) => name)
  const has = (name: string) => queryParameters.some(parameter => parameter.name === name)
  const filter = filterParameters.find(has)
  const defaultNames = requiredNames.length > 0 || !filter ? requiredNames : [filter]
  const names = [...(filtersByPath[path.replace(base, '')] ?? defaultNames)]
  if (has('objectType') && !names.includes('objectType') && names.includes('objectUid'))
    names.push('objectType')
  const pairs = names.map(name => [name, values[name] ?? ''])
  if (has('_limit')) pairs.push(['_limit', '100'])
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}
