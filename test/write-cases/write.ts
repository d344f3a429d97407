/** Write cases: each sends a write once with success, with the events that it emits. */
import assert from 'node:assert/strict'
import type { Insertable } from 'kysely'
import type { LeadsTable, PropertiesTable } from '../../src/rental/tables.ts'
import { formatEvents, readEventLog } from '../fixtures/events/event-log.ts'
import { makeLeadIn } from '../fixtures/leads-in-states.ts'
import { makeAgency, makeHotel, makeProperty } from '../fixtures/rows.ts'
import type { State } from '../lead-model/transitions.ts'
import type { TestServer } from '../support/server.ts'

/** Request that succeeds, with the events in the log after it, or the reason why there are none. */
export interface Write {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  tells: string[] | { nothing: string }
}

/** Write cases by operation. Each gets a new agency, so that no case depends on another. */
export type Writes = Record<string, (agency: Case) => Write | Promise<Write>>

/** Creates an agency with a property, and a hotel with a unit type. */
export async function makeCase(
  server: TestServer,
  columns: Partial<Insertable<PropertiesTable>> = {},
): Promise<Case> {
  const { agencyUid, key } = await makeAgency(server)
  const propertyUid = await makeProperty(server, agencyUid, columns)
  const hotelUid = await makeHotel(server, agencyUid)
  const typeUid = await makeProperty(server, agencyUid, { hotel_uid: hotelUid })
  return caseOf(server, { agencyUid, key, propertyUid, hotelUid, typeUid })
}

type Uids = Record<'agencyUid' | 'key' | 'propertyUid' | 'hotelUid' | 'typeUid', string>

/** Returns a case of existing objects. */
export function caseOf(server: TestServer, uids: Uids) {
  const { agencyUid, key, propertyUid } = uids
  /** Sends a request to the newest version and returns its body; fails on an error. */
  const made = async (method: string, path: string, body?: object) => {
    const response = await server.request(method, `/api/v3.3${path}`, {
      key,
      ...(body ? { body } : {}),
    })
    assert.ok(response.status < 300, `${method} ${path}: ${response.text}`)
    return response.body
  }
  const stay = { propertyUid, checkIn: '2026-07-04', checkOut: '2026-07-08' }
  const leadIn = (state: State, columns: Partial<Insertable<LeadsTable>> = {}) =>
    makeLeadIn(server, agencyUid, state, stay, columns)
  const orderOf = async (leadUid: string): Promise<string> =>
    (await made('GET', `/orders?leadUid=${leadUid}`)).orders[0].uid
  return { server, ...uids, made, leadIn, orderOf }
}

export type Case = ReturnType<typeof caseOf>

/**
 * Sends the request of a write case, and returns the emitted events, causes in brackets.
 *
 * @param prefix prefix of the version, `/api/v3.1`
 */
export async function perform(agency: Case, prefix: string, route: string, write: Write) {
  const [method, template] = route.split(' ') as [string, string]
  const path = template.replace(/:(\w+)/g, (_, name: string) => write.params![name]!)
  const query = write.query ? `?${new URLSearchParams(write.query)}` : ''
  const before = (await readEventLog(agency.server, agency.agencyUid)).length
  const { server, key } = agency
  // The first reader creates the missing tag versions.
  await server.request('GET', `${prefix}/leads/none`, { key })
  const versionsBefore = await readTagVersions(agency)
  const body = write.body ? { body: write.body } : {}
  const response = await server.request(method, `${prefix}${path}${query}`, { key, ...body })
  assert.ok(response.status < 300, `${route}: ${response.status} ${response.text}`)
  const isInvalidated = (await readTagVersions(agency)) !== versionsBefore
  assert.equal(isInvalidated, !uncachedWrites.has(route), `${route}: its mark`)
  return formatEvents((await readEventLog(server, agency.agencyUid)).slice(before))
}

/** Writes that change no response: they calculate, or defer their work to a worker. */
const uncachedWrites = new Set([
  'POST /pricing-periods/bulk',
  'POST /pricingperiods/bulk',
  'POST /pricingPeriods/bulk',
  'POST /pricingperiodsbulk',
  'POST /quotes',
  'POST /quote',
])

/** Reads the versions of the agency's cache tags. */
async function readTagVersions({ server, agencyUid }: Case): Promise<string> {
  const rows = await server.database.kysely
    .selectFrom('cache_tag_versions')
    .select(['tag_uid', 'version'])
    .where('agency_uid', '=', agencyUid)
    .orderBy('tag_uid')
    .execute()
  return JSON.stringify(rows)
}
