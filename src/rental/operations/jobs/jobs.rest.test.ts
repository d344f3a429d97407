/** Jobs of v3 one by one: contract/resources.md §1.1, §1.3. */
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
import { versions } from '../../versions.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const hotel_uid = await makeHotel(server, agencyUid)
const typeUid = await makeProperty(server, agencyUid, { hotel_uid })
const unitUid = await makeUnit(server.database.kysely, agencyUid, typeUid)
const serviceProviderUid = await makeProvider(server, agencyUid)
const serviceUid = await makeService(server, agencyUid, {
  service_provider_uid: serviceProviderUid,
})
const plainServiceUid = await makeService(server, agencyUid, { title: 'Key exchange' })
const leadUid = await makeLead(server, agencyUid, { property_uid: propertyUid })
const foreign = await makeAgency(server)
const strange = '0197b3f2-0000-7000-8000-000000000000'

const call = (method: string, path: string, body?: unknown, version = '3.3') =>
  server.request(method, `/api/v${version}/jobs${path}`, { key, body })
const times = {
  startLocalDateTime: '2026-07-04T11:00:00',
  endLocalDateTime: '2026-07-04T14:00:00',
}
const jobBody = { propertyUid, serviceUid, ...times }
const post = (body: object, version?: string) => call('POST', '', { ...jobBody, ...body }, version)
const put = (uid: string, body: object, version?: string) =>
  call('PUT', `/${uid}`, { ...jobBody, ...body }, version)
const make = (columns: object = {}) =>
  makeJob(server, agencyUid, { property_uid: propertyUid, service_uid: serviceUid, ...columns })
const findJob = async (uid: string) => (await call('GET', `/${uid}`)).body.job

let eventCount = 0
/** Returns the events emitted since the last call. */
const news = async () => {
  const events = (await readEventLog(server, agencyUid)).slice(eventCount)
  eventCount += events.length
  return events
}

describe('POST /jobs', () => {
  it('201: returns the job, with the provider of its service', async () => {
    await news()
    const { status, body } = await post({})
    assert.equal(status, 201)
    const { uid } = body.job
    const now = '2026-05-20T15:00:00'
    assert.deepEqual(body, {
      job: {
        uid,
        agencyUid,
        propertyUid,
        unitUid: null,
        leadUid: null,
        serviceUid,
        serviceProviderUid,
        status: 'NEW',
        ...times,
        notes: null,
        createdUtcDateTime: now,
        modifiedUtcDateTime: now,
        doneUtcDateTime: null,
      },
    })
    assert.deepEqual(await findJob(uid), body.job)
    const [event] = await news()
    assert.deepEqual(event!.payload, {
      agency_uid: agencyUid,
      event_type: 'JOB_CREATED',
      job_uid: uid,
      property_uid: propertyUid,
    })
  })

  it('201: returns all fields as sent', async () => {
    const other = await makeProvider(server, agencyUid)
    const fields = { leadUid, serviceProviderUid: other, status: 'DONE', notes: 'Key in the box' }
    const { job } = (await post(fields)).body
    assert.deepEqual({ ...job, ...fields }, job)
    assert.equal(job.doneUtcDateTime, '2026-05-20T15:00:00')
    const [created, ...more] = await news()
    assert.deepEqual([created!.type, created!.lead_uid, more], ['JOB_CREATED', leadUid, []])
  })

  it('201: null is no provider; start and end are aliases of the long names', async () => {
    const { startLocalDateTime: start, endLocalDateTime: end } = times
    const body = { propertyUid, serviceUid, start, end, serviceProviderUid: null }
    const { job } = (await call('POST', '', body)).body
    assert.deepEqual(
      [job.startLocalDateTime, job.endLocalDateTime, job.serviceProviderUid],
      [start, end, null],
    )
    assert.equal((await post({ start, end })).status, 201)
  })

  it('201: moves times forward that a change of clocks skips', async () => {
    const start = '2027-03-14T02:30:00'
    const { job } = (await post({ startLocalDateTime: start, endLocalDateTime: start })).body
    assert.equal(job.startLocalDateTime, '2027-03-14T03:30:00')
  })

  for (const version of versions) {
    const knowsUnits = version !== '3.0'
    it(`a unit in ${version}: ${knowsUnits ? 'is kept' : 'is unknown'}`, async () => {
      const { job } = (await post({ propertyUid: typeUid, unitUid }, version)).body
      assert.equal(job.unitUid, knowsUnits ? unitUid : undefined)
      assert.equal((await findJob(job.uid)).unitUid, knowsUnits ? unitUid : null)
    })
  }
})

