/** What becomes of jobs when their leads and properties change: contract/resources.md §1.2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LoggedEvent } from '../../../../test/fixtures/events/event-log.ts'
import { makeToldCase, type ToldCase } from '../../../../test/fixtures/events/told-case.ts'
import { makeJob, makeService } from '../../../../test/fixtures/jobs.ts'
import { makeProperty, makeUnit } from '../../../../test/fixtures/rows.ts'
import type { State } from '../../../../test/lead-walk/transitions.ts'
import { startServer } from '../../../../test/support/server.ts'
import { jobStatuses } from './job.ts'

const server = await startServer()

async function makeCase() {
  const given = await makeToldCase(server)
  const { agencyUid, propertyUid, key } = given
  const service_uid = await makeService(server, agencyUid)
  const make = (columns: object) =>
    makeJob(server, agencyUid, { property_uid: propertyUid, service_uid, ...columns })
  /** A job of a lead in each status. */
  const jobsOf = async (leadUid: string) => {
    const uids: Record<string, string> = {}
    for (const status of jobStatuses) uids[status] = await make({ lead_uid: leadUid, status })
    return uids
  }
  const job = async (uid: string) =>
    (await server.request('GET', `/api/v3.3/jobs/${uid}`, { key })).body.job
  const each = async (uids: Record<string, string>, name: string) => {
    const shown: Record<string, string | null> = {}
    for (const [status, uid] of Object.entries(uids)) shown[status] = (await job(uid))[name]
    return shown
  }
  const actOn = (uid: string, action: string) =>
    server.request('POST', `/api/v3.3/jobs/${uid}/${action}`, { key })
  return { ...given, service_uid, make, jobsOf, job, each, actOn }
}

const ofJobs = (events: LoggedEvent[]) => events.filter(({ type }) => type.startsWith('JOB_'))
const told = async ({ news }: ToldCase) =>
  ofJobs(await news()).map(({ type, object_uid }) => `${type} ${object_uid}`)
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
      const given = await makeCase()
      const lead = await given.leadIn(state)
      const uids = await given.jobsOf(lead)
      const other = await given.make({})
      await given.news()
      await given.made(path === '' ? 'DELETE' : 'POST', `/leads/${lead}${path}`, body)
      assert.deepEqual(await given.each(uids, 'status'), cancelled)
      assert.deepEqual(await told(given), updated(uids.NEW, uids.ACCEPTED))
      assert.equal((await given.job(other)).status, 'NEW')
      assert.equal((await given.job(uids.NEW!)).leadUid, lead)
    })
  }

  it('what keeps a lead alive leaves its jobs alone', async () => {
    const given = await makeCase()
    const lead = await given.leadIn('PE')
    const uid = await given.make({ lead_uid: lead })
    const before = await given.job(uid)
    await given.news()
    await given.made('POST', `/leads/${lead}/mark-as-booked`)
    await given.made('POST', `/leads/${lead}/alteration`, { infantCount: 1 })
    assert.deepEqual(await told(given), [])
    assert.deepEqual(await given.job(uid), before)
  })

  it('closed already: another reason leaves alone what was added since', async () => {
    const given = await makeCase()
    const lead = await given.leadIn('CL')
    const uid = await given.make({ lead_uid: lead })
    await given.news()
    await given.made('POST', `/leads/${lead}/close`, { reason: 'DUPLICATE' })
    assert.deepEqual(await told(given), [])
    assert.equal((await given.job(uid)).status, 'NEW')
  })

  it('lapsed: its timer closes it', async () => {
    const given = await makeCase()
    const { uid } = (await given.create('ON_HOLD')).lead
    const job = await given.make({ lead_uid: uid })
    server.clock.advance(200 * 3_600_000)
    await given.made('POST', `/leads/${uid}/close`)
    assert.equal((await given.job(job)).status, 'CANCELLED')
  })
})

describe('a lead that goes to another property', () => {
  it('takes along its jobs that have not ended; the others lose it', async () => {
    const given = await makeCase()
    const { agencyUid, propertyUid } = given
    const lead = await given.leadIn('BK')
    const uids = await given.jobsOf(lead)
    const other = await makeProperty(server, agencyUid)
    await given.news()
    await given.made('POST', `/leads/${lead}/alteration`, { propertyUid: other })
    const places = { NEW: other, ACCEPTED: other, DECLINED: other }
    const stayed = { DONE: propertyUid, CANCELLED: propertyUid }
    assert.deepEqual(await given.each(uids, 'propertyUid'), { ...places, ...stayed })
    const leads = { NEW: lead, ACCEPTED: lead, DECLINED: lead, DONE: null, CANCELLED: null }
    assert.deepEqual(await given.each(uids, 'leadUid'), leads)
    assert.equal((await given.job(uids.ACCEPTED!)).status, 'ACCEPTED')
    assert.deepEqual((await told(given)).sort(), updated(...Object.values(uids)).sort())
  })

  it('to another unit type: a job in a unit is in the unit of the lead then', async () => {
    const given = await makeCase()
    const { agencyUid, hotelUid, typeUid } = given
    const lead = (await given.create('BOOKED', { propertyUid: typeUid })).lead
    const refers = { property_uid: typeUid, lead_uid: lead.uid }
    const inUnit = await given.make({ ...refers, unit_uid: lead.unitUid })
    const plain = await given.make(refers)
    const otherType = await makeProperty(server, agencyUid, { hotel_uid: hotelUid })
    await makeUnit(server.database.kysely, agencyUid, otherType)
    const moved = await given.made('POST', `/leads/${lead.uid}/alteration`, {
      propertyUid: otherType,
    })
    assert.ok(moved.lead.unitUid && moved.lead.unitUid !== lead.unitUid)
    const places = [await given.job(inUnit), await given.job(plain)]
    assert.deepEqual(
      places.map(job => [job.propertyUid, job.unitUid]),
      [
        [otherType, moved.lead.unitUid],
        [otherType, null],
      ],
    )
  })
})

