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

const server = await startServer()
let agencyUid: string
let key: string
let propertyUid: string

beforeEach(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  propertyUid = await makeProperty(server, agencyUid)
})

const path = (uid = propertyUid, version = 'v3.3') =>
  `/api/${version}/property-pricing-rules/${uid}`
const get = () => server.request('GET', path(), { key })
const put = (body: object, by = key, uid = propertyUid) =>
  server.request('PUT', path(uid), { key: by, body })

const standard = {
  increaseRate: 0,
  increaseRateLowerBound: 0,
  decreaseRate: 0,
  decreaseRateHigherBound: 0,
  decreaseRateMonthly: null,
  decreaseRateHigherBoundMonthly: null,
  enabledForAirbnb: false,
  pricingRules: [],
}

const earlyBird = { ruleType: 'EARLY_BIRD_DISCOUNT', threshold: 60, priceChange: -7.5 }

const emitsUpdate = async () => {
  const row = await server.database.kysely
    .selectFrom('properties')
    .select('updated_at')
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', propertyUid)
    .executeTakeFirstOrThrow()
  return row.updated_at.getTime()
}

describe('/property-pricing-rules/{propertyUid}', () => {
  for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
    it(`200: ${version} returns defaults, then the stored rules`, async () => {
      const first = await server.request('GET', path(propertyUid, version), { key })
      assert.equal(first.status, 200)
      assert.deepEqual(first.body, { propertyPricingRules: standard })
      const sent = {
        increaseRate: 1.5,
        increaseRateLowerBound: 3,
        decreaseRate: 0.15,
        decreaseRateHigherBound: 7,
        decreaseRateMonthly: 0.25,
        decreaseRateHigherBoundMonthly: 28,
        enabledForAirbnb: true,
        pricingRules: [{ ...earlyBird, priceChangeType: 'PERCENT' }],
      }
      const url = path(propertyUid, version)
      const { status, body } = await server.request('PUT', url, { key, body: sent })
      assert.equal(status, 200)
      const { uid } = body.propertyPricingRules.pricingRules[0]
      assert.match(uid, /^[0-9a-f-]{36}$/)
      const [rule] = sent.pricingRules
      const stored = { ...sent, pricingRules: [{ uid, ...rule }] }
      assert.deepEqual(body, { propertyPricingRules: stored })
      assert.deepEqual((await server.request('GET', url, { key })).body, body)
    })
  }

  it('PUT 200: resets omitted fields to their defaults', async () => {
    await put({ decreaseRate: 0.1, decreaseRateMonthly: 0.2, pricingRules: [earlyBird] })
    const { body } = await put({ enabledForAirbnb: true })
    assert.deepEqual(body.propertyPricingRules, { ...standard, enabledForAirbnb: true })
  })

  it('PUT 200: a response of GET changes nothing if it is sent back', async () => {
    await put({ increaseRate: 0.1, increaseRateLowerBound: 3 })
    const { body } = await server.request('GET', path(propertyUid), { key })
    assert.equal(body.propertyPricingRules.increaseRate, 0.1)
    assert.deepEqual((await put(body)).body, body)
  })

  it('PUT 200: retains known uids, assigns new ones, and deletes omitted rules', async () => {
    const first = await put({ pricingRules: [earlyBird, { ...earlyBird, threshold: 90 }] })
    const [remaining, gone] = first.body.propertyPricingRules.pricingRules
    const foreign = randomUUID()
    const { body } = await put({
      pricingRules: [
        { ...earlyBird, uid: foreign },
        { ...remaining, uid: remaining.uid.toUpperCase(), priceChange: 10 },
        { ...remaining },
        { ...earlyBird, uid: 'no-uid' },
        { ...earlyBird, uid: null },
      ],
    })
    const rules = body.propertyPricingRules.pricingRules
    assert.deepEqual([rules[1].uid, rules[1].priceChange], [remaining.uid, 10])
    const uids = rules.map(({ uid }: { uid: string }) => uid)
    assert.equal(new Set(uids).size, 5)
    for (const uid of [foreign, gone.uid, 'no-uid']) assert.ok(!uids.includes(uid))
  })

  it('PUT 200: marks the property as updated only if something changes', async () => {
    const before = await emitsUpdate()
    await put({})
    assert.equal(await emitsUpdate(), before)
    const { body } = await put({ decreaseRate: 0.1, pricingRules: [earlyBird] })
    const after = await emitsUpdate()
    assert.ok(after > before)
    await put(body.propertyPricingRules)
    assert.equal(await emitsUpdate(), after)
  })
})