describe('POST and PUT /jobs refuse', () => {
  const wrong: [why: string, body: object, status: number, code: string, text?: string][] = [
    ['no property', { propertyUid: null }, 400, 'REQUIRED_PARAMETER'],
    ['no service', { serviceUid: undefined }, 400, 'REQUIRED_PARAMETER'],
    [
      'no start',
      { startLocalDateTime: null },
      400,
      'REQUIRED_PARAMETER',
      "Invalid parameter 'startLocalDateTime' must not be null",
    ],
    ['no end', { endLocalDateTime: undefined }, 400, 'REQUIRED_PARAMETER'],
    ['a bad time', { startLocalDateTime: '4 July' }, 400, 'INVALID_PARAMETER'],
    ['another time in an alias', { start: '2026-07-03' }, 400, 'CONFLICTING_PARAMETERS'],
    ['a bad alias', { start: 'soon', startLocalDateTime: null }, 400, 'INVALID_PARAMETER'],
    [
      'an end before the start',
      { endLocalDateTime: '2026-07-04T10:59:59' },
      400,
      'INVALID_DATE_RANGE',
    ],
    ['more than 31 days', { endLocalDateTime: '2026-08-04T11:00:01' }, 400, 'INVALID_DATE_RANGE'],
    ['long notes', { notes: 'x'.repeat(10_001) }, 400, 'INVALID_PARAMETER'],
    [
      'another status',
      { status: 'OPEN' },
      400,
      'INVALID_ENUM_VALUE',
      'Wrong enum value, allowed values are: NEW, ACCEPTED, DECLINED, DONE, CANCELLED',
    ],
    ['an unknown property', { propertyUid: strange }, 403, 'ACCESS_DENIED'],
    ['an unknown unit', { unitUid: strange }, 403, 'ACCESS_DENIED'],
    ['a unit of another property', { unitUid }, 400, 'INVALID_PARAMETER'],
    ['an unknown lead', { leadUid: strange }, 404, 'LEAD_NOT_FOUND'],
    ['a lead of another property', { propertyUid: typeUid, leadUid }, 400, 'INVALID_PARAMETER'],
    [
      'an unknown service',
      { serviceUid: strange },
      404,
      'SERVICE_NOT_FOUND',
      `Service not found: ${strange}`,
    ],
    ['an unknown provider', { serviceProviderUid: strange }, 404, 'SERVICE_PROVIDER_NOT_FOUND'],
  ]
  for (const [why, body, status, code, text] of wrong) {
    it(`${status} ${code}: ${why}`, async () => {
      const uid = await make()
      const before = await findJob(uid)
      await news()
      for (const response of [await post(body), await put(uid, body)]) {
        assert.deepEqual([response.status, response.body.code], [status, code], response.text)
        if (text) assert.equal(response.body.apiErrorMessage, text)
      }
      assert.deepEqual(await findJob(uid), before)
      assert.deepEqual(await news(), [])
    })
  }

  it('404: services and providers of another agency', async () => {
    const foreignService = await makeService(server, foreign.agencyUid)
    const foreignProvider = await makeProvider(server, foreign.agencyUid)
    assert.equal((await post({ serviceUid: foreignService })).body.code, 'SERVICE_NOT_FOUND')
    const response = await post({ serviceProviderUid: foreignProvider })
    assert.equal(response.body.code, 'SERVICE_PROVIDER_NOT_FOUND')
  })
})

describe('a nonexistent job', () => {
  it('404: unknown, foreign or invalid uid', async () => {
    const uid = await make()
    for (const method of ['GET', 'PUT', 'DELETE', 'POST']) {
      const path = method === 'POST' ? '/accept' : ''
      const body = method === 'PUT' ? jobBody : undefined
      for (const [other, as] of [
        [strange, key],
        ['x', key],
        [uid, foreign.key],
      ]) {
        const url = `/api/v3.3/jobs/${other}${path}`
        const response = await server.request(method, url, { key: as!, body })
        assert.deepEqual([response.status, response.body.code], [404, 'JOB_NOT_FOUND'])
        assert.equal(response.body.apiErrorMessage, `Job not found: ${other}`)
      }
    }
  })
})

