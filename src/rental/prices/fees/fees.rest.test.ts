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

const linen = { name: 'Linen', amount: 12.5, amountType: 'AMOUNT', taxationRate: 0.2 }

const defaults = {
  scope: 'PER_STAY',
  type: 'CUSTOM',
  optional: false,
  offline: false,
  attestation: false,
  airbnbType: null,
  bookingDotComType: null,
  hvmiType: null,
  vrboType: null,
  hostfullyType: 'DEFAULT',
  longTermStayExemption: 0,
  maximumNights: 0,
  persons: 'ADULTS_AND_CHILDREN',
}

const everything = {
  name: 'Pet fee',
  amount: 25,
  amountType: 'AMOUNT',
  taxationRate: 0.1,
  scope: 'PER_PET',
  type: 'PET',
  optional: true,
  offline: true,
  attestation: true,
  airbnbType: 'PASS_THROUGH_PET_FEE',
  bookingDotComType: 'petfee',
  hvmiType: 'PET',
  vrboType: 'PETS',
  hostfullyType: 'DEFAULT',
  longTermStayExemption: 28,
  maximumNights: 0,
  persons: 'ADULTS_AND_CHILDREN',
}

const path = '/api/v3.3/fees'
const post = (fee: object, by = key) =>
  server.request('POST', path, { key: by, body: { propertyUid, ...fee } })
const get = (uid: string, by = key) => server.request('GET', `${path}/${uid}`, { key: by })
const put = (uid: string, body: object, by = key) =>
  server.request('PUT', `${path}/${uid}`, { key: by, body })
const remove = (uid: string, by = key) => server.request('DELETE', `${path}/${uid}`, { key: by })
const createFee = async (fee: object = linen): Promise<string> => (await post(fee)).body.fee.uid

const emitsUpdate = async () => {
  const row = await server.database.kysely
    .selectFrom('properties')
    .select('updated_at')
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', propertyUid)
    .executeTakeFirstOrThrow()
  return row.updated_at.getTime()
}

describe('POST /fees', () => {
  for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
    it(`201: ${version} returns every field, and so do GET and the list`, async () => {
      const base = `/api/${version}/fees`
      const body = { propertyUid, ...everything }
      const response = await server.request('POST', base, { key, body })
      assert.equal(response.status, 201)
      const { uid, ...rest } = response.body.fee
      const { maximumNights: _, persons: __, ...older } = body
      assert.deepEqual(rest, version === 'v3.3' ? body : older)
      const one = await server.request('GET', `${base}/${uid}`, { key })
      assert.deepEqual(one.body, response.body)
      const all = await server.request('GET', `${base}?propertyUid=${propertyUid}`, { key })
      const _metadata = { count: 1, totalCount: 1 }
      assert.deepEqual(all.body, { fees: [response.body.fee], _metadata })
    })
  }

  it('201: uses defaults for omitted fields', async () => {
    const { body } = await post(linen)
    const { uid, ...rest } = body.fee
    assert.match(uid, /^[0-9a-f-]{36}$/)
    assert.deepEqual(rest, { propertyUid, ...linen, ...defaults })
  })

  it('201, 200: null in an optional field counts as omitted', async () => {
    const nulls = Object.fromEntries(Object.keys(defaults).map(name => [name, null]))
    const { status, body } = await post({ ...linen, ...nulls })
    const { uid, ...rest } = body.fee
    assert.deepEqual([status, rest], [201, { propertyUid, ...linen, ...defaults }])
    await put(uid, everything)
    const replaced = await put(uid, { ...linen, ...nulls })
    assert.deepEqual([replaced.status, replaced.body], [200, body])
    const legacy = { propertyUid, ...linen, ...nulls }
    const added = await server.request('POST', '/v2/customfees', { key, body: legacy })
    assert.deepEqual([added.status, added.body.hostfullyType], [201, 'DEFAULT'])
  })

  it('201: marks the property as updated', async () => {
    const before = await emitsUpdate()
    await post(linen)
    assert.ok((await emitsUpdate()) > before)
  })

  it('201: accepts a percentage up to 1,000; 400: rejects more', async () => {
    for (const scope of ['PERCENTAGE_OF_TOTAL', 'PERCENTAGE_OF_RENT']) {
      assert.equal((await post({ ...linen, scope, amount: 1_000 })).status, 201)
      const { status, body } = await post({ ...linen, scope, amount: 1_000.01 })
      assert.deepEqual([status, body.code, body.parameter], [400, 'INVALID_PARAMETER', 'amount'])
    }
    assert.equal((await post({ ...linen, amount: 1_000_000_000 })).status, 201)
  })

  it('400: REQUIRED_PARAMETER lists all missing fields', async () => {
    const { status, body } = await server.request('POST', path, { key, body: {} })
    assert.deepEqual([status, body.code], [400, 'REQUIRED_PARAMETER'])
    const fields = body.errors.map(({ field }: { field: string }) => field)
    assert.deepEqual(fields, ['propertyUid', 'name', 'amount', 'amountType', 'taxationRate'])
  })
})

