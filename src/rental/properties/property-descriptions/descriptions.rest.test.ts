/** Descriptions: contract/properties.md §5.3, §6.2. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
  updatedAt,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const request = (method: string, path: string, body?: unknown, as = key) =>
  server.request(method, path, { key: as, body })
const path = '/api/v3.3/property-descriptions'
const put = (propertyUid: string, body: unknown, as = key) =>
  request('PUT', `${path}/${propertyUid}`, body, as)
const list = async (propertyUid: string) =>
  (await request('GET', `${path}?propertyUid=${propertyUid}`)).body.propertyDescriptions

const texts = {
  name: 'Cedar Cabin',
  shortSummary: 'By the lake',
  summary: 'A cabin by the lake.',
  notes: 'Steep road',
  access: 'All rooms',
  transit: 'Bus 4',
  interaction: 'By phone',
  neighbourhood: 'Quiet',
  space: 'Two floors',
  houseManual: 'Turn off the stove',
}
const nothing = Object.fromEntries(Object.keys(texts).map(name => [name, null]))

describe('PUT /property-descriptions/{propertyUid}', () => {
  for (const version of ['v3.0', 'v3.1', 'v3.2', 'v3.3']) {
    it(`200: stores one description per locale in ${version}`, async () => {
      const propertyUid = await makeProperty(server, agencyUid)
      const path = `/api/${version}/property-descriptions`
      const body = { locale: 'fr_FR', ...texts }
      const { status, body: response } = await request('PUT', `${path}/${propertyUid}`, body)
      const propertyDescription = { ...texts, locale: 'fr_FR', propertyUid }
      assert.deepEqual([status, response], [200, { propertyDescription }])
      await request('PUT', `${path}/${propertyUid}`, { locale: 'en_GB' })
      const all = await request('GET', `${path}?propertyUid=${propertyUid}`)
      const other = { ...nothing, locale: 'en_GB', propertyUid }
      assert.deepEqual(all.body.propertyDescriptions, [other, propertyDescription])
      assert.deepEqual(all.body._metadata, { count: 2, totalCount: 2 })
    })
  }

  it('200: omitted texts do not change, null clears', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    await put(propertyUid, { locale: 'en_US', ...texts })
    const { body } = await put(propertyUid, { locale: 'en_US', name: 'Lodge', notes: null })
    const expected = { ...texts, name: 'Lodge', notes: null, locale: 'en_US', propertyUid }
    assert.deepEqual(body.propertyDescription, expected)
    assert.deepEqual(await list(propertyUid), [expected])
  })

  it('200: accepts en-US for en_US, which is listed first', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    for (const locale of ['de-DE', 'zh_CN', 'ar_SA', 'en-US', 'en_US']) {
      assert.equal((await put(propertyUid, { locale, name: locale })).status, 200)
    }
    const locales = (await list(propertyUid)).map(({ locale }: { locale: string }) => locale)
    assert.deepEqual(locales, ['en_US', 'ar_SA', 'de_DE', 'zh_CN'])
  })

  it('200: applies concurrent changes of different texts', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const updates = Object.entries(texts).map(([name, text]) => ({ locale: 'it_IT', [name]: text }))
    const responses = await Promise.all(updates.map(part => put(propertyUid, part)))
    assert.ok(responses.every(({ status }) => status === 200))
    assert.deepEqual(await list(propertyUid), [{ ...texts, locale: 'it_IT', propertyUid }])
  })

  it('emits a change of the property only if a text changed', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const before = await updatedAt(server, 'properties', agencyUid, propertyUid)
    await put(propertyUid, { locale: 'en_US', name: 'Lodge' })
    const changed = await updatedAt(server, 'properties', agencyUid, propertyUid)
    assert.ok(changed > before)
    await put(propertyUid, { locale: 'en_US', name: 'Lodge' })
    await put(propertyUid, { locale: 'en_US', space: null })
    await put(propertyUid, { locale: 'en_US' })
    assert.equal(await updatedAt(server, 'properties', agencyUid, propertyUid), changed)
    await request('DELETE', `${path}/${propertyUid}?locale=en_US`)
    assert.equal(await updatedAt(server, 'properties', agencyUid, propertyUid), changed + 1)
  })
})

describe('refusals of descriptions', () => {
  for (const [name, max] of Object.entries({
    name: 255,
    shortSummary: 255,
    summary: 500,
    space: 10_000,
  })) {
    it(`${name} has at most ${max} characters`, async () => {
      const propertyUid = await makeProperty(server, agencyUid)
      const most = '🏡'.repeat(max)
      const { status, body } = await put(propertyUid, { locale: 'en_US', [name]: most })
      assert.deepEqual([status, body.propertyDescription[name]], [200, most])
      const more = await put(propertyUid, { locale: 'en_US', [name]: `${most}x` })
      assert.deepEqual(
        [more.status, more.body.code, more.body.parameter],
        [400, 'INVALID_PARAMETER', name],
      )
    })
  }

  it('400 without a locale and for an unknown locale', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const missing = await put(propertyUid, { name: 'Lodge' })
    assert.deepEqual([missing.body.code, missing.body.parameter], ['REQUIRED_PARAMETER', 'locale'])
    for (const locale of ['en', 'xx_XX', 'en__US', 'EN_US', 'en_US_x', '', 7, ['en_US']]) {
      const { status } = await put(propertyUid, { locale, name: 'Lodge' })
      assert.equal(status, 400, String(locale))
    }
  })

  it('404 for an unknown property, and for one of another agency', async () => {
    const foreign = await makeAgency(server)
    const foreignUid = await makeProperty(server, foreign.agencyUid)
    for (const uid of [randomUUID(), 'x', foreignUid]) {
      const { status, body } = await put(uid, { locale: 'en_US' })
      assert.deepEqual([status, body.code], [404, 'PROPERTY_NOT_FOUND'])
    }
    const read = await request('GET', `${path}?propertyUid=${foreignUid}`)
    assert.deepEqual([read.status, read.body.code], [403, 'ACCESS_DENIED'])
  })

  it('403 with a READ grant, 404 without one', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const { partnerUid } = await makePartner(server)
    const granted = await makeProperty(server, agencyUid)
    await grant(server, { agencyUid, partnerUid, objectUid: granted, access: 'READ' })
    const token = await makeToken(server, partnerUid, agencyUid)
    const readOnly = await put(granted, { locale: 'en_US' }, token)
    assert.deepEqual([readOnly.status, readOnly.body.code], [403, 'READ_ONLY_GRANT'])
    assert.equal((await put(propertyUid, { locale: 'en_US' }, token)).status, 404)
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    assert.equal((await put(propertyUid, { locale: 'en_US' }, token)).status, 200)
  })
})

describe('DELETE /property-descriptions/{propertyUid}', () => {
  it('204, then 404; other languages stay', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    for (const locale of ['en_US', 'de_DE']) await put(propertyUid, { locale })
    const remove = () => request('DELETE', `${path}/${propertyUid}?locale=de-DE`)
    assert.equal((await remove()).status, 204)
    const { status, body } = await remove()
    assert.deepEqual([status, body.code], [404, 'PROPERTY_DESCRIPTION_NOT_FOUND'])
    assert.equal((await list(propertyUid)).length, 1)
  })

  it('400 without a locale', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const { status, body } = await request('DELETE', `${path}/${propertyUid}`)
    assert.deepEqual([status, body.parameter], [400, 'locale'])
  })
})

describe('GET /v2/propertydescriptions', () => {
  it('200: returns an array of objects with eleven keys', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    await put(propertyUid, { locale: 'en_US', ...texts })
    const { status, body } = await request(
      'GET',
      `/v2/propertydescriptions?propertyUid=${propertyUid}`,
    )
    assert.deepEqual([status, body], [200, [{ ...texts, locale: 'en_US' }]])
  })
})
