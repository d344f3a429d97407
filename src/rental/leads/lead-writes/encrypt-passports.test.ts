/** Encryption of guests' passports, transparent to clients: contract/leads.md §1. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import {
  grant,
  makeAgency,
  makeLead,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { listOccurrences } from '../../../../test/fixtures/tagged-guests.ts'
import { doWork } from '../../../../test/fixtures/workers.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const leadUid = await makeLead(server, agencyUid, { property_uid: propertyUid })
const { partnerUid } = await makePartner(server)
await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })

/** Creates a lead with guest information. */
async function newLead(guest: object, headers: Record<string, string> = {}) {
  const guestInformation = { firstName: 'Ada', adultCount: 1, ...guest }
  const stay = { checkInLocalDate: '2027-07-04', checkOutLocalDate: '2027-07-08' }
  const body = { agencyUid, propertyUid, status: 'NEW', ...stay, guestInformation }
  const response = await server.request('POST', '/api/v3.3/leads', { key, body, headers })
  assert.equal(response.status, 201, response.text)
  return response.body.lead
}

/** Asserted fields of an event. */
interface EmittedEvent {
  changes?: { passportId?: unknown }
}

/** Returns the passport of a lead, equal in REST and GraphQL. */
async function readPassport(uid: string, credential = key) {
  const options = { key: credential }
  const rest = await server.request('GET', `/api/v3.3/leads/${uid}`, options)
  const body = { query: `{ lead(uid: "${uid}") { guestInformation { passportId } } }` }
  const graphql = await server.request('POST', '/api/v3.3/graphql', { ...options, body })
  const guests = [rest.body.lead, graphql.body.data.lead].map(lead => lead.guestInformation)
  assert.equal(guests[0].passportId ?? null, guests[1].passportId)
  return guests[0].passportId
}

const passportId = 'Passmark "\\" \u2028 é'

describe('the passport of a guest', () => {
  it('is returned by every API, and is not in the database as plaintext', async () => {
    const repeated = { 'idempotency-key': 'with-a-passport' }
    const { uid, guestInformation } = await newLead({ lastName: 'Passport', passportId }, repeated)
    assert.equal(guestInformation.passportId, passportId)
    assert.deepEqual(await newLead({ lastName: 'Passport', passportId }, repeated), {
      ...(await server.request('GET', `/api/v3.3/leads/${uid}`, { key })).body.lead,
    })
    assert.equal(await readPassport(uid), passportId)
    const list = await server.request('GET', `/api/v3.3/leads?agencyUid=${agencyUid}`, { key })
    assert.ok(list.text.includes(JSON.stringify(passportId)))
    const query = `{ all: leads(agencyUid: "${agencyUid}") { uid g: guestInformation {
      lastName one: passportId two: passportId } } none: lead(uid: "${leadUid}") {
      guestInformation { passportId } } without: lead(uid: "${uid}") { uid } }`
    const { data } = (await server.request('POST', '/api/v3.3/graphql', { key, body: { query } }))
      .body
    assert.deepEqual(
      data.all.find((lead: { uid: string }) => lead.uid === uid),
      { uid, g: { lastName: 'Passport', one: passportId, two: passportId } },
    )
    assert.deepEqual(data.none, { guestInformation: { passportId: null } })
    const { guests } = (
      await server.request('GET', `/api/v3.3/guests?agencyUid=${agencyUid}&query=Passport`, { key })
    ).body
    const path = `/api/v3.3/guests/${guests[0].uid}/export`
    const { records } = (await server.request('GET', path, { key })).body.guestExport
    assert.equal(records.leads[0].passportId, passportId)
    assert.deepEqual(
      Object.keys(records.leads[0]).filter(name => /sealed|key/i.test(name)),
      [],
    )
    const token = await makeToken(server, partnerUid, agencyUid)
    assert.equal(await readPassport(uid, token), undefined, 'hidden from the partner')
    assert.deepEqual(await listOccurrences(server, 'passmark'), [])
  })

  it('can be updated, with an event that hides its value', async () => {
    const { uid } = await newLead({ passportId })
    const path = `/api/v3.3/leads/${uid}`
    const changePassport = async (passport: string | null) => {
      const before = (await server.request('GET', path, { key })).body.lead
      const body = { guestInformation: { passportId: passport } }
      const { lead } = (await server.request('PATCH', path, { key, body })).body
      assert.equal(lead.guestInformation.passportId, passport)
      assert.equal(await readPassport(uid), passport)
      return lead.metadata.updatedUtcDateTime !== before.metadata.updatedUtcDateTime
    }
    const listEventChanges = async () => {
      const eventsPath = `/api/v3.3/events?agencyUid=${agencyUid}&leadUid=${uid}`
      const { events } = (await server.request('GET', eventsPath, { key })).body
      return events.flatMap(({ changes }: EmittedEvent) =>
        changes?.passportId ? [changes.passportId] : [],
      )
    }
    server.clock.advance(2_000)
    assert.equal(await changePassport(passportId), false, 'it is the same')
    assert.deepEqual(await listEventChanges(), [])
    for (const other of ['Passmark 2', null]) {
      server.clock.advance(2_000)
      assert.equal(await changePassport(other), true)
    }
    const changes = await listEventChanges()
    assert.ok(changes.length >= 2)
    for (const pair of changes) assert.deepEqual(pair, [null, null])
  })
})