describe('PUT /property-pricing-rules/{propertyUid} rejects', () => {
  for (const [bad, code] of [
    [{ decreaseRate: 1.01 }, 'INVALID_PARAMETER'],
    [{ decreaseRate: 15 }, 'INVALID_PARAMETER'],
    [{ decreaseRateMonthly: 1.01 }, 'INVALID_PARAMETER'],
    [{ decreaseRate: -0.1 }, 'INVALID_PARAMETER'],
    [{ increaseRate: -0.1 }, 'INVALID_PARAMETER'],
    [{ increaseRateLowerBound: -1 }, 'INVALID_PARAMETER'],
    [{ decreaseRateHigherBound: 1.5 }, 'INVALID_PARAMETER'],
    [{ decreaseRateHigherBoundMonthly: 2 ** 31 }, 'INVALID_PARAMETER'],
    [{ enabledForAirbnb: 'perhaps' }, 'INVALID_PARAMETER'],
    [{ pricingRules: {} }, 'INVALID_PARAMETER'],
    [{ pricingRules: [{}] }, 'REQUIRED_PARAMETER'],
    [{ pricingRules: [{ ...earlyBird, ruleType: 'EARLY' }] }, 'INVALID_ENUM_VALUE'],
    [{ pricingRules: [{ ...earlyBird, priceChangeType: 'AMOUNT' }] }, 'INVALID_ENUM_VALUE'],
    [{ pricingRules: [{ ...earlyBird, priceChange: 100.5 }] }, 'INVALID_PARAMETER'],
    [{ pricingRules: [{ ...earlyBird, threshold: -1 }] }, 'INVALID_PARAMETER'],
    [{ pricingRules: Array(51).fill(earlyBird) }, 'INVALID_PARAMETER'],
  ] as const) {
    it(`400: ${code} for ${JSON.stringify(bad).slice(0, 60)}`, async () => {
      await put({ enabledForAirbnb: true })
      const { status, body } = await put(bad)
      assert.deepEqual([status, body.code], [400, code])
      const rules = (await get()).body.propertyPricingRules
      assert.deepEqual(rules, { ...standard, enabledForAirbnb: true })
    })
  }

  it('404: an unknown, a foreign and a deleted property', async () => {
    const other = await makeAgency(server)
    const foreign = await makeProperty(server, other.agencyUid)
    const deleted = await makeProperty(server, agencyUid, { deleted_at: new Date() })
    for (const uid of [randomUUID(), foreign, deleted, 'x']) {
      for (const response of [
        await put({}, key, uid),
        await server.request('GET', path(uid), { key }),
        await server.request('GET', list(uid), { key }),
        await server.request('PUT', list(uid), { key, body: { pricingRules: [] } }),
      ]) {
        assert.deepEqual([response.status, response.body.code], [404, 'PROPERTY_NOT_FOUND'])
      }
    }
  })

  it('partners: 404 without a grant, 403 with READ, 200 with READ_WRITE', async () => {
    const { partnerUid } = await makePartner(server)
    const by = await makeToken(server, partnerUid, agencyUid)
    const readable = await makeProperty(server, agencyUid)
    await grant(server, { agencyUid, partnerUid, objectUid: readable, access: 'READ' })
    assert.equal((await put({}, by)).status, 404)
    const { status, body } = await put({}, by, readable)
    assert.deepEqual([status, body.code], [403, 'READ_ONLY_GRANT'])
    assert.equal((await server.request('GET', path(readable), { key: by })).status, 200)
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    assert.equal((await put({}, by)).status, 200)
  })
})

const list = (uid = propertyUid) => `/v2/pricingrules/${uid}`
const putList = (pricingRules: unknown) =>
  server.request('PUT', list(), { key, body: { pricingRules } })
const rule = (priceRuleType: string, threshold: number, priceChange: number) => ({
  priceRuleType: `STAY_IS_${priceRuleType}_THAN_X_DAYS`,
  threshold,
  priceChange,
  priceChangeType: 'PERCENT',
})

