/** Tests of jobs when their leads and properties change: contract/resources.md §1.2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type EventCase, makeEventCase } from '../../../../test/fixtures/events/event-case.ts'
import type { LoggedEvent } from '../../../../test/fixtures/events/event-log.ts'
import { makeJob, makeService } from '../../../../test/fixtures/jobs.ts'
import { makeProperty, makeUnit } from '../../../../test/fixtures/rows.ts'
import type { State } from '../../../../test/lead-model/transitions.ts'
import { startServer } from '../../../../test/support/server.ts'
import { jobStatuses } from './job.ts'

const server = await startServer()

async function makeCase() {
  const testCase = await makeEventCase(server)
  const { agencyUid, propertyUid, key } = testCase
  const service_uid = await makeService(server, agencyUid)
  const make = (columns: object) =>
    makeJob(server, agencyUid, { property_uid: propertyUid, service_uid, ...columns })
  /** Creates a job of a lead in each status. */
  const makeJobs = async (leadUid: string) => {
    const uids: Record<string, string> = {}
    for (const status of jobStatuses) uids[status] = await make({ lead_uid: leadUid, status })
    return uids
  }
  const job = async (uid: string) =>
    (await server.request('GET', `/api/v3.3/jobs/${uid}`, { key })).body.job
  const listValues = async (uids: Record<string, string>, name: string) => {
    const values: Record<string, string | null> = {}
    for (const [status, uid] of Object.entries(uids)) values[status] = (await job(uid))[name]
    return values
  }
  const actOn = (uid: string, action: string) =>
    server.request('POST', `/api/v3.3/jobs/${uid}/${action}`, { key })
  return { ...testCase, service_uid, make, makeJobs, job, listValues, actOn }
}

const onlyJobEvents = (events: LoggedEvent[]) =>
  events.filter(({ type }) => type.startsWith('JOB_'))
const listJobEvents = async ({ newEvents }: EventCase) =>
  onlyJobEvents(await newEvents()).map(({ type, object_uid }) => `${type} ${object_uid}`)
const updated = (...uids: (string | undefined)[]) => uids.map(uid => `JOB_UPDATED ${uid}`)

const cancelled = {
  NEW: 'CANCELLED',
  ACCEPTED: 'CANCELLED',
  DECLINED: 'DECLINED',
  DONE: 'DONE',
  CANCELLED: 'CANCELLED',
}

describe('a lead that ends cancels its new and accepted jobs', () => {
  const ends: [how: string, state: State, path: string, body?: object][] = [
    ['cancelled', 'BK', '/cancel'],
    ['withdrawn', 'PE', '/cancel'],
    ['declined', 'PE', '/decline-booking-request'],
    ['closed', 'NW', '/close'],
    ['closed as a duplicate', 'NW', '/close', { reason: 'DUPLICATE' }],
    ['deleted', 'BL', ''],
  ]
  for (const [how, state, path, body] of ends) {
    it(how, async () => {
      const testCase = await makeCase()
      const lead = await testCase.leadIn(state)
      const uids = await testCase.makeJobs(lead)
      const other = await testCase.make({})
      await testCase.newEvents()
      await testCase.made(path === '' ? 'DELETE' : 'POST', `/leads/${lead}${path}`, body)
      assert.deepEqual(await testCase.listValues(uids, 'status'), cancelled)
      assert.deepEqual(await listJobEvents(testCase), updated(uids.NEW, uids.ACCEPTED))
      assert.equal((await testCase.job(other)).status, 'NEW')
      assert.equal((await testCase.job(uids.NEW!)).leadUid, lead)
    })
  }

  it('changes that do not end a lead do not change its jobs', async () => {
    const testCase = await makeCase()
    const lead = await testCase.leadIn('PE')
    const uid = await testCase.make({ lead_uid: lead })
    const before = await testCase.job(uid)
    await testCase.newEvents()
    await testCase.made('POST', `/leads/${lead}/mark-as-booked`)
    await testCase.made('POST', `/leads/${lead}/alteration`, { infantCount: 1 })
    assert.deepEqual(await listJobEvents(testCase), [])
    assert.deepEqual(await testCase.job(uid), before)
  })

  it('closed before: another reason does not cancel jobs added since', async () => {
    const testCase = await makeCase()
    const lead = await testCase.leadIn('CL')
    const uid = await testCase.make({ lead_uid: lead })
    await testCase.newEvents()
    await testCase.made('POST', `/leads/${lead}/close`, { reason: 'DUPLICATE' })
    assert.deepEqual(await listJobEvents(testCase), [])
    assert.equal((await testCase.job(uid)).status, 'NEW')
  })

  it('expired: its timer closes it', async () => {
    const testCase = await makeCase()
    const { uid } = (await testCase.create('ON_HOLD')).lead
    const job = await testCase.make({ lead_uid: uid })
    server.clock.advance(200 * 3_600_000)
    await testCase.made('POST', `/leads/${uid}/close`)
    assert.equal((await testCase.job(job)).status, 'CANCELLED')
  })
})