describe('airbnbType of a fee', () => {
  for (const [sent, returned = sent] of [
    ['AIRBNB_COLLECTED_TAX'],
    ['PASS_THROUGH_SECURITY_DEPOSIT'],
    ['PASS_THROUGH_ROOM_TAX'],
    ['PASS_THROUGH_VAT_TAX'],
    ['PASS_THROUGH_TOURISM_ASSESSMENT_FEE'],
    ['PASS_THROUGH_OCCUPANCY_TAX', 'PASS_THROUGH_TRANSIENT_OCCUPANCY_TAX'],
    ['PASS_THROUGH_VAT_GST', 'PASS_THROUGH_VAT_TAX'],
  ]) {
    it(`201: the airbnbType ${sent} is returned as ${returned}`, async () => {
      const { status, body } = await post({ ...linen, airbnbType: sent })
      assert.deepEqual([status, body.fee.airbnbType], [201, returned])
    })
  }
})

describe('POST and PUT /fees reject', () => {
  for (const [bad, code] of [
    [{ name: '' }, 'INVALID_PARAMETER'],
    [{ name: 'x'.repeat(256) }, 'INVALID_PARAMETER'],
    [{ amount: -1 }, 'INVALID_PARAMETER'],
    [{ amount: 'much' }, 'INVALID_PARAMETER'],
    [{ amount: 1e10 }, 'INVALID_PARAMETER'],
    [{ amountType: 'FEE' }, 'INVALID_ENUM_VALUE'],
    [{ taxationRate: 1.1 }, 'INVALID_PARAMETER'],
    [{ taxationRate: -0.1 }, 'INVALID_PARAMETER'],
    [{ scope: 'PER_YEAR' }, 'INVALID_ENUM_VALUE'],
    [{ type: 'pet' }, 'INVALID_ENUM_VALUE'],
    [{ airbnbType: 'RESORT_FEE' }, 'INVALID_ENUM_VALUE'],
    [{ vrboType: 'x'.repeat(65) }, 'INVALID_PARAMETER'],
    [{ hostfullyType: 'OTHER' }, 'INVALID_ENUM_VALUE'],
    [{ longTermStayExemption: -1 }, 'INVALID_PARAMETER'],
    [{ longTermStayExemption: 2 ** 31 }, 'INVALID_PARAMETER'],
    [{ airbnbType: 'AIRBNB_COLLECTED_TAXES' }, 'INVALID_ENUM_VALUE'],
    [{ name: null }, 'REQUIRED_PARAMETER'],
  ] as const) {
    it(`400: ${code} for ${JSON.stringify(bad).slice(0, 40)}`, async () => {
      const uid = await createFee()
      for (const response of [
        await post({ ...linen, ...bad }),
        await put(uid, { ...linen, ...bad }),
      ]) {
        assert.deepEqual([response.status, response.body.code], [400, code])
      }
      const list = await server.request('GET', `${path}?propertyUid=${propertyUid}`, { key })
      assert.deepEqual(list.body.fees, [{ uid, propertyUid, ...linen, ...defaults }])
    })
  }
})

