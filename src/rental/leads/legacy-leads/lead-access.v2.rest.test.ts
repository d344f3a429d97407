/** Access to lead writes of v2, and deletions: contract/leads.md §3, §10; general.md §3. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { makeStay } from '../../../../test/fixtures/held-nights.ts'
import * as make from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { type LeadState, leadStates } from '../../prices/occupancies/lead-status.ts'

const server = await startServer()
const { agencyUid, key } = await make.makeAgency(server)
const propertyUid = await make.makeProperty(server, agencyUid)
const dates = { checkInDate: '2026-07-04', checkOutDate: '2026-07-08' }
const inquiry = { propertyUid, status: 'NEW', ...dates }

const send = (method: string, path: string, body?: unknown, credential = key) =>
  server.request(method, path, { key: credential, body })

const setLegacyWrites = (v2LeadWrites: boolean) =>
  send('PATCH', `/api/v3.3/agencies/${agencyUid}/settings`, { v2LeadWrites })

async function partnerWith(options: make.GrantRights, channel: string | null = null) {
  const { partnerUid, key } = await make.makePartner(server)
  await make.grant(server, { agencyUid, partnerUid, objectUid: propertyUid, ...options })
  const kind = channel === null ? 'INTEGRATION' : 'CHANNEL'
  const { kysely } = server.database
  const changes = { kind, channel }
  await kysely.updateTable('partners').set(changes).where('partner_uid', '=', partnerUid).execute()
  return key
}

describe('v2LeadWrites', () => {
  it('403: disables POST and PUT outside sandbox mode, not GET and DELETE', async () => {
    const uid = await make.makeLead(server, agencyUid, { status: 'IGNORED' })
    const writes = [
      await send('POST', '/v2/leads', inquiry),
      await send('PUT', `/v2/leads/${uid}`, { notes: 'x' }),
    ]
    for (const { status, body } of writes) {
      assert.deepEqual([status, body.code], [403, 'OPERATION_NOT_PERMITTED'])
      assert.equal(body.requires, 'v2LeadWrites')
    }
    assert.equal((await send('GET', `/v2/leads/${uid}`)).body.notes, null)
    assert.equal((await send('DELETE', `/v2/leads/${uid}`)).status, 204)
  })

  it('can be changed by the agency', async () => {
    assert.equal((await setLegacyWrites(true)).status, 200)
    const { status, body } = await send('POST', '/v2/leads', inquiry)
    assert.equal(status, 201)
    assert.equal((await send('PUT', `/v2/leads/${body.uid}`, { notes: 'x' })).status, 200)
    await setLegacyWrites(false)
    assert.equal((await send('PUT', `/v2/leads/${body.uid}`, { notes: 'y' })).status, 403)
    assert.equal((await send('GET', `/v2/leads/${body.uid}`)).body.notes, 'x')
  })

  it('also prevents idempotent replays', async () => {
    await setLegacyWrites(true)
    const options = { key, body: inquiry, headers: { 'idempotency-key': randomUUID() } }
    const post = () => server.request('POST', '/v2/leads', options)
    const [first, again] = [await post(), await post()]
    assert.deepEqual([again.status, again.body], [201, first.body])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    await setLegacyWrites(false)
    assert.equal((await post()).status, 403)
  })

  it('is checked before validation', async () => {
    const uid = await make.makeLead(server, agencyUid, { status: 'IGNORED' })
    const { partnerUid } = await make.makePartner(server)
    const token = await make.makeToken(server, partnerUid, agencyUid)
    await make.grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    const refused = [
      await send('POST', '/v2/leads', {}),
      await send('POST', '/v2/leads', '{'),
      await send('POST', '/v2/leads', { ...inquiry, propertyUid: randomUUID() }),
      await send('POST', '/v2/leads', {}, token),
      await send('PUT', `/v2/leads/${uid}`, { adultCount: -1 }),
      await send('PUT', `/v2/leads/${randomUUID()}`, {}),
    ]
    for (const { status, body, text } of refused) {
      assert.deepEqual([status, body.requires], [403, 'v2LeadWrites'], text)
    }
  })

  it('depends on the property or lead for a partner with several agencies', async () => {
    const { partnerUid, key: several } = await make.makePartner(server)
    const other = await make.makeAgency(server)
    const elsewhere = await make.makeProperty(server, other.agencyUid)
    await make.grant(server, { agencyUid: other.agencyUid, partnerUid, objectUid: elsewhere })
    await make.grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    assert.equal((await send('POST', '/v2/leads', {}, several)).status, 400)
    const { status, body } = await send('POST', '/v2/leads', inquiry, several)
    assert.deepEqual([status, body.requires], [403, 'v2LeadWrites'])
  })
})

describe('a partner', () => {
  it('may write only with a READ_WRITE grant', async () => {
    await setLegacyWrites(true)
    const lead = (await send('POST', '/v2/leads', inquiry)).body
    const path = `/v2/leads/${lead.uid}`
    const writes = (credential: string) =>
      Promise.all([
        send('POST', '/v2/leads', inquiry, credential),
        send('PUT', path, { status: 'IGNORED' }, credential),
        send('DELETE', path, undefined, credential),
      ])
    const codes = async (credential: string) =>
      (await writes(credential)).map(({ status, body }) => `${status} ${body?.code ?? ''}`)
    const reader = await partnerWith({ access: 'READ' })
    assert.deepEqual(await codes(reader), Array(3).fill('403 READ_ONLY_GRANT'))
    const { key: stranger } = await make.makePartner(server)
    const unknown = ['403 ACCESS_DENIED', '404 LEAD_NOT_FOUND', '404 LEAD_NOT_FOUND']
    assert.deepEqual(await codes(stranger), unknown)
    const writer = await partnerWith({})
    assert.equal((await send('POST', '/v2/leads', inquiry, writer)).status, 201)
    assert.equal((await send('PUT', path, { status: 'IGNORED' }, writer)).status, 200)
    assert.equal((await send('DELETE', path, undefined, writer)).status, 204)
  })

  it('may not move a lead to an inaccessible property', async () => {
    const writer = await partnerWith({})
    const hidden = await make.makeProperty(server, agencyUid)
    const { uid } = (await send('POST', '/v2/leads', inquiry, writer)).body
    const { status, body } = await send('PUT', `/v2/leads/${uid}`, { propertyUid: hidden }, writer)
    assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
  })
})

describe('personal data and a partner', () => {
  it('200: cannot be updated while hidden, and may be sent back as HIDDEN', async () => {
    const guest = { firstName: 'Ada', email: 'a@b', notes: 'n', riskScore: 3, city: 'Bath' }
    const lead = (await send('POST', '/v2/leads', { ...inquiry, ...guest })).body
    const writer = await partnerWith({})
    const path = `/v2/leads/${lead.uid}`
    const visible = (await send('GET', path, undefined, writer)).body
    const hidden = { firstName: 'HIDDEN', email: 'HIDDEN', notes: 'HIDDEN', riskScore: null }
    assert.deepEqual(visible, { ...lead, ...hidden })
    const fields = { firstName: 'Eve', phoneNumber: '+1', riskScore: 9, city: 'Wells' }
    const response = await send('PUT', path, { ...visible, ...fields }, writer)
    assert.deepEqual([response.status, response.body], [200, { ...visible, city: 'Wells' }])
    assert.deepEqual((await send('GET', path)).body, { ...lead, city: 'Wells' })
  })

  it('200: can be read and updated by the partner that created the lead', async () => {
    const writer = await partnerWith({})
    const created = await send('POST', '/v2/leads', { ...inquiry, firstName: 'Ada' }, writer)
    assert.equal(created.body.firstName, 'Ada')
    const path = `/v2/leads/${created.body.uid}`
    const { body } = await send('PUT', path, { firstName: 'Eve', lastName: 'HIDDEN' }, writer)
    assert.deepEqual([body.firstName, body.lastName], ['Eve', null])
  })
})

describe('the source and a partner', () => {
  it('201: accepts its own; 403: rejects others', async () => {
    const sources: [string, number, number][] = [
      ['ORBIRENTAL_API', 201, 201],
      ['ORBIRENTAL_WIDGET', 201, 201],
      ['DIRECT_EXPEDIA', 201, 201],
      ['DIRECT_HOMEAWAY', 403, 201],
      ['DIRECT_VRBO', 403, 201],
      ['DIRECT_AIRBNB', 403, 403],
      ['ORBIRENTAL_FORM', 403, 403],
      ['IMPORT_VRBO', 403, 403],
      ['OWNER_PORTAL', 403, 403],
    ]
    const [integration, channel] = [await partnerWith({}), await partnerWith({}, 'VRBO')]
    for (const [source, ofIntegration, ofChannel] of sources) {
      const statuses = [integration, channel].map(async partner => {
        const { status, body } = await send('POST', '/v2/leads', { ...inquiry, source }, partner)
        if (status === 403) assert.equal(body.code, 'OPERATION_NOT_PERMITTED')
        return status
      })
      assert.deepEqual(await Promise.all(statuses), [ofIntegration, ofChannel], source)
    }
  })
})

describe('DELETE /v2/leads/{uid}', () => {
  for (const state of Object.keys(leadStates) as LeadState[]) {
    const { type, status, isDeletable } = leadStates[state]
    const expected = isDeletable ? 204 : 409
    it(`${expected}: returned for a ${type} in ${status}`, async () => {
      const uid = await make.makeLead(server, agencyUid, { type, status })
      const { status: deletionStatus, body } = await send('DELETE', `/v2/leads/${uid}`)
      assert.equal(deletionStatus, expected)
      if (!isDeletable) assert.equal(body.code, 'LEAD_NOT_DELETABLE')
      const again = await send('GET', `/v2/leads/${uid}`)
      assert.equal(again.status, isDeletable ? 404 : 200)
    })
  }

  it('204: releases the nights, with deprecation headers; 404 afterwards', async () => {
    await setLegacyWrites(true)
    const [checkIn, checkOut] = ['2026-08-04', '2026-08-08']
    const stay = { propertyUid, checkIn, checkOut, status: 'BLOCKED' }
    const uid = await makeStay(server, agencyUid, stay)
    const { status, text, headers } = await send('DELETE', `/v2/leads/${uid}`)
    assert.deepEqual([status, text], [204, ''])
    assert.match(headers.get('deprecation') ?? '', /^@\d+$/)
    const block = { ...inquiry, checkInDate: checkIn, checkOutDate: checkOut, status: 'BLOCKED' }
    assert.equal((await send('POST', '/v2/leads', block)).status, 201)
    assert.equal((await send('DELETE', `/v2/leads/${uid}`)).status, 404)
  })
})

describe('a member of a group booking', () => {
  it('can be read; 409: rejects every write', async () => {
    await setLegacyWrites(true)
    const group = { group_uid: randomUUID(), group_role: 'MAIN', status: 'IGNORED' }
    const uid = await make.makeLead(server, agencyUid, { ...group, property_uid: propertyUid })
    const path = `/v2/leads/${uid}`
    assert.equal((await send('GET', path)).body.status, 'IGNORED')
    const writes = [
      await send('PUT', path, { notes: 'x' }),
      await send('PUT', path, { status: 'IGNORED' }),
      await send('DELETE', path),
    ]
    for (const { status, body } of writes) {
      assert.deepEqual([status, body.code], [409, 'LEAD_READ_ONLY'])
    }
  })
})
