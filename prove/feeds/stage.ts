/** A server whose clock is set, and a host elsewhere that has the calendars which it imports. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Chance } from '../../demo/chance.ts'
import { makeAgency } from '../../test/fixtures/rows.ts'
import { openReceiver, type ReceiverAnswer } from '../../test/support/open-receiver.ts'
import type { Answer, TestServer } from '../../test/support/server.ts'
import type { Cleanup } from '../../test/support/temporary.ts'
import type { Failure } from './model/abroad.ts'

/** The response of a host at a path: a text, after a while, or something that is no calendar. */
export interface Saying {
  text: string | (() => Promise<string>)
  hasTag?: boolean
  delayMs?: number
  failure?: Failure | null
}

export interface Stage {
  server: TestServer
  hostUrl: string
  /** Responses by path. */
  sayings: Map<string, Saying>
}

/** An agency, asked with its key. */
export interface Tenant {
  agencyUid: string
  send(method: string, path: string, body?: unknown): Promise<Answer>
}

/** Settings with which a server imports from this machine, without a rate limit. */
export const settings = { ALLOW_PRIVATE_CALLBACKS: 'true', RATE_LIMIT_PER_HOUR: '0' }

/** Opens the host of calendars beside a server. */
export async function openStage(cleanup: Cleanup, server: TestServer): Promise<Stage> {
  const sayings = new Map<string, Saying>()
  const host = await openReceiver({
    answer: async ({ url, headers }) => {
      const saying = sayings.get(url)
      return saying ? answerOf(saying, headers['if-none-match']) : { status: 404 }
    },
  })
  cleanup.add(() => host.close())
  return { server, hostUrl: host.url, sayings }
}

async function answerOf(saying: Saying, known: string | undefined): Promise<ReceiverAnswer> {
  const { hasTag = false, delayMs = 0, failure } = saying
  const text = typeof saying.text === 'string' ? saying.text : await saying.text()
  if (failure) return { ...failed(failure, text), delayMs }
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
  if (hasTag && known === etag) return { status: 304, headers: { etag }, delayMs }
  return { body: text, headers: hasTag ? { etag } : {}, delayMs }
}

function failed(failure: Failure, text: string): ReceiverAnswer {
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

/** Makes an agency of its own. */
export async function openTenant(server: TestServer): Promise<Tenant> {
  const { agencyUid, key } = await makeAgency(server)
  const send: Tenant['send'] = async (method, path, body) => {
    const answer = await server.request(method, `/api/v3.3${path}`, {
      key,
      ...(body ? { body } : {}),
    })
    if (answer.status < 500) return answer
    throw new Error(`${method} ${path} is answered by ${answer.status}: ${answer.text}`)
  }
  return { agencyUid, send }
}

/** Lists the types of all events of an agency, in their order. */
export async function eventsOf({ database }: TestServer, agencyUid: string): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`select type from events
    where agency_uid = ${agencyUid} order by seq`.execute(database.kysely)
  return rows.map(({ type }) => type)
}

const starts = ['2026-05-20T15:00:00Z', '2026-10-20T22:30:00Z', '2027-03-22T23:30:00Z']
const timeZones = ['America/Denver', 'Europe/Berlin', 'Pacific/Auckland', 'UTC']

/** Sets the clock to where a history begins: clocks may change within it, or the day end. */
export function begin({ clock }: TestServer, chance: Chance): { timeZone: string } {
  clock.set(chance.pick(starts))
  return { timeZone: chance.pick(timeZones) }
}
