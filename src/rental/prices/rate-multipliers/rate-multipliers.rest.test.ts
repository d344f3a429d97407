import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { multiplierChannels } from './rate-multiplier.ts'

const server = await startServer()
let agencyUid: string
let key: string

beforeEach(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
})

const path = '/api/v3.3/rate-multipliers'
const get = (by = key, uid = agencyUid) =>
  server.request('GET', `${path}?agencyUid=${uid}`, { key: by })
const patch = (rateMultipliers: unknown, by = key, uid = agencyUid) =>
  server.request('PATCH', path, { key: by, body: { agencyUid: uid, rateMultipliers } })

const all = (set: Record<string, number> = {}) => ({
  rateMultipliers: Object.fromEntries(
    multiplierChannels.map(channel => [channel, { value: set[channel] ?? 0 }]),
  ),
  agencyUid,
})

describe('/rate-multipliers', () => {
  for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
    it(`200: ${version} returns every channel, 0 by default`, async () => {
      const base = `/api/${version}/rate-multipliers`
      const { status, body } = await server.request('GET', `${base}?agencyUid=${agencyUid}`, {
        key,
      })
      assert.equal(status, 200)
      assert.deepEqual(body, all())
      const change = { agencyUid, rateMultipliers: { AIRBNB: { value: 0.1 } } }
      const changed = await server.request('PATCH', base, { key, body: change })
      assert.deepEqual([changed.status, changed.body], [200, all({ AIRBNB: 0.1 })])
    })
  }

  it('404: does not exist in v2', async () => {
    const { status } = await server.request('GET', `/v2/rate-multipliers?agencyUid=${agencyUid}`, {
      key,
    })
    assert.equal(status, 404)
  })

  it('PATCH 200: omitted channels do not change', async () => {
    await patch({ AIRBNB: { value: 0.1 }, VRBO: { value: -1 } })
    const { body } = await patch({ VRBO: { value: 0.123456 }, HOSTFULLY: { value: 0.05 } })
    assert.deepEqual(body, all({ AIRBNB: 0.1, VRBO: 0.123456, HOSTFULLY: 0.05 }))
    assert.deepEqual((await get()).body, body)
    assert.equal((await patch({})).status, 200)
  })

  it('PATCH 200: stores different channels from concurrent requests', async () => {
    const channels = multiplierChannels.slice(0, 8)
    const responses = await Promise.all(
      channels.map((channel, i) => patch({ [channel]: { value: i }, WHIMSTAY: { value: 1 } })),
    )
    assert.ok(responses.every(({ status }) => status === 200))
    const set = Object.fromEntries(channels.map((channel, i) => [channel, i]))
    assert.deepEqual((await get()).body, all({ ...set, WHIMSTAY: 1 }))
  })

  for (const [bad, code] of [
    [{ EXPEDIA: { value: 0.1 } }, 'INVALID_ENUM_VALUE'],
    [{ airbnb: { value: 0.1 } }, 'INVALID_ENUM_VALUE'],
    [{ AIRBNB: { value: -1.01 } }, 'INVALID_PARAMETER'],
    [{ AIRBNB: { value: 'more' } }, 'INVALID_PARAMETER'],
    [{ AIRBNB: { value: 1e300 } }, 'INVALID_PARAMETER'],
    [{ AIRBNB: { value: null } }, 'REQUIRED_PARAMETER'],
    [{ AIRBNB: {} }, 'REQUIRED_PARAMETER'],
    [{ AIRBNB: 0.1 }, 'INVALID_PARAMETER'],
    [[], 'INVALID_PARAMETER'],
    [null, 'REQUIRED_PARAMETER'],
  ] as const) {
    it(`PATCH 400: ${code} for ${JSON.stringify(bad)}, and changes nothing`, async () => {
      const sent = bad && !Array.isArray(bad) ? { GOOGLE: { value: 1 }, ...bad } : bad
      const { status, body } = await patch(sent)
      assert.deepEqual([status, body.code], [400, code])
      assert.deepEqual((await get()).body, all())
    })
  }
})

describe('the multiplier of a channel', () => {
  it('BOOKINGDOTCOM applies to leads of the channel BOOKING_COM', async () => {
    await patch({ BOOKINGDOTCOM: { value: 0.25 }, AIRBNB: { value: 0.5 } })
    const propertyUid = await makeProperty(server, agencyUid)
    const stay = { checkInLocalDateTime: '2026-07-04', checkOutLocalDateTime: '2026-07-08' }
    const guestInformation = { firstName: 'Ada', adultCount: 1 }
    const rates = { source: 'DIRECT_BOOKINGDOTCOM', status: 'BOOKED', ...stay, guestInformation }
    const body = { agencyUid, propertyUid, type: 'BOOKING', ...rates }
    const created = await server.request('POST', '/api/v3.3/leads', { key, body })
    assert.equal(created.status, 201, created.text)
    const orders = `/api/v3.3/orders?leadUid=${created.body.lead.uid}`
    const [order] = (await server.request('GET', orders, { key })).body.orders
    assert.equal(order.rateMultiplier, 0.25)
  })
})

describe('access to rate multipliers', () => {
  it('400: rejects a request without agencyUid; 403: rejects another agency', async () => {
    assert.equal((await server.request('GET', path, { key })).status, 400)
    const other = await makeAgency(server)
    for (const uid of [other.agencyUid, randomUUID(), 'x']) {
      for (const response of [await get(key, uid), await patch({}, key, uid)]) {
        assert.deepEqual([response.status, response.body.code], [403, 'ACCESS_DENIED'])
      }
    }
  })

  it('a partner with any grant can read, but not write', async () => {
    const { partnerUid } = await makePartner(server)
    const by = await makeToken(server, partnerUid, agencyUid)
    assert.equal((await get(by)).status, 403)
    await grant(server, { agencyUid, partnerUid, objectUid: await makeProperty(server, agencyUid) })
    assert.deepEqual((await get(by)).body, all())
    const { status, body } = await patch({ AIRBNB: { value: 1 } }, by)
    assert.deepEqual([status, body.code, body.requires], [403, 'OPERATION_NOT_PERMITTED', 'agency'])
  })

  it('does not mark properties as updated', async () => {
    const uid = await makeProperty(server, agencyUid)
    await patch({ AIRBNB: { value: 1 } })
    const { updated_at } = await server.database.kysely
      .selectFrom('properties')
      .select('updated_at')
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow()
    assert.equal(updated_at.toISOString(), '2026-01-01T00:00:00.000Z')
  })
})
