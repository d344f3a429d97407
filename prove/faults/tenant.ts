/** An agency of the proof, what it does, and what it was told of it. */
import { randomUUID } from 'node:crypto'
import type { Ask } from '../shared/ask.ts'
import type { AnswerBody } from '../shared/client.ts'
import { makeAgency } from '../shared/ground.ts'

/** One request, as its client saw it. */
export interface Sample {
  what: string
  /** When it was sent, and how long until its last byte; in milliseconds. */
  at: number
  ms: number
  /** 0: the connection broke. */
  status: number
  retryAfter: string | null
  body: Body | null
  /** Why there is no status. */
  error?: string
}

type Body = AnswerBody & { photo?: { uid: string } }

/** A stay that somebody wants, and asks for until the answer is 201. */
export interface WantedStay {
  tag: string
  place: object
  body: object
  /** The lead, once that was acknowledged. */
  leadUid: string | null
  /** When it was first asked for, and acknowledged; in milliseconds since 1970. */
  askedMs: number
  answeredMs: number
}

export interface Tenant {
  name: string
  agencyUid: string
  key: string
  propertyUids: string[]
  intents: WantedStay[]
  /** Everything that was asked so far. */
  samples: Sample[]
  /** Requests that have no response yet. */
  pending: Set<Promise<Sample>>
}

const properties = 8
/** Blocked days of each property: so many that a list of all leads is read in pages. */
const blocksEach = 80
/** They are behind all days that are booked. */
const blockedDay = 4_000
const firstDay = 40
const patienceMs = 40_000
/** What is larger is of interest for its time only. */
const readBytesMax = 65_536

/** @param isRight whether an agency is where this one is to be; others are left alone */
export async function makeTenant(
  ask: Ask,
  name: string,
  origin: string,
  keyOf: (agencyUid: string) => Promise<string>,
  isRight: (agencyUid: string) => Promise<boolean>,
): Promise<Tenant> {
  let agencyUid = await makeAgency(ask)
  while (!(await isRight(agencyUid))) agencyUid = await makeAgency(ask)
  const key = await keyOf(agencyUid)
  const record = { propertyUids: [], intents: [], samples: [], pending: new Set<never>() }
  const tenant: Tenant = { name, agencyUid, key, ...record }
  const address = { city: 'Bend', countryCode: 'US' }
  const pricing = { dailyRate: 100 }
  for (let i = 0; i < properties; i++) {
    const body = { name: `${name} ${i}`, agencyUid, propertyType: 'CABIN', address, pricing }
    const made = await call(tenant, origin, 'POST', '/api/v3.3/properties', { body })
    if (made.status !== 201) throw new Error(`${made.status} ${JSON.stringify(made.body)}`)
    tenant.propertyUids.push(made.body!.property!.uid)
  }
  for (let i = 0; i < blocksEach; i++) {
    const day = dateOf(blockedDay + i)
    const body = { agencyUid, propertyUids: tenant.propertyUids, from: day, to: day }
    const made = await call(tenant, origin, 'POST', '/api/v3.3/leads/blocks', { body })
    if (made.status !== 201) throw new Error(`${made.status} ${JSON.stringify(made.body)}`)
  }
  return tenant
}

export interface CallOptions {
  body?: object | FormData | string
  idempotencyKey?: string
  what?: string
}

/** Sends a request and records its sample. */
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
  { body, idempotencyKey, what = `${method} ${path.split('?')[0]}` }: CallOptions,
): Promise<Sample> {
  const at = performance.now()
  const sample: Sample = { what, at, ms: 0, status: 0, retryAfter: null, body: null }
  try {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        'x-hostfully-apikey': tenant.key,
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      body: bodyOf(body),
      signal: AbortSignal.timeout(patienceMs),
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

function bodyOf(body: CallOptions['body']): string | FormData | null {
  if (body === undefined) return null
  return typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body)
}

/** Wants two nights that nobody else wants, or those of another, and asks for them. */
export async function book(
  tenant: Tenant,
  origin: string,
  status = 'BOOKED',
  like?: WantedStay,
): Promise<WantedStay> {
  const { agencyUid, propertyUids, intents } = tenant
  const number = intents.length
  const day = firstDay + 3 * Math.floor(number / propertyUids.length)
  const place = like?.place ?? {
    propertyUid: propertyUids[number % propertyUids.length]!,
    ...{ checkInLocalDate: dateOf(day), checkOutLocalDate: dateOf(day + 2) },
  }
  const tag = randomUUID()
  const body = {
    ...{ agencyUid, status, externalBookingId: tag },
    ...place,
    guestInformation: { firstName: 'Ada', adultCount: 2, email: 'ada@guest.example' },
  }
  const intent: WantedStay = { tag, place, body, leadUid: null, askedMs: Date.now(), answeredMs: 0 }
  intents.push(intent)
  await ask(tenant, origin, intent)
  return intent
}

/** Asks for it, once more if need be. */
export async function ask(tenant: Tenant, origin: string, intent: WantedStay): Promise<Sample> {
  const { body, tag } = intent
  const path = '/api/v3.3/leads'
  const answer = await call(tenant, origin, 'POST', path, { body, idempotencyKey: tag })
  if (answer.status === 201) {
    intent.leadUid = answer.body!.lead!.uid
    intent.answeredMs = Date.now()
  }
  return answer
}

export function dateOf(day: number): string {
  return Temporal.Now.plainDateISO('UTC').add({ days: day }).toString()
}