describe('PUT /jobs/{uid}', () => {
  it('200: replaces the job; missing fields have defaults, the status is kept', async () => {
    const uid = await make({ lead_uid: leadUid, notes: 'x', status: 'ACCEPTED' })
    await news()
    server.clock.advance(60_000)
    const { status, body } = await put(uid, { endLocalDateTime: '2026-07-04T15:00:00' })
    assert.equal(status, 200)
    const { job } = body
    assert.deepEqual([job.leadUid, job.notes, job.status], [null, null, 'ACCEPTED'])
    assert.deepEqual(
      [job.endLocalDateTime, job.serviceProviderUid],
      ['2026-07-04T15:00:00', serviceProviderUid],
    )
    assert.ok(job.modifiedUtcDateTime > job.createdUtcDateTime)
    const events = await news()
    assert.deepEqual(formatEvents(events), ['JOB_UPDATED'])
    assert.deepEqual(events[0]!.changes, {
      leadUid: [leadUid, null],
      notes: ['x', null],
      endLocalDateTime: ['2026-07-04T14:00:00', '2026-07-04T15:00:00'],
      serviceProviderUid: [null, serviceProviderUid],
    })
  })

  it('200: a request without changes emits nothing', async () => {
    const { job } = (await post({ leadUid })).body
    await news()
    server.clock.advance(60_000)
    const { status, body } = await put(job.uid, job)
    assert.deepEqual([status, body.job], [200, job])
    assert.deepEqual(await news(), [])
  })
})

describe('references of a job', () => {
  it('200: moves to another property, whose units and leads are then required', async () => {
    const { job } = (await post({ leadUid })).body
    const moved = { propertyUid: typeUid, unitUid, leadUid: null }
    const { body } = await put(job.uid, moved)
    assert.deepEqual({ ...body.job, ...moved }, body.job)
    const response = await put(job.uid, { unitUid })
    assert.equal(
      response.body.apiErrorMessage,
      `Invalid parameter 'unitUid' does not belong to property ${propertyUid}`,
    )
  })

  it('200: keeps the unit in 3.0, which has no units', async () => {
    const { job } = (await post({ propertyUid: typeUid, unitUid })).body
    await put(job.uid, { propertyUid: typeUid, notes: 'x' }, '3.0')
    assert.equal((await findJob(job.uid)).unitUid, unitUid)
    await put(job.uid, {}, '3.0')
    assert.equal((await findJob(job.uid)).unitUid, null, 'not at another property')
  })

  it('200: keeps references to a deleted service and lead', async () => {
    const deletedService = await makeService(server, agencyUid)
    const lead = await makeLead(server, agencyUid, { property_uid: propertyUid, status: 'CLOSED' })
    const { job } = (await post({ serviceUid: deletedService, leadUid: lead, status: 'DONE' })).body
    for (const path of [`/services/${deletedService}`, `/leads/${lead}`]) {
      assert.equal((await server.request('DELETE', `/api/v3.3${path}`, { key })).status, 204)
    }
    const { status, body } = await put(job.uid, { ...job, notes: 'Sparkling' })
    assert.deepEqual([status, body.job.notes], [200, 'Sparkling'])
    assert.equal((await post({ serviceUid: deletedService })).body.code, 'SERVICE_NOT_FOUND')
    assert.equal((await post({ leadUid: lead })).body.code, 'LEAD_NOT_FOUND')
  })

  it('the provider changes with the service, unless one is sent', async () => {
    const uid = await make({ service_provider_uid: serviceProviderUid })
    const first = await put(uid, { serviceUid: plainServiceUid })
    assert.equal(first.body.job.serviceProviderUid, null)
    const second = await put(uid, { serviceUid: plainServiceUid, serviceProviderUid })
    assert.equal(second.body.job.serviceProviderUid, serviceProviderUid)
  })
})

describe('DELETE /jobs/{uid}', () => {
  it('204, then 404', async () => {
    const uid = await make({ lead_uid: leadUid })
    await news()
    const { status, text } = await call('DELETE', `/${uid}`)
    assert.deepEqual([status, text], [204, ''])
    assert.equal((await call('DELETE', `/${uid}`)).status, 404)
    const events = await news()
    assert.deepEqual(formatEvents(events), ['JOB_DELETED'])
    assert.equal((events[0]!.payload as { lead_uid: string }).lead_uid, leadUid)
  })
})
