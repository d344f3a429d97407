/** House rules: contract/properties.md §5.3, §6.5. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const request = (method: string, path: string, body?: unknown) =>
  server.request(method, path, { key, body })
const path = '/api/v3.3/property-rules'

describe('POST /property-rules', () => {
  it('201: returns the rule', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const fields = { rule: 'IS_EVENT_FRIENDLY', description: 'Until ten' }
    const { status, body } = await request('POST', path, { propertyUid, ...fields })
    const { uid } = body.propertyRule
    assert.deepEqual(
      [status, body.propertyRule],
      [201, { uid, ...fields, propertyUid, hotelUid: null }],
    )
  })

  it('409 ALREADY_EXISTS: rejects a rule that the property has', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const body = { propertyUid, rule: 'ALLOWS_PETS' }
    const first = await request('POST', path, body)
    const again = await request('POST', path, body)
    assert.deepEqual([again.status, again.body.code], [409, 'ALREADY_EXISTS'])
    assert.equal(again.body.existingUid, first.body.propertyRule.uid)
  })

  it('400 for an unknown rule, with the allowed values', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const { status, body } = await request('POST', path, { propertyUid, rule: 'NO_SHOES' })
    assert.deepEqual([status, body.code, body.allowedValues.length], [400, 'INVALID_ENUM_VALUE', 7])
  })
})

describe('PATCH /property-rules/{uid}', () => {
  it('200: changes the description, not the rule', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const { body } = await request('POST', path, { propertyUid, rule: 'ALLOWS_PETS' })
    const change = { description: 'Dogs', rule: 'ALLOWS_SMOKING' }
    const changed = await request('PATCH', `${path}/${body.propertyRule.uid}`, change)
    const expected = { ...body.propertyRule, description: 'Dogs' }
    assert.deepEqual([changed.status, changed.body.propertyRule], [200, expected])
  })
})

describe('GET /available-property-rules', () => {
  it('200: lists all rules, supported by every channel', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const query = `?propertyUid=${propertyUid}`
    const { status, body } = await request('GET', `/api/v3.0/available-property-rules${query}`)
    assert.deepEqual([status, body._metadata.count], [200, 7])
    for (const { channels } of body.availablePropertyRules) {
      assert.equal(Object.values(channels).filter(knows => knows === true).length, 6)
    }
  })

  it('400 without a property or hotel', async () => {
    const { status, body } = await request('GET', '/api/v3.3/available-property-rules')
    assert.deepEqual([status, body.code], [400, 'HOTEL_OR_PROPERTY_UID_REQUIRED'])
  })
})

describe('/v2/propertyrules', () => {
  it('200: returns an array without the hotel, which v2 does not know', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const { body } = await request('POST', path, { propertyUid, rule: 'ALLOWS_PETS' })
    const { hotelUid: _, ...rule } = body.propertyRule
    const list = await request('GET', `/v2/propertyrules?propertyUid=${propertyUid}`)
    assert.deepEqual([list.status, list.body], [200, [rule]])
  })

  it('204: DELETE removes the named rule, or all rules, of this property only', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const other = await makeProperty(server, agencyUid)
    for (const rule of ['ALLOWS_PETS', 'ALLOWS_SMOKING', 'IS_FAMILY_FRIENDLY']) {
      await request('POST', path, { propertyUid, rule })
      await request('POST', path, { propertyUid: other, rule })
    }
    const readRules = async (uid: string) => {
      const { body } = await request('GET', `/v2/propertyrules?propertyUid=${uid}`)
      return body.map(({ rule }: { rule: string }) => rule)
    }
    const remove = (query: string) => request('DELETE', `/v2/propertyrules?${query}`)
    const one = await remove(`propertyUid=${propertyUid}&rule=ALLOWS_PETS`)
    assert.deepEqual(
      [one.status, await readRules(propertyUid)],
      [204, ['ALLOWS_SMOKING', 'IS_FAMILY_FRIENDLY']],
    )
    for (const query of ['', 'rule=ALLOWS_PETS']) assert.equal((await remove(query)).status, 400)
    assert.equal((await remove(`propertyUid=${propertyUid}&rule=NO_SHOES`)).status, 400)
    assert.equal((await readRules(propertyUid)).length, 2)
    for (const _ of ['some', 'none']) {
      assert.equal((await remove(`propertyUid=${propertyUid}`)).status, 204)
      assert.deepEqual(await readRules(propertyUid), [])
    }
    assert.equal((await readRules(other)).length, 3)
    assert.equal((await remove(`propertyUid=${randomUUID()}`)).status, 403)
  })
})
