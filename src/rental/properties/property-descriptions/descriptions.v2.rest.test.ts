/** Descriptions in v2: contract/properties.md §5.3, §6.2. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const path = '/v2/propertydescriptions'
const request = (method: string, path: string, body?: unknown, as = key) =>
  server.request(method, path, { key: as, body })
const long = '🏡'.repeat(2_513)

describe('POST and PUT /v2/propertydescriptions', () => {
  it('201: POST adds a description in a language; its summary may be long', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const fields = { propertyUid, locale: 'en-US', name: 'Lodge', summary: long }
    const { status, body } = await request('POST', path, fields)
    assert.deepEqual([status, body.locale, body.summary, body.space], [201, 'en_US', long, null])
    assert.ok(!('propertyUid' in body))
    const list = await request('GET', `${path}?propertyUid=${propertyUid}`)
    assert.deepEqual(list.body, [body])
    const v3 = await request('GET', `/api/v3.3/property-descriptions?propertyUid=${propertyUid}`)
    assert.equal(v3.body.propertyDescriptions[0].summary, long)
  })

  it('200: PUT changes only the sent texts', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    await request('POST', path, { propertyUid, locale: 'de_DE', name: 'Haus', space: 'Viel' })
    const query = `${path}?propertyUid=${propertyUid}`
    const { status, body } = await request('PUT', query, { locale: 'de_DE', name: 'Hof' })
    assert.deepEqual([status, body.name, body.space], [200, 'Hof', 'Viel'])
  })

  it('400, 403: rejects invalid texts, and writes nothing', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const put = async (body: object, as = key) => {
      const response = await request('PUT', path, body, as)
      return [response.status, response.body.code]
    }
    const fields = { propertyUid, locale: 'en_US', name: 'Lodge' }
    const summary = 'x'.repeat(10_001)
    assert.deepEqual(await put({ ...fields, summary }), [400, 'INVALID_PARAMETER'])
    assert.deepEqual(await put({ propertyUid, name: 'Lodge' }), [400, 'REQUIRED_PARAMETER'])
    assert.deepEqual(await put({ locale: 'en_US' }), [400, 'REQUIRED_PARAMETER'])
    const foreign = { ...fields, propertyUid: randomUUID() }
    assert.deepEqual(await put(foreign), [403, 'ACCESS_DENIED'])
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid, access: 'READ' })
    const token = await makeToken(server, partnerUid, agencyUid)
    assert.deepEqual(await put(fields, token), [403, 'READ_ONLY_GRANT'])
    assert.deepEqual((await request('GET', `${path}?propertyUid=${propertyUid}`)).body, [])
  })
})
