/** An agency of the proof, its requests, and their responses. */
import { randomUUID } from 'node:crypto'
import type { ResponseBody } from '../shared/client.ts'
import { makeAgency } from '../shared/fixture.ts'
import type { Query } from '../shared/query.ts'

/** Measurement of one request. */
export interface Sample {
  label: string
  /** Start by `performance.now()`, and latency until the last byte; in milliseconds. */
  at: number
  ms: number
  /** 0 if the connection broke. */
  status: number
  retryAfter: string | null
  body: Body | null
  /** Reason why there is no status. */
  error?: string
}

type Body = ResponseBody & { photo?: { uid: string } }

/** A stay that a client requests until the response is 201. */
export interface BookingIntent {
  tag: string
  stay: object
  body: object
  /** Uid of the lead; null: not acknowledged yet. */
  leadUid: string | null
  /** Times of the first request and of the acknowledgement, in milliseconds since 1970. */
  requestedMs: number
  acknowledgedMs: number
}

export interface Tenant {
  name: string
  agencyUid: string
  key: string
  propertyUids: string[]
  intents: BookingIntent[]
  samples: Sample[]
  /** Requests that have no response yet. */
  pending: Set<Promise<Sample>>
}

const properties = 8
/** Blocked days per property: a list of all leads then needs several pages. */
const blocksPerProperty = 80
/** First blocked day, after all days that the workload books. */
const blockedDay = 4_000
const firstDay = 40
const timeoutMs = 40_000
/** Maximum size of a body that is parsed. */
const readBytesMax = 65_536

/** @param isSuitable returns whether an agency is on the right node; other agencies are unused */
export async function makeTenant(
  query: Query,
  name: string,
  origin: string,
  issueKey: (agencyUid: string) => Promise<string>,
  isSuitable: (agencyUid: string) => Promise<boolean>,
): Promise<Tenant> {
  let agencyUid = await makeAgency(query)
  while (!(await isSuitable(agencyUid))) agencyUid = await makeAgency(query)
  const key = await issueKey(agencyUid)
  const record = { propertyUids: [], intents: [], samples: [], pending: new Set<never>() }
  const tenant: Tenant = { name, agencyUid, key, ...record }
  const address = { city: 'Bend', countryCode: 'US' }
  const pricing = { dailyRate: 100 }
  for (let i = 0; i < properties; i++) {
    const body = { name: `${name} ${i}`, agencyUid, propertyType: 'CABIN', address, pricing }
    const response = await call(tenant, origin, 'POST', '/api/v3.3/properties', { body })
    if (response.status !== 201)
      throw new Error(`${response.status} ${JSON.stringify(response.body)}`)
    tenant.propertyUids.push(response.body!.property!.uid)
  }
  for (let i = 0; i < blocksPerProperty; i++) {
    const day = dateOf(blockedDay + i)
    const body = { agencyUid, propertyUids: tenant.propertyUids, from: day, to: day }
    const response = await call(tenant, origin, 'POST', '/api/v3.3/leads/blocks', { body })
    if (response.status !== 201)
      throw new Error(`${response.status} ${JSON.stringify(response.body)}`)
  }
  return tenant
}

export interface CallOptions {
  body?: object | FormData | string
  idempotencyKey?: string
  label?: string
}

export async function call(
  tenant: Tenant,
  origin: string,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Sample> {
  const sent = send(tenant, origin, method, path, options)
  tenant.pending.add(sent)
  const sample = await sent
  tenant.samples.push(sample)
  tenant.pending.delete(sent)
  return sample
}

async function send(
  tenant: Tenant,
  origin: string,
  method: string,
  path: string,
  { body, idempotencyKey, label = `${method} ${path.split('?')[0]}` }: CallOptions,
): Promise<Sample> {
  const at = performance.now()
  const sample: Sample = { label, at, ms: 0, status: 0, retryAfter: null, body: null }
  try {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        'x-hostfully-apikey': tenant.key,
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      body: toBody(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const isJson = response.headers.get('content-type')?.includes('json') && bytes.length > 0
    if (isJson && bytes.length < readBytesMax) sample.body = JSON.parse(bytes.toString('utf8'))
    sample.retryAfter = response.headers.get('retry-after')
    sample.status = response.status
  } catch (error) {
    sample.error = String((error as Error).cause ?? error)
  }
  sample.ms = performance.now() - at
  return sample
}

function toBody(body: CallOptions['body']): string | FormData | null {
  if (body === undefined) return null
  return typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body)
}

/** Requests two nights that no other client requests, or those of another booking. */
export async function book(
  tenant: Tenant,
  origin: string,
  status = 'BOOKED',
  other?: BookingIntent,
): Promise<BookingIntent> {
  const { agencyUid, propertyUids, intents } = tenant
  const number = intents.length
  const day = firstDay + 3 * Math.floor(number / propertyUids.length)
  const stay = other?.stay ?? {
    propertyUid: propertyUids[number % propertyUids.length]!,
    ...{ checkInLocalDate: dateOf(day), checkOutLocalDate: dateOf(day + 2) },
  }
  const tag = randomUUID()
  const body = {
    ...{ agencyUid, status, externalBookingId: tag },
    ...stay,
    guestInformation: { firstName: 'Ada', adultCount: 2, email: 'ada@guest.example' },
  }
  const intent: BookingIntent = {
    tag,
    stay,
    body,
    leadUid: null,
    requestedMs: Date.now(),
    acknowledgedMs: 0,
  }
  intents.push(intent)
  await requestStay(tenant, origin, intent)
  return intent
}

/** Sends the request of a booking, which may be a retry. */
export async function requestStay(
  tenant: Tenant,
  origin: string,
  intent: BookingIntent,
): Promise<Sample> {
  const { body, tag } = intent
  const path = '/api/v3.3/leads'
  const response = await call(tenant, origin, 'POST', path, { body, idempotencyKey: tag })
  if (response.status === 201) {
    intent.leadUid = response.body!.lead!.uid
    intent.acknowledgedMs = Date.now()
  }
  return response
}

export function dateOf(day: number): string {
  return Temporal.Now.plainDateISO('UTC').add({ days: day }).toString()
}
