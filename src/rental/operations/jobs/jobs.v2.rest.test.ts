/** Legacy `/v2/jobs`: contract/resources.md §1.3. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatEvents, readEventLog } from '../../../../test/fixtures/events/event-log.ts'
import { makeJob, makeProvider, makeService } from '../../../../test/fixtures/jobs.ts'
import {
  makeAgency,
  makeHotel,
  makeLead,
  makeProperty,
  makeUnit,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid, {
  hotel_uid: await makeHotel(server, agencyUid),
})
const unitUid = await makeUnit(server.database.kysely, agencyUid, propertyUid)
const leadUid = await makeLead(server, agencyUid, { property_uid: propertyUid })
const serviceUid = await makeService(server, agencyUid)
const call = (method: string, path: string, body?: unknown) =>
  server.request(method, `/v2/jobs${path}`, { key, body })
const jobBody = {
  propertyUid,
  serviceUid,
  start: '2026-07-04T11:00:00',
  end: '2026-07-04T14:00:00',
}

describe('/v2/jobs', () => {
  it('creates, returns, changes and deletes bare objects, and emits events', async () => {
    const created = await call('POST', '', { ...jobBody, leadUid, notes: 'Key in the box' })
    const { uid } = created.body
    const expected = { uid, ...jobBody, leadUid, status: 'NEW', notes: 'Key in the box' }
    assert.deepEqual([created.status, created.body], [201, expected])
    assert.deepEqual((await call('GET', `/${uid}`)).body, expected)
    const changed = await call('PUT', `/${uid}`, { ...jobBody, status: 'ACCEPTED' })
    const after = { ...expected, leadUid: null, notes: null, status: 'ACCEPTED' }
    assert.deepEqual([changed.status, changed.body], [200, after])
    assert.equal((await call('DELETE', `/${uid}`)).status, 204)
    assert.equal((await call('GET', `/${uid}`)).body.code, 'JOB_NOT_FOUND')
    assert.deepEqual(formatEvents(await readEventLog(server, agencyUid)), [
      'JOB_CREATED',
      'JOB_UPDATED',
      'JOB_ACCEPTED',
      'JOB_DELETED',
    ])
  })

  it('names missing fields as in v2', async () => {
    const { body } = await call('POST', '', { ...jobBody, start: null })
    assert.equal(body.apiErrorMessage, "Invalid parameter 'start' must not be null")
    const refused = await call('POST', '', { ...jobBody, end: '2026-07-04T10:00:00' })
    assert.equal(refused.body.code, 'INVALID_DATE_RANGE')
  })

  it('keeps fields that v2 does not have', async () => {
    const provider = await makeProvider(server, agencyUid)
    const uid = await makeJob(server, agencyUid, {
      property_uid: propertyUid,
      service_uid: serviceUid,
      service_provider_uid: provider,
      unit_uid: unitUid,
    })
    await call('PUT', `/${uid}`, { ...jobBody, unitUid: null, serviceProviderUid: null })
    const { job } = (await server.request('GET', `/api/v3.3/jobs/${uid}`, { key })).body
    assert.deepEqual([job.unitUid, job.serviceProviderUid], [unitUid, provider])
  })

  it('409: rejects a change of an ended job', async () => {
    const { uid } = (await call('POST', '', { ...jobBody, status: 'DONE' })).body
    const { status, body } = await call('PUT', `/${uid}`, { ...jobBody, status: 'NEW' })
    assert.deepEqual([status, body.code, body.state], [409, 'STATE_CONFLICT', 'DONE'])
  })
})

describe('GET /v2/jobs', () => {
  it('200: lists jobs of an agency, a property or a lead, in pages', async () => {
    const { agencyUid, key } = await makeAgency(server)
    const property = await makeProperty(server, agencyUid)
    const lead = await makeLead(server, agencyUid, { property_uid: property })
    const refers = { property_uid: property, service_uid: await makeService(server, agencyUid) }
    const at = (day: string) => ({ start_local: `${day}T10:00:00`, end_local: `${day}T11:00:00` })
    const first = await makeJob(server, agencyUid, { ...refers, ...at('2026-07-01') })
    const second = await makeJob(server, agencyUid, {
      ...refers,
      ...at('2026-07-02'),
      lead_uid: lead,
    })
    const list = async (query: string) => {
      const { status, body } = await server.request('GET', `/v2/jobs?${query}`, { key })
      assert.equal(status, 200)
      return body.map(({ uid }: { uid: string }) => uid)
    }
    assert.deepEqual(await list(`agencyUid=${agencyUid}`), [first, second])
    assert.deepEqual(await list(`propertyUid=${property}&from=2026-07-02`), [second])
    assert.deepEqual(await list(`propertyUid=${property}&to=2026-07-01`), [first])
    assert.deepEqual(await list(`leadUid=${lead}&modifiedSince=2027-01-01`), [second])
    assert.deepEqual(await list(`agencyUid=${agencyUid}&limit=1&offset=1`), [second])
  })

  it('400, 403, 404: no filter, or an inaccessible object', async () => {
    const { body } = await call('GET', '')
    const text = "One of ['agencyUid', 'propertyUid', 'leadUid'] is required"
    assert.deepEqual([body.code, body.apiErrorMessage], ['REQUIRED_PARAMETER', text])
    const strange = '0197b3f2-0000-7000-8000-000000000000'
    for (const [name, code] of [
      ['agencyUid', 'ACCESS_DENIED'],
      ['propertyUid', 'ACCESS_DENIED'],
      ['leadUid', 'LEAD_NOT_FOUND'],
    ]) {
      assert.equal((await call('GET', `?${name}=${strange}`)).body.code, code)
    }
    const range = await call('GET', `?agencyUid=${agencyUid}&from=2026-07-02&to=2026-07-01`)
    assert.equal(range.body.code, 'INVALID_DATE_RANGE')
  })
})
