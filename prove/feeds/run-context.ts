/** State of a run: a server whose clock the proof sets, and a host of external calendars. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Chance } from '../../demo/chance.ts'
import { makeAgency } from '../../test/fixtures/rows.ts'
import type { TestResponse, TestServer } from '../../test/support/server.ts'
import type { Cleanup } from '../../test/support/temporary.ts'
import {
  openReceiver,
  type ReceiverResponse,
} from '../../test/support/webhook-receiver/open-receiver.ts'
import type { Failure } from './model/external-system.ts'

/** Response of the host at a path: a text, after a delay, or something that is not a calendar. */
interface FeedResponse {
  text: string | (() => Promise<string>)
  hasTag?: boolean
  delayMs?: number
  failure?: Failure | null
}

export interface RunContext {
  server: TestServer
  hostUrl: string
  /** Responses by path. */
  responses: Map<string, FeedResponse>
}

export interface Tenant {
  agencyUid: string
  send(method: string, path: string, body?: unknown): Promise<TestResponse>
}

/** Settings with which a server imports from this machine, without a rate limit. */
export const settings = { ALLOW_PRIVATE_CALLBACKS: 'true', RATE_LIMIT_PER_HOUR: '0' }

/** Opens the host of external calendars. */
export async function openRunContext(cleanup: Cleanup, server: TestServer): Promise<RunContext> {
  const responses = new Map<string, FeedResponse>()
  const host = await openReceiver({
    respond: async ({ url, headers }) => {
      const response = responses.get(url)
      return response ? toReceiverAnswer(response, headers['if-none-match']) : { status: 404 }
    },
  })
  cleanup.add(() => host.close())
  return { server, hostUrl: host.url, responses }
}

async function toReceiverAnswer(
  response: FeedResponse,
  ifNoneMatch: string | undefined,
): Promise<ReceiverResponse> {
  const { hasTag = false, delayMs = 0, failure } = response
  const text = typeof response.text === 'string' ? response.text : await response.text()
  if (failure) return { ...failed(failure, text), delayMs }
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
  if (hasTag && ifNoneMatch === etag) return { status: 304, headers: { etag }, delayMs }
  return { body: text, headers: hasTag ? { etag } : {}, delayMs }
}

function failed(failure: Failure, text: string): ReceiverResponse {
  switch (failure) {
    case 'ERROR':
      return { status: 503, body: text }
    case 'NOTHING':
      return { body: '' }
    case 'PAGE':
      return { body: '<html><body>Sign in</body></html>' }
    case 'CUT_OFF':
      return { body: text.slice(0, text.lastIndexOf('END:VCALENDAR') - 1) }
    case 'RESET':
      return { fault: 'reset' }
    case 'WRONG_LENGTH':
      return { body: text.slice(0, 40), headers: { 'content-length': '20' } }
  }
}

export async function openTenant(server: TestServer): Promise<Tenant> {
  const { agencyUid, key } = await makeAgency(server)
  const send: Tenant['send'] = async (method, path, body) => {
    const response = await server.request(method, `/api/v3.3${path}`, {
      key,
      ...(body ? { body } : {}),
    })
    if (response.status < 500) return response
    throw new Error(`${method} ${path}: ${response.status} ${response.text}`)
  }
  return { agencyUid, send }
}

/** Lists the types of all events of an agency in order. */
export async function listEventTypes(
  { database }: TestServer,
  agencyUid: string,
): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`select type from events
    where agency_uid = ${agencyUid} order by seq`.execute(database.kysely)
  return rows.map(({ type }) => type)
}

const starts = ['2026-05-20T15:00:00Z', '2026-10-20T22:30:00Z', '2027-03-22T23:30:00Z']
const timeZones = ['America/Denver', 'Europe/Berlin', 'Pacific/Auckland', 'UTC']

/**
 * Sets the clock to the start of a history, before a daylight saving change or the end of a day.
 */
export function begin({ clock }: TestServer, chance: Chance): { timeZone: string } {
  clock.set(chance.pick(starts))
  return { timeZone: chance.pick(timeZones) }
}
