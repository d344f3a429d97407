/** A good request of every read and of the common writes of the newest version, for an agency. */
import {
  type Agency,
  ask,
  type Body,
  base,
  type RouteCall,
  refusedBy,
  request,
  rowsOf,
  send,
} from './agency-requests.ts'
import type { RouteRows } from './route-rows.ts'
import { writesOf } from './route-writes.ts'

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; $ref?: string }[]
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components?: { parameters?: Record<string, { name: string; in: string; required?: boolean }> }
}

/** Parameters that a list is asked by, the first that it has. */
const aims = ['agencyUid', 'propertyUid', 'leadUid', 'objectUid']

/** Lists that want another one, or two. */
const aimsOf: Record<string, string[]> = { '/jobs': ['agencyUid', 'modifiedSince'] }

/**
 * Makes the calls.
 *
 * @throws Error when there is nothing that a read could ask for
 */
export async function routeCalls(agency: Agency, rows: RouteRows): Promise<RouteCall[]> {
  const document = (await ask(agency, 'GET', '/openapi.json')) as unknown as Document
  const calls: RouteCall[] = []
  for (const [path, operations] of Object.entries(document.paths)) {
    if (!operations.get) continue
    const short = path.replace(base, '')
    const own = rows.paths[short]
    const url = own ? base + own : await urlOf(agency, document, path, rows.known)
    calls.push({ name: `GET ${short}`, call: () => request(agency, 'GET', url) })
  }
  return [...calls, ...writesOf(agency, rows.known)]
}

/** The address of a read. */
async function urlOf(
  agency: Agency,
  document: Document,
  path: string,
  known: Record<string, string>,
): Promise<string> {
  let url = path
  for (const [whole, name] of path.matchAll(/\{(\w+)\}/g)) {
    const value =
      known[name!] || (await uidFrom(agency, document, url.split(`/${whole}`)[0]!, known))
    if (!value) throw new Error(`There is nothing for ${whole} of ${path}`)
    url = url.replace(whole, value)
  }
  return `${url}${queryOf(document, path, known)}`
}

/** The uid of the first thing of a list. */
async function uidFrom(
  agency: Agency,
  document: Document,
  path: string,
  known: Record<string, string>,
): Promise<string | undefined> {
  const paths = Object.keys(document.paths)
  const template = paths.find(one => one === path) ?? paths.find(one => matches(one, path))
  if (path === `${base}/agencies`) return known.agencyUid
  if (!template || !document.paths[template]!.get) return undefined
  const { status, body } = await send(
    request(agency, 'GET', path + queryOf(document, template, known)),
  )
  if (status !== 200) throw refusedBy(path, status, body)
  const [thing] = rowsOf(body) as Body[]
  return (thing?.uid ?? thing?.groupUid) as string | undefined
}

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
}

function queryOf(document: Document, path: string, known: Record<string, string>): string {
  const all = (document.paths[path]!.get!.parameters ?? []).map(one =>
    one.$ref ? document.components!.parameters![one.$ref.split('/').at(-1)!]! : one,
  )
  const asked = all.filter(one => one.in === 'query')
  const needed = asked.filter(({ required }) => required).map(({ name }) => name)
  const has = (name: string) => asked.some(one => one.name === name)
  const aim = aims.find(has)
  const usual = needed.length > 0 || !aim ? needed : [aim]
  const names = [...(aimsOf[path.replace(base, '')] ?? usual)]
  if (has('objectType') && !names.includes('objectType') && names.includes('objectUid'))
    names.push('objectType')
  const pairs = names.map(name => [name, known[name] ?? ''])
  if (has('_limit')) pairs.push(['_limit', '100'])
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}
