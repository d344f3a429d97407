/** contract/general.md §3: permissions of callers. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import * as make from '../fixtures/rows.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const unknown = randomUUID()
let own: { agencyUid: string; key: string }
let foreign: { agencyUid: string; key: string }
let token: string
let granted: string
let hidden: string
let foreignProperty: string
const leads: Record<'granted' | 'hidden' | 'foreign' | 'deleted', string> = {
  granted: '',
  hidden: '',
  foreign: '',
  deleted: '',
}

before(async () => {
  own = await make.makeAgency(server)
  foreign = await make.makeAgency(server)
  granted = await make.makeProperty(server, own.agencyUid)
  hidden = await make.makeProperty(server, own.agencyUid)
  foreignProperty = await make.makeProperty(server, foreign.agencyUid)
  const { partnerUid } = await make.makePartner(server)
  await make.grant(server, { agencyUid: own.agencyUid, partnerUid, objectUid: granted })
  token = await make.makeToken(server, partnerUid, own.agencyUid)
  leads.granted = await make.makeLead(server, own.agencyUid, { property_uid: granted })
  leads.hidden = await make.makeLead(server, own.agencyUid, { property_uid: hidden })
  leads.foreign = await make.makeLead(server, foreign.agencyUid, { property_uid: foreignProperty })
  const deleted_at = new Date('2026-05-19T00:00:00Z')
  leads.deleted = await make.makeLead(server, own.agencyUid, { property_uid: granted, deleted_at })
})

const get = (path: string, key: string) => server.request('GET', path, { key })

async function listUids(query: string, key: string): Promise<string[]> {
  const { status, body } = await get(`/api/v3.3/leads?${query}`, key)
  assert.equal(status, 200)
  return body.leads.map(({ uid }: { uid: string }) => uid)
}

const surfaces = ['/api/v3', '/api/v3.1', '/api/v3.2', '/api/v3.3', '/v2']

describe('a uid in the query', () => {
  for (const surface of surfaces) {
    it(`403 on ${surface} for an unknown and a foreign property alike`, async () => {
      for (const uid of [unknown, foreignProperty, 'no-uuid']) {
        const { status, body } = await get(`${surface}/leads?propertyUid=${uid}`, own.key)
        assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
        assert.equal(body.apiErrorMessage, `No access to propertyUid ${uid}`)
        assert.equal(body.parameter, 'propertyUid')
      }
    })

    it(`403 on ${surface} for an unknown and a foreign agency alike`, async () => {
      for (const uid of [unknown, foreign.agencyUid]) {
        const { status, body } = await get(`${surface}/leads?agencyUid=${uid}`, own.key)
        assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
        assert.equal(body.apiErrorMessage, `No access to agencyUid ${uid}`)
      }
    })

    it(`403 on ${surface} for a property that is not granted`, async () => {
      const { status, body } = await get(`${surface}/leads?propertyUid=${hidden}`, token)
      assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
    })
  }

  for (const name of ['unitUid', 'hotelUid']) {
    it(`403 for an unknown ${name}`, async () => {
      const path = `/api/v3.3/leads?agencyUid=${own.agencyUid}&${name}=${unknown}`
      const { status, body } = await get(path, own.key)
      assert.deepEqual([status, body.parameter], [403, name])
    })
  }

  it('404 for an unknown group', async () => {
    const path = `/api/v3.3/leads?agencyUid=${own.agencyUid}&groupUid=${unknown}`
    const { status, body } = await get(path, own.key)
    assert.deepEqual([status, body.code], [404, 'GROUP_BOOKING_NOT_FOUND'])
    assert.equal(body.apiErrorMessage, `Group booking not found: ${unknown}`)
  })

  it('200 with the accessible leads of leadUids, possibly none', async () => {
    const all = `leadUids=${[...Object.values(leads), unknown, 'no-uuid'].join()}`
    assert.deepEqual((await listUids(all, own.key)).sort(), [leads.granted, leads.hidden].sort())
    assert.deepEqual(await listUids(all, token), [leads.granted])
    assert.deepEqual(await listUids(`leadUids=${leads.foreign},no-uuid`, own.key), [])
  })

  it('200 with only what a partner may see in its agency', async () => {
    assert.deepEqual(await listUids(`agencyUid=${own.agencyUid}`, token), [leads.granted])
  })

  it('400 when agencyUid is missing, though the credential implies it', async () => {
    const { status, body } = await get('/api/v3.3/employees', own.key)
    assert.deepEqual([status, body.code, body.parameter], [400, 'REQUIRED_PARAMETER', 'agencyUid'])
  })

  it('200 with an agencyUid where it is no parameter', async () => {
    const { status } = await get(`/api/v3.3/agencies?agencyUid=${unknown}`, own.key)
    assert.equal(status, 200)
  })
})

describe('a uid in the path', () => {
  for (const surface of surfaces) {
    it(`404 on ${surface} when unknown, foreign, deleted or no UUID`, async () => {
      for (const uid of [unknown, leads.foreign, leads.deleted, 'no-uuid']) {
        const { status, body } = await get(`${surface}/leads/${uid}`, own.key)
        assert.deepEqual([status, body.code], [404, 'LEAD_NOT_FOUND'])
        assert.equal(body.apiErrorMessage, `Lead not found: ${uid}`)
      }
    })

    it(`404 on ${surface} when it is not granted`, async () => {
      assert.equal((await get(`${surface}/leads/${leads.granted}`, token)).status, 200)
      assert.equal((await get(`${surface}/leads/${leads.hidden}`, token)).status, 404)
    })
  }

  it('404 for the record of a foreign agency', async () => {
    const { status, body } = await get(`/api/v3.3/agencies/${foreign.agencyUid}`, own.key)
    assert.deepEqual([status, body.code], [404, 'AGENCY_NOT_FOUND'])
  })

  it('200 in any case of letters', async () => {
    const { status, body } = await get(`/api/v3.3/leads/${leads.granted.toUpperCase()}`, own.key)
    assert.deepEqual([status, body.lead.uid], [200, leads.granted])
  })
})

describe('a partner', () => {
  const settings = () => `/api/v3.3/agencies/${own.agencyUid}/settings`

  it('200 for the record and the employees of an agency that granted something', async () => {
    const { agencyUid } = own
    assert.equal((await get(`/api/v3.3/agencies/${agencyUid}`, token)).status, 200)
    assert.equal((await get(`/api/v3.3/employees?agencyUid=${agencyUid}`, token)).status, 200)
  })

  it('403 for settings and writes to the agency and its employees', async () => {
    const employee = await make.makeEmployee(server, own.agencyUid)
    const body = { firstName: 'A', lastName: 'B' }
    const refused = [
      await get(settings(), token),
      await server.request('PATCH', settings(), { key: token, body: { holdHours: 3 } }),
      await server.request('PATCH', `/api/v3.3/agencies/${own.agencyUid}`, { key: token, body }),
      await server.request('PUT', `/api/v3.3/employees/${employee}`, { key: token, body }),
    ]
    for (const { status, body } of refused) {
      assert.deepEqual([status, body.code], [403, 'OPERATION_NOT_PERMITTED'])
      assert.equal(body.requires, 'agency')
    }
  })

  it('sees nothing once its last grant has ended, its own leads included', async () => {
    const { partnerUid } = await make.makePartner(server)
    await make.grant(server, { agencyUid: own.agencyUid, partnerUid, objectUid: granted })
    const created = { property_uid: granted, created_by_partner_uid: partnerUid }
    const uid = await make.makeLead(server, own.agencyUid, created)
    const bearer = await make.makeToken(server, partnerUid, own.agencyUid)
    assert.equal((await get(`/api/v3.3/leads/${uid}`, bearer)).status, 200)
    const { kysely } = server.database
    await kysely.deleteFrom('grants').where('partner_uid', '=', partnerUid).execute()
    assert.equal((await get(`/api/v3.3/leads/${uid}`, bearer)).status, 404)
    assert.equal((await get(`/api/v3.3/agencies/${own.agencyUid}`, bearer)).status, 404)
    assert.deepEqual((await get('/api/v3.3/agencies', bearer)).body.agencies, [])
    const { status } = await get(`/api/v3.3/leads?agencyUid=${own.agencyUid}`, bearer)
    assert.equal(status, 403)
    assert.deepEqual(await listUids(`leadUids=${uid}`, bearer), [])
  })
})

describe('a grant on a hotel', () => {
  it('includes its unit types, even those created later', async () => {
    const { agencyUid } = own
    const { partnerUid } = await make.makePartner(server)
    const hotel_uid = randomUUID()
    const at = new Date('2026-01-01T00:00:00Z')
    const row = { agency_uid: agencyUid, uid: hotel_uid, name: 'Inn', time_zone: 'UTC' }
    const { kysely } = server.database
    await kysely
      .insertInto('hotels')
      .values({ ...row, created_at: at, updated_at: at })
      .execute()
    await make.grant(server, { agencyUid, partnerUid, objectUid: hotel_uid, isHotel: true })
    const bearer = await make.makeToken(server, partnerUid, agencyUid)
    const unitType = await make.makeProperty(server, agencyUid, { hotel_uid })
    const lead = await make.makeLead(server, agencyUid, { property_uid: unitType, hotel_uid })
    assert.deepEqual(await listUids(`agencyUid=${agencyUid}`, bearer), [lead])
    assert.deepEqual(await listUids(`propertyUid=${unitType}`, bearer), [lead])
    assert.deepEqual(await listUids(`agencyUid=${agencyUid}&hotelUid=${hotel_uid}`, bearer), [lead])
    const other = await get(`/api/v3.3/leads?agencyUid=${agencyUid}&hotelUid=${hotel_uid}`, token)
    assert.equal(other.status, 403)
  })
})