describe('the passport of a guest as it is stored', () => {
  it('can be plaintext of an earlier release, encrypted a day after the upgrade', async () => {
    const { uid } = await newLead({ passportId: 'Sealed first' })
    const { kysely: db } = server.database
    await sql`update leads set passport_id = 'Clearmark' where agency_uid = ${agencyUid}
      and uid = ${uid}`.execute(db)
    await sql`/* every tenant */ insert into leads select copy.*
      from leads l, generate_series(1, 100) n,
        jsonb_populate_record(l, jsonb_build_object('uid', md5(n::text)::uuid)) copy
      where l.agency_uid = ${agencyUid} and l.uid = ${uid}`.execute(db)
    assert.equal(await readPassport(uid), 'Clearmark', 'plaintext was written later')
    const path = `/api/v3.3/leads/${uid}`
    const before = (await server.request('GET', path, { key })).body
    await sql`update migrations set applied_at = ${server.clock.now()}`.execute(db)
    server.clock.advance(23 * 3_600_000)
    await doWork(server, 'seal-passports')
    assert.deepEqual(await listOccurrences(server, 'clearmark'), ['leads'])
    server.clock.advance(3_600_000)
    await doWork(server, 'seal-passports')
    assert.deepEqual(await listOccurrences(server, 'clearmark'), [])
    assert.deepEqual((await server.request('GET', path, { key })).body, before)
    assert.equal(await readPassport(uid), 'Clearmark')
  })

  it('is bound to its lead; a text that looks encrypted is stored as a text', async () => {
    const [one, other] = [await newLead({ passportId }), await newLead({ passportId: 'D02Y' })]
    await sql`update leads l set passport_sealed = o.passport_sealed from leads o
      where l.agency_uid = ${agencyUid} and l.uid = ${one.uid}
      and o.agency_uid = ${agencyUid} and o.uid = ${other.uid}`.execute(server.database.kysely)
    assert.equal(await readPassport(one.uid), null)
    const lastName = `\u0001passport of lead ${one.uid}\u0002k\u0002ff\u0001`
    await sql`update leads set last_name = ${lastName}, passport_id = ${lastName}
      where agency_uid = ${agencyUid} and uid = ${one.uid}`.execute(server.database.kysely)
    assert.equal(await readPassport(one.uid), lastName)
    const query = `{ lead(uid: "${one.uid}") { guestInformation { lastName passportId } } }`
    const { data } = (await server.request('POST', '/api/v3.3/graphql', { key, body: { query } }))
      .body
    assert.deepEqual(data.lead.guestInformation, { lastName, passportId: lastName })
  })
})
