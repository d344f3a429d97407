/** Tests of partners' access to the event log: contract/events.md §10, contract/general.md §3. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { emitTestEvents } from '../../../../test/fixtures/events/events.ts'
import {
  grant,
  makeAgency,
  makeHotel,
  makeLead,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()

async function makeCase() {
  const { agencyUid, key } = await makeAgency(server)
  return { agencyUid, key, propertyUid: await makeProperty(server, agencyUid) }
}

type Case = Awaited<ReturnType<typeof makeCase>>

const read = (key: string, query = '') =>
  server.request('GET', `/api/v3.3/events${query && `?${query}`}`, { key })

const emitEvents = ({ agencyUid, propertyUid }: Case, count = 1) =>
  emitTestEvents(
    server,
    agencyUid,
    Array.from({ length: count }, () => ({
      type: 'UPDATED_PROPERTY',
      keys: { property_uid: propertyUid },
    })),
  )

const listSeqs = (body: { events: { seq: number }[] }) => body.events.map(({ seq }) => seq)

async function makePartnerOf({ agencyUid }: Case, objectUid: string, options = {}) {
  const { partnerUid } = await makePartner(server)
  await grant(server, { agencyUid, partnerUid, objectUid, ...options })
  return { partnerUid, key: await makeToken(server, partnerUid, agencyUid) }
}

describe('a partner', () => {
  it('200: returns events of granted properties, and the last position', async () => {
    const it = await makeCase()
    const hidden = { ...it, propertyUid: await makeProperty(server, it.agencyUid) }
    const partner = await makePartnerOf(it, it.propertyUid)
    for (const one of [hidden, it, hidden, hidden]) await emitEvents(one)
    const { body } = await read(partner.key)
    assert.deepEqual([listSeqs(body), body.nextAfter, body.latestSeq], [[2], 4, 4])
    const refused = await read(partner.key, `propertyUid=${hidden.propertyUid}`)
    assert.equal(refused.status, 403)
  })

  it('200: returns events of a granted hotel’s unit types, and of all partners', async () => {
    const it = await makeCase()
    const hotelUid = await makeHotel(server, it.agencyUid)
    const unitType = await makeProperty(server, it.agencyUid, { hotel_uid: hotelUid })
    const partner = await makePartnerOf(it, hotelUid, { isHotel: true })
    const other = await makePartnerOf(it, it.propertyUid)
    await emitTestEvents(server, it.agencyUid, [
      { type: 'HOTEL_UPDATED', keys: { hotel_uid: hotelUid } },
      { type: 'UPDATED_PROPERTY', keys: { property_uid: unitType } },
      { type: 'PROMO_CODE_CREATED', keys: { promo_code_uid: randomUUID() } },
      { type: 'OWNER_CREATED', keys: { owner_uid: randomUUID() } },
      { type: 'UPDATED_PROPERTY', keys: { property_uid: it.propertyUid } },
    ])
    assert.deepEqual(listSeqs((await read(partner.key)).body), [1, 2, 3])
    assert.deepEqual(listSeqs((await read(other.key)).body), [3, 5])
  })

  it("200: returns only changes of the partner's own access", async () => {
    const it = await makeCase()
    const [one, other] = [
      await makePartnerOf(it, it.propertyUid),
      await makePartnerOf(it, it.propertyUid),
    ]
    const keys = { property_uid: it.propertyUid }
    await emitTestEvents(server, it.agencyUid, [
      { type: 'PROPERTY_ACCESS_GRANTED', keys, partnerUid: one.partnerUid },
      { type: 'PROPERTY_ACCESS_GRANTED', keys, partnerUid: other.partnerUid },
    ])
    assert.deepEqual(listSeqs((await read(one.key)).body), [1])
    assert.deepEqual(listSeqs((await read(other.key)).body), [2])
    assert.deepEqual(listSeqs((await read(it.key)).body), [1, 2])
  })
})

describe('personal data', () => {
  it('200: is returned to a partner with a grant, or for its own lead only', async () => {
    const it = await makeCase()
    const [without, personal] = [
      await makePartnerOf(it, it.propertyUid),
      await makePartnerOf(it, it.propertyUid, { personalData: true }),
    ]
    const leadUid = await makeLead(server, it.agencyUid, { property_uid: it.propertyUid })
    const ownUid = await makeLead(server, it.agencyUid, {
      property_uid: it.propertyUid,
      created_by_partner_uid: without.partnerUid,
    })
    const buildEvent = (lead_uid: string) => ({
      type: 'BOOKING_UPDATED' as const,
      keys: { lead_uid, property_uid: it.propertyUid },
      changes: {},
    })
    await emitTestEvents(server, it.agencyUid, [buildEvent(leadUid), buildEvent(ownUid)])
    const changes = JSON.stringify({ firstName: ['Ada', 'Eva'], adultCount: [1, 2] }) as never
    await server.database.kysely
      .updateTable('events')
      .set({ changes })
      .where('agency_uid', '=', it.agencyUid)
      .execute()
    const changesFor = async (key: string) => {
      const { body } = await read(key)
      return body.events.map((event: { changes: unknown }) => event.changes)
    }
    const visibleChanges = { firstName: ['Ada', 'Eva'], adultCount: [1, 2] }
    const hidden = { firstName: [null, null], adultCount: [1, 2] }
    assert.deepEqual(await changesFor(without.key), [hidden, visibleChanges])
    assert.deepEqual(await changesFor(personal.key), [visibleChanges, visibleChanges])
    assert.deepEqual(await changesFor(it.key), [visibleChanges, visibleChanges])
  })
})

describe('GET /events/{eventUid}', () => {
  it('200 for a caller with access to the event, 404 for others', async () => {
    const it = await makeCase()
    const partner = await makePartnerOf(it, it.propertyUid)
    const blind = await makePartnerOf(it, await makeProperty(server, it.agencyUid))
    await emitEvents(it)
    const [event] = (await read(it.key)).body.events
    const get = (key: string, uid: string) =>
      server.request('GET', `/api/v3.3/events/${uid}`, { key })
    assert.deepEqual((await get(it.key, event.uid)).body, { event })
    assert.equal((await get(partner.key, event.uid.toUpperCase())).status, 200)
    const otherKeys = [blind.key, (await makeCase()).key]
    for (const key of otherKeys) {
      const { status, body } = await get(key, event.uid)
      assert.deepEqual([status, body.code], [404, 'EVENT_NOT_FOUND'])
    }
    assert.equal((await get(it.key, 'x')).status, 404)
  })
})