describe('a lead that moves to another property', () => {
  it('moves its jobs that have not ended; the others lose it', async () => {
    const testCase = await makeCase()
    const { agencyUid, propertyUid } = testCase
    const lead = await testCase.leadIn('BK')
    const uids = await testCase.makeJobs(lead)
    const other = await makeProperty(server, agencyUid)
    await testCase.newEvents()
    await testCase.made('POST', `/leads/${lead}/alteration`, { propertyUid: other })
    const movedTo = { NEW: other, ACCEPTED: other, DECLINED: other }
    const stayed = { DONE: propertyUid, CANCELLED: propertyUid }
    assert.deepEqual(await testCase.listValues(uids, 'propertyUid'), { ...movedTo, ...stayed })
    const leads = { NEW: lead, ACCEPTED: lead, DECLINED: lead, DONE: null, CANCELLED: null }
    assert.deepEqual(await testCase.listValues(uids, 'leadUid'), leads)
    assert.equal((await testCase.job(uids.ACCEPTED!)).status, 'ACCEPTED')
    assert.deepEqual((await listJobEvents(testCase)).sort(), updated(...Object.values(uids)).sort())
  })

  it('to another unit type: a job in a unit moves to the unit of the lead', async () => {
    const testCase = await makeCase()
    const { agencyUid, hotelUid, typeUid } = testCase
    const lead = (await testCase.create('BOOKED', { propertyUid: typeUid })).lead
    const refers = { property_uid: typeUid, lead_uid: lead.uid }
    const inUnit = await testCase.make({ ...refers, unit_uid: lead.unitUid })
    const plain = await testCase.make(refers)
    const otherType = await makeProperty(server, agencyUid, { hotel_uid: hotelUid })
    await makeUnit(server.database.kysely, agencyUid, otherType)
    const moved = await testCase.made('POST', `/leads/${lead.uid}/alteration`, {
      propertyUid: otherType,
    })
    assert.ok(moved.lead.unitUid && moved.lead.unitUid !== lead.unitUid)
    const movedJobs = [await testCase.job(inUnit), await testCase.job(plain)]
    assert.deepEqual(
      movedJobs.map(job => [job.propertyUid, job.unitUid]),
      [
        [otherType, moved.lead.unitUid],
        [otherType, null],
      ],
    )
  })
})

