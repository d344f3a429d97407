/** Visibility of tags by caller and version: contract/resources.md §3, general.md §3. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
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
const request = (as: string, method: string, path: string, body?: unknown) =>
  server.request(method, path, { key: as, body })

const tag = (as: string, objectUid: string, objectType: string, tags: string[], v = 'v3.3') =>
  request(as, 'POST', `/api/${v}/tags`, { objectUid, objectType, tags })

describe('the paths of tags', () => {
  for (const version of ['v3.0', 'v3.1', 'v3.2', 'v3.3']) {
    it(`exist as specified in ${version}`, async () => {
      const { agencyUid, key } = await makeAgency(server)
      const propertyUid = await makeProperty(server, agencyUid)
      const leadUid = await makeLead(server, agencyUid, { property_uid: propertyUid })
      const hotelUid = await makeHotel(server, agencyUid)
      const isNewest = version === 'v3.3'
      const statuses = [
        await tag(key, propertyUid, 'PROPERTY', ['a'], version),
        await tag(key, leadUid, 'LEAD', ['b'], version),
        await tag(key, hotelUid, 'HOTEL', ['c'], version),
        await request(key, 'GET', `/api/${version}/properties/${propertyUid}/tags`),
        await request(key, 'GET', `/api/${version}/leads/${leadUid}/tags`),
        await request(key, 'GET', `/api/${version}/tags?agencyUid=${agencyUid}`),
      ].map(({ status }) => status)
      const hotel = version === 'v3.0' ? 400 : 200
      assert.deepEqual(statuses, [200, 200, hotel, 200, isNewest ? 200 : 404, isNewest ? 200 : 400])
    })
  }

  it('GET /properties/{uid}/tags and /leads/{uid}/tags return the same as /tags', async () => {
    const { agencyUid, key } = await makeAgency(server)
    const propertyUid = await makeProperty(server, agencyUid)
    const leadUid = await makeLead(server, agencyUid)
    const expected = { tags: ['a', 'b'], _metadata: { count: 2, totalCount: 2 } }
    await tag(key, propertyUid, 'PROPERTY', ['b', 'a'])
    await tag(key, leadUid, 'LEAD', ['b', 'a'])
    const propertyTags = await request(key, 'GET', `/api/v3.3/properties/${propertyUid}/tags`)
    assert.deepEqual(propertyTags.body, expected)
    const leadTags = await request(key, 'GET', `/api/v3.3/leads/${leadUid}/tags`)
    assert.deepEqual(leadTags.body, expected)
    const unknown = await request(key, 'GET', `/api/v3.3/properties/${randomUUID()}/tags`)
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'PROPERTY_NOT_FOUND'])
    const noLead = await request(key, 'GET', `/api/v3.3/leads/${randomUUID()}/tags`)
    assert.deepEqual([noLead.status, noLead.body.code], [404, 'LEAD_NOT_FOUND'])
  })

  it('GET /v2/tags returns a bare array', async () => {
    const { agencyUid, key } = await makeAgency(server)
    const propertyUid = await makeProperty(server, agencyUid)
    await tag(key, propertyUid, 'PROPERTY', ['b', 'a'])
    const { status, body } = await request(key, 'GET', `/v2/tags?propertyUid=${propertyUid}`)
    assert.deepEqual([status, body], [200, ['a', 'b']])
    assert.equal((await request(key, 'GET', '/v2/tags')).status, 400)
    assert.equal((await request(key, 'POST', '/v2/tags', {})).status, 405)
  })
})

describe('GET /tags?agencyUid', () => {
  it('200: returns all tags in use, each once, in its oldest spelling', async () => {
    const { agencyUid, key } = await makeAgency(server)
    const other = await makeAgency(server)
    const [first, second] = [
      await makeProperty(server, agencyUid),
      await makeLead(server, agencyUid),
    ]
    const deleted = await makeProperty(server, agencyUid, { deleted_at: new Date() })
    await tag(key, first, 'PROPERTY', ['Lake', 'view'])
    server.clock.set(new Date(server.clock.now().getTime() + 1_000))
    await tag(key, second, 'LEAD', ['LAKE', 'VIP'])
    const row = { agency_uid: agencyUid, object_type: 'PROPERTY', created_at: new Date() }
    await server.database.kysely
      .insertInto('tags')
      .values({ ...row, object_uid: deleted, tag: 'gone' })
      .execute()
    const { body } = await request(key, 'GET', `/api/v3.3/tags?agencyUid=${agencyUid}`)
    assert.deepEqual(body, {
      tags: ['Lake', 'view', 'VIP'],
      _metadata: { count: 3, totalCount: 3 },
    })
    const { status } = await request(other.key, 'GET', `/api/v3.3/tags?agencyUid=${agencyUid}`)
    assert.equal(status, 403)
  })
})

describe('a partner and tags', () => {
  it('sees and changes tags of granted objects', async () => {
    const { agencyUid, key } = await makeAgency(server)
    const { partnerUid } = await makePartner(server)
    const token = await makeToken(server, partnerUid, agencyUid)
    const [writable, readable, hidden] = await Promise.all(
      [1, 2, 3].map(() => makeProperty(server, agencyUid)),
    )
    await grant(server, { agencyUid, partnerUid, objectUid: writable! })
    await grant(server, { agencyUid, partnerUid, objectUid: readable!, access: 'READ' })
    const leads = await Promise.all(
      [writable, readable, hidden].map(uid => makeLead(server, agencyUid, { property_uid: uid! })),
    )
    const outcome = async (uid: string, type: string) => {
      const { status, body } = await tag(token, uid, type, [`by partner on ${type}`])
      return [status, body.code]
    }
    assert.deepEqual(await outcome(writable!, 'PROPERTY'), [200, undefined])
    assert.deepEqual(await outcome(readable!, 'PROPERTY'), [403, 'READ_ONLY_GRANT'])
    assert.deepEqual(await outcome(hidden!, 'PROPERTY'), [403, 'ACCESS_DENIED'])
    assert.deepEqual(await outcome(leads[0]!, 'LEAD'), [200, undefined])
    assert.deepEqual(await outcome(leads[1]!, 'LEAD'), [403, 'READ_ONLY_GRANT'])
    assert.deepEqual(await outcome(leads[2]!, 'LEAD'), [404, 'LEAD_NOT_FOUND'])
    await tag(key, readable!, 'PROPERTY', ['readable'])
    await tag(key, hidden!, 'PROPERTY', ['hidden'])
    await tag(key, leads[2]!, 'LEAD', ['hidden too'])
    const { body } = await request(token, 'GET', `/api/v3.3/tags?agencyUid=${agencyUid}`)
    assert.deepEqual(body.tags, ['by partner on LEAD', 'by partner on PROPERTY', 'readable'])
    const read = await request(token, 'GET', `/api/v3.3/properties/${readable}/tags`)
    assert.deepEqual(read.body.tags, ['readable'])
    assert.equal((await request(token, 'GET', `/api/v3.3/properties/${hidden}/tags`)).status, 404)
  })
})