describe('/v2/pricingrules/{propertyUid}', () => {
  it('GET 200: returns one element per rate that is set, lowest threshold first', async () => {
    assert.deepEqual((await server.request('GET', list(), { key })).body, { pricingRules: [] })
    await put({
      increaseRate: 0.055,
      increaseRateLowerBound: 3,
      decreaseRate: 0.5,
      decreaseRateMonthly: 0.25,
      decreaseRateHigherBoundMonthly: 28,
    })
    const { status, body } = await server.request('GET', list(), { key })
    const pricingRules = [rule('SHORTER', 3, 5.5), rule('LONGER', 28, 25)]
    assert.deepEqual([status, body], [200, { pricingRules }])
  })

  it('PUT 200: sets the rates of v3, in any order; an empty list clears them', async () => {
    await put({ enabledForAirbnb: true, pricingRules: [earlyBird] })
    const sent = [rule('LONGER', 14, 10), rule('SHORTER', 2, 120), rule('LONGER', 7, 5)]
    const { status, body } = await putList(sent)
    const sorted = [...sent].sort((a, b) => a.threshold - b.threshold)
    assert.deepEqual([status, body], [200, { pricingRules: sorted }])
    const { pricingRules, ...rates } = (await get()).body.propertyPricingRules
    assert.deepEqual(rates, {
      increaseRate: 1.2,
      increaseRateLowerBound: 2,
      decreaseRate: 0.05,
      decreaseRateHigherBound: 7,
      decreaseRateMonthly: 0.1,
      decreaseRateHigherBoundMonthly: 14,
      enabledForAirbnb: true,
    })
    assert.equal(pricingRules.length, 1)
    assert.deepEqual((await putList([])).body, { pricingRules: [] })
    const { pricingRules: remaining, ...cleared } = (await get()).body.propertyPricingRules
    assert.deepEqual({ ...cleared, pricingRules: [] }, { ...standard, enabledForAirbnb: true })
    assert.equal(remaining.length, 1)
  })

  it('PUT 200: a response of GET changes nothing if it is sent back', async () => {
    await put({ decreaseRateMonthly: 0.25, decreaseRateHigherBoundMonthly: 28 })
    const [earlier, before] = [(await get()).body, await emitsUpdate()]
    const { body } = await server.request('GET', list(), { key })
    assert.deepEqual((await putList(body.pricingRules)).body, body)
    assert.deepEqual([(await get()).body, await emitsUpdate()], [earlier, before])
  })
})

describe('PUT /v2/pricingrules/{propertyUid} rejects', () => {
  for (const [bad, code] of [
    [undefined, 'REQUIRED_PARAMETER'],
    [[rule('SHORTER', 2, 5), rule('SHORTER', 3, 5)], 'INVALID_PARAMETER'],
    [[7, 14, 28].map(days => rule('LONGER', days, 5)), 'INVALID_PARAMETER'],
    [[rule('LONGER', 7, 100.5)], 'INVALID_PARAMETER'],
    [[rule('LONGER', 7, -5)], 'INVALID_PARAMETER'],
    [[rule('LONGER', 0, 5)], 'INVALID_PARAMETER'],
    [[rule('EQUAL', 7, 5)], 'INVALID_ENUM_VALUE'],
    [[{ ...rule('LONGER', 7, 5), priceChangeType: 'AMOUNT' }], 'INVALID_ENUM_VALUE'],
  ] as const) {
    it(`PUT 400 ${code} for ${JSON.stringify(bad)}`.slice(0, 90), async () => {
      await put({ decreaseRate: 0.1, decreaseRateHigherBound: 7 })
      const { status, body } = await putList(bad)
      assert.deepEqual([status, body.code], [400, code])
      assert.equal((await get()).body.propertyPricingRules.decreaseRate, 0.1)
    })
  }
})

describe('/v2/pricingrules', () => {
  const legacy = () => `/v2/pricingrules?propertyUid=${propertyUid}`

  it('GET 200 bare and in percent', async () => {
    await put({ increaseRate: 0.055, increaseRateLowerBound: 3, decreaseRate: 0.15 })
    const { status, body } = await server.request('GET', legacy(), { key })
    assert.equal(status, 200)
    assert.deepEqual(body, {
      increaseRateLowerBound: 3,
      decreaseRateHigherBound: 0,
      increaseRate: 5.5,
      decreaseRate: 15,
    })
  })

  it('PUT 200: replaces the fields of this version, and retains others', async () => {
    await put({ increaseRate: 0.5, decreaseRateMonthly: 0.2, pricingRules: [earlyBird] })
    const sent = { decreaseRateHigherBound: 7, decreaseRate: 12.5 }
    const { status, body } = await server.request('PUT', legacy(), { key, body: sent })
    assert.equal(status, 200)
    assert.deepEqual(body, { increaseRateLowerBound: 0, increaseRate: 0, ...sent })
    const rules = (await get()).body.propertyPricingRules
    const { increaseRate, decreaseRate, decreaseRateMonthly, pricingRules } = rules
    assert.deepEqual([increaseRate, decreaseRate, decreaseRateMonthly], [0, 0.125, 0.2])
    assert.equal(pricingRules.length, 1)
  })

  it('PUT 400: rejects over 100 percent, and no propertyUid; 403: foreign properties', async () => {
    const body = { decreaseRate: 100.5 }
    assert.equal((await server.request('PUT', legacy(), { key, body })).status, 400)
    assert.equal((await server.request('PUT', '/v2/pricingrules', { key })).status, 400)
    const foreign = `/v2/pricingrules?propertyUid=${randomUUID()}`
    assert.equal((await server.request('PUT', foreign, { key })).status, 403)
    assert.equal((await server.request('GET', foreign, { key })).status, 403)
  })
})