describe('a property that is deleted', () => {
  it('cancels its open jobs, which can still be read and lose their inquiry', async () => {
    const testCase = await makeCase()
    const { propertyUid, agencyUid, made } = testCase
    const lead = await testCase.leadIn('NW')
    const uids = await testCase.makeJobs(lead)
    const alone = await testCase.make({})
    const elsewhere = await makeProperty(server, agencyUid)
    const other = await testCase.make({ property_uid: elsewhere })
    await testCase.newEvents()
    await made('DELETE', `/properties/${propertyUid}`)
    const all = { ...cancelled, DECLINED: 'CANCELLED' }
    assert.deepEqual(await testCase.listValues(uids, 'status'), all)
    assert.deepEqual(
      [...new Set(Object.values(await testCase.listValues(uids, 'leadUid')))],
      [null],
    )
    const expected = updated(...Object.values(uids), alone)
    assert.deepEqual((await listJobEvents(testCase)).sort(), expected.sort())
    assert.equal((await testCase.job(other)).status, 'NEW')
    const { jobs } = await made('GET', '/jobs?from=2026-07-01&to=2026-07-31')
    assert.equal(jobs.length, 7)
    const { job } = await made('PUT', `/jobs/${alone}`, {
      ...(await testCase.job(alone)),
      notes: 'Gone',
    })
    assert.deepEqual([job.status, job.notes], ['CANCELLED', 'Gone'])
  })
})

describe('concurrently with the end of a lead', () => {
  const attempts = [1, 2, 3, 4, 5]
  /** Cancels a lead and concurrently applies an action to its jobs. */
  const race = async (status: string, action: string) => {
    const testCase = await makeCase()
    const lead = await testCase.leadIn('BK')
    const uids: string[] = []
    for (const _ of attempts) uids.push(await testCase.make({ lead_uid: lead, status }))
    await testCase.newEvents()
    const [, ...responses] = await Promise.all([
      testCase.made('POST', `/leads/${lead}/cancel`),
      ...uids.map(uid => testCase.actOn(uid, action)),
    ])
    const jobs = []
    for (const uid of uids) jobs.push(await testCase.job(uid))
    return { answers: responses, jobs, events: await listJobEvents(testCase) }
  }

  it('a job is accepted and then cancelled, or not accepted', async () => {
    const { answers: responses, jobs, events } = await race('NEW', 'accept')
    assert.deepEqual(new Set(jobs.map(({ status }) => status)), new Set(['CANCELLED']))
    const count = (type: string) => events.filter(event => event.startsWith(type)).length
    const accepted = responses.filter(({ status }) => status === 200).length
    assert.deepEqual(new Set(responses.map(({ status }) => status)).has(500), false)
    assert.deepEqual([count('JOB_ACCEPTED'), count('JOB_UPDATED')], [accepted, attempts.length])
  })

  it('a declined job is accepted and then cancelled, or stays declined', async () => {
    const { answers: responses, jobs, events } = await race('DECLINED', 'accept')
    for (const [i, { uid, status }] of jobs.entries()) {
      const types = events.filter(event => event.endsWith(uid)).map(event => event.split(' ')[0])
      const isAccepted = responses[i]!.status === 200
      assert.equal(responses[i]!.status, isAccepted ? 200 : 409)
      assert.deepEqual(types, isAccepted ? ['JOB_ACCEPTED', 'JOB_UPDATED'] : [])
      assert.equal(status, isAccepted ? 'CANCELLED' : 'DECLINED')
    }
  })

  it('a job is created at the property of its lead, even if that is moving', async () => {
    const testCase = await makeCase()
    const { agencyUid, propertyUid, key, service_uid } = testCase
    const other = await makeProperty(server, agencyUid)
    const lead = await testCase.leadIn('BK')
    const ends = { start: '2026-07-08T11:00', end: '2026-07-08T14:00' }
    const body = { propertyUid, leadUid: lead, serviceUid: service_uid, ...ends }
    const post = () => server.request('POST', '/api/v3.3/jobs', { key, body })
    const [, ...responses] = await Promise.all([
      testCase.made('POST', `/leads/${lead}/alteration`, { propertyUid: other }),
      ...attempts.map(post),
    ])
    for (const { status } of responses) assert.ok(status === 201 || status === 400)
    const created = responses.filter(({ status }) => status === 201)
    for (const { body } of created)
      assert.equal((await testCase.job(body.job.uid)).propertyUid, other)
  })
})