describe('GET /fees', () => {
  it('200: sorts by creation', async () => {
    const uids = [await createFee(), await createFee({ ...linen, name: 'A' }), await createFee()]
    await put(uids[0]!, { ...linen, name: 'Z' })
    const { body } = await server.request('GET', `${path}?propertyUid=${propertyUid}`, { key })
    assert.deepEqual(
      body.fees.map(({ uid }: { uid: string }) => uid),
      uids,
    )
  })

  it('400: rejects a request without propertyUid; 403: rejects a foreign one', async () => {
    assert.equal((await server.request('GET', path, { key })).status, 400)
    const other = await makeAgency(server)
    const foreign = await makeProperty(server, other.agencyUid)
    const { status, body } = await server.request('GET', `${path}?propertyUid=${foreign}`, { key })
    assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
  })
})

describe('PUT /fees/{uid}', () => {
  it('200: resets omitted fields to their defaults, the property does not change', async () => {
    const uid = await createFee(everything)
    const { status, body } = await put(uid, { ...linen, propertyUid: randomUUID() })
    assert.equal(status, 200)
    assert.deepEqual(body.fee, { uid, propertyUid, ...linen, ...defaults })
    assert.deepEqual((await get(uid)).body, body)
  })

  it('200: marks the property as updated only if something changes', async () => {
    const uid = await createFee()
    const before = await emitsUpdate()
    await put(uid, linen)
    assert.equal(await emitsUpdate(), before)
    await put(uid, { ...linen, amount: 13 })
    assert.ok((await emitsUpdate()) > before)
  })
})

describe('DELETE /fees/{uid}', () => {
  it('204: deletes the fee and marks the property as updated', async () => {
    const uid = await createFee()
    const before = await emitsUpdate()
    const { status, text } = await remove(uid)
    assert.deepEqual([status, text], [204, ''])
    assert.ok((await emitsUpdate()) > before)
    for (const response of [await get(uid), await put(uid, linen), await remove(uid)]) {
      assert.deepEqual([response.status, response.body.code], [404, 'FEE_NOT_FOUND'])
      assert.equal(response.body.apiErrorMessage, `Fee not found: ${uid}`)
    }
  })

  it('204: succeeds for one of several concurrent requests; 404 for others', async () => {
    const uid = await createFee()
    const responses = await Promise.all([remove(uid), remove(uid), remove(uid)])
    assert.deepEqual(responses.map(({ status }) => status).sort(), [204, 404, 404])
  })
})

describe('access to fees', () => {
  it('404: rejects foreign fees, fees of deleted properties, and invalid uids', async () => {
    const uid = await createFee()
    const other = await makeAgency(server)
    assert.equal((await get(uid, other.key)).status, 404)
    assert.equal((await put(uid, linen, other.key)).status, 404)
    assert.equal((await remove(uid, other.key)).status, 404)
    assert.equal((await get('x')).status, 404)
    await server.database.kysely
      .updateTable('properties')
      .set({ deleted_at: server.clock.now() })
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', propertyUid)
      .execute()
    assert.equal((await get(uid)).status, 404)
    assert.equal((await post(linen)).status, 403)
  })

  it('a partner reads granted fees and writes with READ_WRITE only', async () => {
    const { partnerUid } = await makePartner(server)
    const by = await makeToken(server, partnerUid, agencyUid)
    const readable = await makeProperty(server, agencyUid)
    const uid = await createFee({ ...linen, propertyUid: readable })
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    assert.equal((await get(uid, by)).status, 404)
    await grant(server, { agencyUid, partnerUid, objectUid: readable, access: 'READ' })
    assert.equal((await get(uid, by)).status, 200)
    const rejected = [
      await post({ ...linen, propertyUid: readable }, by),
      await put(uid, linen, by),
      await remove(uid, by),
    ]
    for (const { status, body } of rejected) {
      assert.deepEqual([status, body.code], [403, 'READ_ONLY_GRANT'])
    }
    const own = await post(linen, by)
    assert.equal(own.status, 201)
    assert.equal((await put(own.body.fee.uid, everything, by)).status, 200)
    assert.equal((await remove(own.body.fee.uid, by)).status, 204)
  })
})
