/** A good request of every read and of the common writes of the newest version, for an agency. */
import type { Call } from './load.ts'

/** One thing to ask, and how. */
export interface RouteCall {
  /** `GET /leads/{uid}` */
  name: string
  /** The request of the given number; writes differ from one to the next. */
  call(n: number): Call
}

/** How requests are made: the agency, a key of its own, and where the server is. */
export interface Agency {
  origin: string
  apiKey: string
  agencyUid: string
  propertyUids: string[]
}

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; $ref?: string }[]
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components?: { parameters?: Record<string, { name: string; in: string; required?: boolean }> }
}
type Body = Record<string, unknown>

const base = '/api/v3.3'

/** Parameters that a list is asked by, the first that it has. */
const aims = ['agencyUid', 'propertyUid', 'leadUid', 'objectUid']

/** Lists that want another one, or two. */
const aimsOf: Record<string, string[]> = { '/jobs': ['agencyUid', 'modifiedSince'] }

/** Makes the calls; what the demo agency has none of is left out and named. */
export async function routeCalls(agency: Agency): Promise<{ calls: RouteCall[]; left: string[] }> {
  const document = (await ask(agency, 'GET', `${base}/openapi.json`)) as unknown as Document
  const known = await knownOf(agency)
  const calls: RouteCall[] = []
  const left: string[] = []
  for (const [path, operations] of Object.entries(document.paths)) {
    if (!operations.get) continue
    const url = await urlOf(agency, document, path, known)
    const name = `GET ${path.replace(base, '')}`
    if (url === null) left.push(name)
    else calls.push({ name, call: () => request(agency, 'GET', url) })
  }
  return { calls: [...calls, ...writesOf(agency, known)], left }
}

/** What parameters are, by their names. */
async function knownOf(agency: Agency): Promise<Record<string, string>> {
  const { agencyUid, propertyUids } = agency
  const first = async (path: string, list: string) => {
    const body = await ask(agency, 'GET', `${base}${path}`)
    return ((body[list] as Body[])[0]?.uid ?? '') as string
  }
  const booked = `/leads?agencyUid=${agencyUid}&statusIn=BOOKED&_limit=1`
  const leadUid = await first(booked, 'leads')
  const hotels = `/multi-units/multi-unit-properties?agencyUid=${agencyUid}`
  const hotelUid = await first(hotels, 'multiUnitProperties')
  const types = `/multi-units/unit-types?hotelUid=${hotelUid}`
  const unitTypeUid = hotelUid === '' ? '' : await first(types, 'unitTypes')
  const propertyUid = propertyUids[0]!
  return {
    ...{ agencyUid, propertyUid, leadUid, hotelUid, unitTypeUid, objectUid: propertyUid },
    orderUid: await first(`/orders?leadUid=${leadUid}`, 'orders'),
    objectType: 'PROPERTY',
    propertiesUids: propertyUids.slice(0, 20).join(),
    from: day(0),
    to: day(30),
    date: day(10),
    modifiedSince: '2020-01-01',
    eventType: 'NEW_BOOKING',
  }
}

function day(ahead: number): string {
  return Temporal.Now.plainDateISO('UTC').add({ days: ahead }).toString()
}

/** The address of a read, or null where there is nothing to read. */
async function urlOf(
  agency: Agency,
  document: Document,
  path: string,
  known: Record<string, string>,
): Promise<string | null> {
  let url = path
  for (const [whole, name] of path.matchAll(/\{(\w+)\}/g)) {
    const value =
      known[name!] || (await uidFrom(agency, document, url.split(`/${whole}`)[0]!, known))
    if (!value) return null
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
  const template = Object.keys(document.paths).find(one => matches(one, path))
  if (path === `${base}/agencies`) return known.agencyUid
  if (!template || !document.paths[template]!.get) return undefined
  const { status, body } = await send(
    request(agency, 'GET', path + queryOf(document, template, known)),
  )
  if (status !== 200) return undefined
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

/** The longest list in an answer; what is no list is one row. */
export function rowsOf(body: unknown): unknown[] {
  const lists = (value: unknown, depth: number): unknown[][] => {
    if (Array.isArray(value))
      return [value, ...value.slice(0, 50).flatMap(one => lists(one, depth - 1))]
    if (value === null || typeof value !== 'object' || depth === 0) return []
    return Object.values(value).flatMap(one => lists(one, depth - 1))
  }
  return lists(body, 2).sort((a, b) => b.length - a.length)[0] ?? [body]
}

function request(agency: Agency, method: string, path: string, body?: unknown): Call {
  const headers = { 'x-hostfully-apikey': agency.apiKey, 'content-type': 'application/json' }
  const made = { url: `${agency.origin}${path}`, method: method as Call['method'], headers }
  return body === undefined ? made : { ...made, body: JSON.stringify(body) }
}

/** Sends it; the body as JSON. */
export async function send(call: Call): Promise<{ status: number; body: unknown }> {
  const { url, method, headers, body = null } = call
  const answer = await fetch(url, { method, headers, body })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json')
  return { status: answer.status, body: isJson && text !== '' ? JSON.parse(text) : text }
}

async function ask(agency: Agency, method: string, path: string): Promise<Body> {
  const { status, body } = await send(request(agency, method, path))
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
  return body as Body
}

function writesOf(agency: Agency, known: Record<string, string>): RouteCall[] {
  const { agencyUid, propertyUid, leadUid, orderUid } = known
  const write = (name: string, path: string, body: (n: number) => unknown): RouteCall => {
    const method = name.split(' ')[0]!
    return { name, call: n => request(agency, method, `${base}${path}`, body(n)) }
  }
  const night = (n: number) => ({
    checkInLocalDateTime: `${day(700 + n)}T16:00:00`,
    checkOutLocalDateTime: `${day(701 + n)}T11:00:00`,
  })
  const price = (n: number) => ({ propertyUid, date: day(n % 900), price: 90 + n })
  const fee = { amount: 5, amountType: 'AMOUNT', taxationRate: 0 }
  const payment = { type: 'SALE', status: 'SUCCESS', amount: 1 }
  const lead = `/leads/${leadUid}`
  const block = (n: number) => ({
    agencyUid,
    propertyUid,
    type: 'BLOCK',
    status: 'BLOCKED',
    ...night(n),
  })
  return [
    write('POST /leads (a block)', '/leads', block),
    write('PATCH /leads/{uid} (notes)', lead, n => ({ notes: `Note ${n}` })),
    write('PATCH /leads/{uid} (guest)', lead, n => ({ guestInformation: { city: `City ${n}` } })),
    write('POST /fees', '/fees', n => ({ propertyUid, ...fee, name: `Fee ${n}` })),
    write('PATCH /properties/{uid}', `/properties/${propertyUid}`, n => ({ name: `Cabin ${n}` })),
    write('POST /pricing-periods', '/pricing-periods', n => ({
      operation: 'SET',
      pricingPeriod: price(n),
    })),
    write('POST /tags', '/tags', n => ({
      objectUid: leadUid,
      objectType: 'LEAD',
      tags: [`T${n}`],
    })),
    write('POST /transactions', '/transactions', () => ({ orderUid, ...payment })),
    write('POST /messages', '/messages', n => ({
      leadUid,
      type: 'EMAIL',
      content: { text: `Hello ${n}` },
    })),
    write('POST /reviews', '/reviews', () => ({
      ...{ propertyUid, author: 'Sam', content: 'Lovely.', rating: 5 },
    })),
  ]
}
