/** Every write of the interface, done once with success, and the events that it tells. */
import assert from 'node:assert/strict'
import type { Insertable } from 'kysely'
import type { LeadsTable, PropertiesTable } from '../../src/rental/tables.ts'
import { logOf, told } from '../fixtures/events/event-log.ts'
import { makeLeadIn } from '../fixtures/leads-in-states.ts'
import { makeAgency, makeHotel, makeProperty } from '../fixtures/rows.ts'
import type { State } from '../lead-walk/transitions.ts'
import type { TestServer } from '../support/server.ts'

/** A request that succeeds, and what the log has after it; nothing: why not. */
export interface Write {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  tells: string[] | { nothing: string }
}

/** A case is made anew for each, so that no write depends on another. */
export type Writes = Record<string, (it: Case) => Write | Promise<Write>>

/** An agency with a property, and a hotel that has a unit type. */
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

/** Returns a case of objects that are there. */
export function caseOf(server: TestServer, uids: Uids) {
  const { agencyUid, key, propertyUid } = uids
  /** What a request to the newest version gives that has to succeed. */
  const made = async (method: string, path: string, body?: object) => {
    const answer = await server.request(method, `/api/v3.3${path}`, {
      key,
      ...(body ? { body } : {}),
    })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer.body
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
 * Does a write, and gives what it told, causes in brackets.
 *
 * @param prefix of the version, `/api/v3.1`
 */
export async function perform(it: Case, prefix: string, route: string, write: Write) {
  const [method, template] = route.split(' ') as [string, string]
  const path = template.replace(/:(\w+)/g, (_, name: string) => write.params![name]!)
  const query = write.query ? `?${new URLSearchParams(write.query)}` : ''
  const before = (await logOf(it.server, it.agencyUid)).length
  const { server, key } = it
  // Whoever comes first has the marks made that are missing.
  await server.request('GET', `${prefix}/leads/none`, { key })
  const mark = await markOf(it)
  const body = write.body ? { body: write.body } : {}
  const answer = await server.request(method, `${prefix}${path}${query}`, { key, ...body })
  assert.ok(answer.status < 300, `${route}: ${answer.status} ${answer.text}`)
  const isMoved = (await markOf(it)) !== mark
  assert.equal(isMoved, !unshown.has(route), `${route}: its mark`)
  return told((await logOf(server, it.agencyUid)).slice(before))
}

/** Writes that no answer shows: they calculate, or leave to the background what they do. */
const unshown = new Set([
  'POST /employees/:uid/invitation',
  'POST /pricing-periods/bulk',
  'POST /pricingperiods/bulk',
  'POST /pricingPeriods/bulk',
  'POST /pricingperiodsbulk',
  'POST /quotes',
  'POST /quote',
])

/** The marks of all that its agency shows. */
async function markOf({ server, agencyUid }: Case): Promise<string> {
  const rows = await server.database.kysely
    .selectFrom('marks')
    .select(['scope_uid', 'mark'])
    .where('agency_uid', '=', agencyUid)
    .orderBy('scope_uid')
    .execute()
  return JSON.stringify(rows)
}