describe('a property that is deleted', () => {
  it('cancels what is left to do there; its jobs can be read still, and lose their inquiry', async () => {
    const given = await makeCase()
    const { propertyUid, agencyUid, made } = given
    const lead = await given.leadIn('NW')
    const uids = await given.jobsOf(lead)
    const alone = await given.make({})
    const elsewhere = await makeProperty(server, agencyUid)
    const other = await given.make({ property_uid: elsewhere })
    await given.news()
    await made('DELETE', `/properties/${propertyUid}`)
    const all = { ...cancelled, DECLINED: 'CANCELLED' }
    assert.deepEqual(await given.each(uids, 'status'), all)
    assert.deepEqual([...new Set(Object.values(await given.each(uids, 'leadUid')))], [null])
    const expected = updated(...Object.values(uids), alone)
    assert.deepEqual((await told(given)).sort(), expected.sort())
    assert.equal((await given.job(other)).status, 'NEW')
    const { jobs } = await made('GET', '/jobs?from=2026-07-01&to=2026-07-31')
    assert.equal(jobs.length, 7)
    const { job } = await made('PUT', `/jobs/${alone}`, {
      ...(await given.job(alone)),
      notes: 'Gone',
    })
    assert.deepEqual([job.status, job.notes], ['CANCELLED', 'Gone'])
  })
})

describe('at once with the end of a lead', () => {
  const attempts = [1, 2, 3, 4, 5]
  /** A lead with jobs, each about to be accepted while the lead is cancelled. */
  const race = async (status: string, action: string) => {
    const given = await makeCase()
    const lead = await given.leadIn('BK')
    const uids: string[] = []
    for (const _ of attempts) uids.push(await given.make({ lead_uid: lead, status }))
    await given.news()
    const [, ...answers] = await Promise.all([
      given.made('POST', `/leads/${lead}/cancel`),
      ...uids.map(uid => given.actOn(uid, action)),
    ])
    const jobs = []
    for (const uid of uids) jobs.push(await given.job(uid))
    return { answers, jobs, events: await told(given) }
  }

  it('a job is accepted and then cancelled, or not accepted', async () => {
    const { answers, jobs, events } = await race('NEW', 'accept')
    assert.deepEqual(new Set(jobs.map(({ status }) => status)), new Set(['CANCELLED']))
    const count = (type: string) => events.filter(event => event.startsWith(type)).length
    const accepted = answers.filter(({ status }) => status === 200).length
    assert.deepEqual(new Set(answers.map(({ status }) => status)).has(500), false)
    assert.deepEqual([count('JOB_ACCEPTED'), count('JOB_UPDATED')], [accepted, attempts.length])
  })

  it('a declined job is accepted and then cancelled, or stays declined', async () => {
    const { answers, jobs, events } = await race('DECLINED', 'accept')
    for (const [i, { uid, status }] of jobs.entries()) {
      const ofIt = events.filter(event => event.endsWith(uid)).map(event => event.split(' ')[0])
      const isAccepted = answers[i]!.status === 200
      assert.equal(answers[i]!.status, isAccepted ? 200 : 409)
      assert.deepEqual(ofIt, isAccepted ? ['JOB_ACCEPTED', 'JOB_UPDATED'] : [])
      assert.equal(status, isAccepted ? 'CANCELLED' : 'DECLINED')
    }
  })

  it('a job is made for its lead where that is, wherever it is about to go', async () => {
    const given = await makeCase()
    const { agencyUid, propertyUid, key, service_uid } = given
    const other = await makeProperty(server, agencyUid)
    const lead = await given.leadIn('BK')
    const ends = { start: '2026-07-08T11:00', end: '2026-07-08T14:00' }
    const body = { propertyUid, leadUid: lead, serviceUid: service_uid, ...ends }
    const post = () => server.request('POST', '/api/v3.3/jobs', { key, body })
    const [, ...answers] = await Promise.all([
      given.made('POST', `/leads/${lead}/alteration`, { propertyUid: other }),
      ...attempts.map(post),
    ])
    for (const { status } of answers) assert.ok(status === 201 || status === 400)
    const made = answers.filter(({ status }) => status === 201)
    for (const { body } of made) assert.equal((await given.job(body.job.uid)).propertyUid, other)
  })
})
