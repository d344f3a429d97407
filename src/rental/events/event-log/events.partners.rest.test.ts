/** What partners see of the event log: contract/events.md §10, contract/general.md §3. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { tell } from '../../../../test/fixtures/events/events.ts'
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

const tellOf = ({ agencyUid, propertyUid }: Case, count = 1) =>
  tell(
    server,
    agencyUid,
    Array.from({ length: count }, () => ({
      type: 'UPDATED_PROPERTY',
      keys: { property_uid: propertyUid },
    })),
  )

const seqsOf = (body: { events: { seq: number }[] }) => body.events.map(({ seq }) => seq)

async function makePartnerOf({ agencyUid }: Case, objectUid: string, options = {}) {
  const { partnerUid } = await makePartner(server)
  await grant(server, { agencyUid, partnerUid, objectUid, ...options })
  return { partnerUid, key: await makeToken(server, partnerUid, agencyUid) }
}

describe('a partner', () => {
  it('200: sees the events of what it was granted, and how far the log is', async () => {
    const it = await makeCase()
    const hidden = { ...it, propertyUid: await makeProperty(server, it.agencyUid) }
    const partner = await makePartnerOf(it, it.propertyUid)
    for (const one of [hidden, it, hidden, hidden]) await tellOf(one)
    const { body } = await read(partner.key)
    assert.deepEqual([seqsOf(body), body.nextAfter, body.latestSeq], [[2], 4, 4])
    const refused = await read(partner.key, `propertyUid=${hidden.propertyUid}`)
    assert.equal(refused.status, 403)
  })

  it('200: reaches unit types by its grant on the hotel, and what all partners may know', async () => {
    const it = await makeCase()
    const hotelUid = await makeHotel(server, it.agencyUid)
    const unitType = await makeProperty(server, it.agencyUid, { hotel_uid: hotelUid })
    const partner = await makePartnerOf(it, hotelUid, { isHotel: true })
    const other = await makePartnerOf(it, it.propertyUid)
    await tell(server, it.agencyUid, [
      { type: 'HOTEL_UPDATED', keys: { hotel_uid: hotelUid } },
      { type: 'UPDATED_PROPERTY', keys: { property_uid: unitType } },
      { type: 'PROMO_CODE_CREATED', keys: { promo_code_uid: randomUUID() } },
      { type: 'OWNER_CREATED', keys: { owner_uid: randomUUID() } },
      { type: 'UPDATED_PROPERTY', keys: { property_uid: it.propertyUid } },
    ])
    assert.deepEqual(seqsOf((await read(partner.key)).body), [1, 2, 3])
    assert.deepEqual(seqsOf((await read(other.key)).body), [3, 5])
  })

  it('200: sees changes of its own access only', async () => {
    const it = await makeCase()
    const [one, other] = [
      await makePartnerOf(it, it.propertyUid),
      await makePartnerOf(it, it.propertyUid),
    ]
    const keys = { property_uid: it.propertyUid }
    await tell(server, it.agencyUid, [
      { type: 'PROPERTY_ACCESS_GRANTED', keys, partnerUid: one.partnerUid },
      { type: 'PROPERTY_ACCESS_GRANTED', keys, partnerUid: other.partnerUid },
    ])
    assert.deepEqual(seqsOf((await read(one.key)).body), [1])
    assert.deepEqual(seqsOf((await read(other.key)).body), [2])
    assert.deepEqual(seqsOf((await read(it.key)).body), [1, 2])
  })
})

describe('personal data', () => {
  it('200: is shown to a partner by its grant or of its own lead only', async () => {
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
    const eventOf = (lead_uid: string) => ({
      type: 'BOOKING_UPDATED' as const,
      keys: { lead_uid, property_uid: it.propertyUid },
      changes: {},
    })
    await tell(server, it.agencyUid, [eventOf(leadUid), eventOf(ownUid)])
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
    const shown = { firstName: ['Ada', 'Eva'], adultCount: [1, 2] }
    const hidden = { firstName: [null, null], adultCount: [1, 2] }
    assert.deepEqual(await changesFor(without.key), [hidden, shown])
    assert.deepEqual(await changesFor(personal.key), [shown, shown])
    assert.deepEqual(await changesFor(it.key), [shown, shown])
  })
})

describe('GET /events/{eventUid}', () => {
  it('200: gives the event to who may see it, 404 to others', async () => {
    const it = await makeCase()
    const partner = await makePartnerOf(it, it.propertyUid)
    const blind = await makePartnerOf(it, await makeProperty(server, it.agencyUid))
    await tellOf(it)
    const [event] = (await read(it.key)).body.events
    const get = (key: string, uid: string) =>
      server.request('GET', `/api/v3.3/events/${uid}`, { key })
    assert.deepEqual((await get(it.key, event.uid)).body, { event })
    assert.equal((await get(partner.key, event.uid.toUpperCase())).status, 200)
    const others = [blind.key, (await makeCase()).key]
    for (const key of others) {
      const { status, body } = await get(key, event.uid)
      assert.deepEqual([status, body.code], [404, 'EVENT_NOT_FOUND'])
    }
    assert.equal((await get(it.key, 'x')).status, 404)
  })
})
