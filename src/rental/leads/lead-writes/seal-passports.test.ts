/** Passports of guests are kept sealed, and nobody who may see them notices: contract/leads.md §1. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { placesOf } from '../../../../test/fixtures/marked-guests.ts'
import {
  grant,
  makeAgency,
  makeLead,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { doWork } from '../../../../test/fixtures/workers.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const leadUid = await makeLead(server, agencyUid, { property_uid: propertyUid })
const { partnerUid } = await makePartner(server)
await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })

/** A lead as it is created for a guest. */
async function newLead(guest: object, headers: Record<string, string> = {}) {
  const guestInformation = { firstName: 'Ada', adultCount: 1, ...guest }
  const stay = { checkInLocalDate: '2027-07-04', checkOutLocalDate: '2027-07-08' }
  const body = { agencyUid, propertyUid, status: 'NEW', ...stay, guestInformation }
  const answer = await server.request('POST', '/api/v3.3/leads', { key, body, headers })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.lead
}

/** What is looked at of an event. */
interface Told {
  changes?: { passportId?: unknown }
}

/** The passport of a lead as both surfaces tell it that show one. */
async function passportOf(uid: string, credential = key) {
  const options = { key: credential }
  const rest = await server.request('GET', `/api/v3.3/leads/${uid}`, options)
  const body = { query: `{ lead(uid: "${uid}") { guestInformation { passportId } } }` }
  const graphql = await server.request('POST', '/api/v3.3/graphql', { ...options, body })
  const told = [rest.body.lead, graphql.body.data.lead].map(lead => lead.guestInformation)
  assert.equal(told[0].passportId ?? null, told[1].passportId)
  return told[0].passportId
}

const passportId = 'Passmark "\\" \u2028 é'

describe('the passport of a guest', () => {
  it('is told whole on every surface, and nowhere in the database', async () => {
    const repeated = { 'idempotency-key': 'with-a-passport' }
    const { uid, guestInformation } = await newLead({ lastName: 'Passport', passportId }, repeated)
    assert.equal(guestInformation.passportId, passportId)
    assert.deepEqual(await newLead({ lastName: 'Passport', passportId }, repeated), {
      ...(await server.request('GET', `/api/v3.3/leads/${uid}`, { key })).body.lead,
    })
    assert.equal(await passportOf(uid), passportId)
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
    assert.equal(await passportOf(uid, token), undefined, 'hidden from the partner')
    assert.deepEqual(await placesOf(server, 'passmark'), [])
  })

  it('changes as any field does; an event says that it has', async () => {
    const { uid } = await newLead({ passportId })
    const path = `/api/v3.3/leads/${uid}`
    const changed = async (passport: string | null) => {
      const before = (await server.request('GET', path, { key })).body.lead
      const body = { guestInformation: { passportId: passport } }
      const { lead } = (await server.request('PATCH', path, { key, body })).body
      assert.equal(lead.guestInformation.passportId, passport)
      assert.equal(await passportOf(uid), passport)
      return lead.metadata.updatedUtcDateTime !== before.metadata.updatedUtcDateTime
    }
    const toldOf = async () => {
      const asked = `/api/v3.3/events?agencyUid=${agencyUid}&leadUid=${uid}`
      const { events } = (await server.request('GET', asked, { key })).body
      return events.flatMap(({ changes }: Told) =>
        changes?.passportId ? [changes.passportId] : [],
      )
    }
    server.clock.advance(2_000)
    assert.equal(await changed(passportId), false, 'it is the same')
    assert.deepEqual(await toldOf(), [])
    for (const other of ['Passmark 2', null]) {
      server.clock.advance(2_000)
      assert.equal(await changed(other), true)
    }
    const told = await toldOf()
    assert.ok(told.length >= 2)
    for (const pair of told) assert.deepEqual(pair, [null, null])
  })
})

describe('the passport of a guest as it is stored', () => {
  it('is read as an earlier release wrote it, and sealed from a day after the upgrade', async () => {
    const { uid } = await newLead({ passportId: 'Sealed first' })
    const { kysely: db } = server.database
    await sql`update leads set passport_id = 'Clearmark' where agency_uid = ${agencyUid}
      and uid = ${uid}`.execute(db)
    await sql`/* every tenant */ insert into leads select copy.*
      from leads l, generate_series(1, 100) n,
        jsonb_populate_record(l, jsonb_build_object('uid', md5(n::text)::uuid)) copy
      where l.agency_uid = ${agencyUid} and l.uid = ${uid}`.execute(db)
    assert.equal(await passportOf(uid), 'Clearmark', 'what is in clear was written later')
    const path = `/api/v3.3/leads/${uid}`
    const before = (await server.request('GET', path, { key })).body
    await sql`update migrations set applied_at = ${server.clock.now()}`.execute(db)
    server.clock.advance(23 * 3_600_000)
    await doWork(server, 'seal-passports')
    assert.deepEqual(await placesOf(server, 'clearmark'), ['leads'])
    server.clock.advance(3_600_000)
    await doWork(server, 'seal-passports')
    assert.deepEqual(await placesOf(server, 'clearmark'), [])
    assert.deepEqual((await server.request('GET', path, { key })).body, before)
    assert.equal(await passportOf(uid), 'Clearmark')
  })

  it('opens with its own lead only; a text that looks like a sealed one is a text', async () => {
    const [one, other] = [await newLead({ passportId }), await newLead({ passportId: 'D02Y' })]
    await sql`update leads l set passport_sealed = o.passport_sealed from leads o
      where l.agency_uid = ${agencyUid} and l.uid = ${one.uid}
      and o.agency_uid = ${agencyUid} and o.uid = ${other.uid}`.execute(server.database.kysely)
    assert.equal(await passportOf(one.uid), null)
    const lastName = `\u0001passport of lead ${one.uid}\u0002k\u0002ff\u0001`
    await sql`update leads set last_name = ${lastName}, passport_id = ${lastName}
      where agency_uid = ${agencyUid} and uid = ${one.uid}`.execute(server.database.kysely)
    assert.equal(await passportOf(one.uid), lastName)
    const query = `{ lead(uid: "${one.uid}") { guestInformation { lastName passportId } } }`
    const { data } = (await server.request('POST', '/api/v3.3/graphql', { key, body: { query } }))
      .body
    assert.deepEqual(data.lead.guestInformation, { lastName, passportId: lastName })
  })
})
