/** Jobs whose leads move to other dates or are reopened: contract/resources.md §1.2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeEventCase } from '../../../../test/fixtures/events/event-case.ts'
import { cleaning, makeStayWithJobs } from '../../../../test/fixtures/events/stay-with-jobs.ts'
import { makeJob, makeService } from '../../../../test/fixtures/jobs.ts'
import { makeProperty, makeUnit } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ SANDBOX: 'true' })

const welcome = ['2026-07-04T15:00:00', '2026-07-04T17:00:00'] as const

describe('a lead that moves to other dates', () => {
  it('moves each job with the nearer end of the stay', async () => {
    const it = await makeStayWithJobs(server)
    const before = await it.make('2026-07-03T09:00:00', '2026-07-03T10:00:00')
    const [greeting, after] = [await it.make(...welcome), await it.make(...cleaning)]
    await it.newEvents()
    const stay = { checkInLocalDate: '2026-07-05', checkOutLocalDate: '2026-07-12' }
    await it.runAction('alteration', stay)
    assert.deepEqual(await it.jobTimes(before), ['2026-07-04T09:00:00', '2026-07-04T10:00:00'])
    assert.deepEqual(await it.jobTimes(greeting), ['2026-07-05T15:00:00', '2026-07-05T17:00:00'])
    assert.deepEqual(await it.jobTimes(after), ['2026-07-12T10:30:00', '2026-07-12T13:30:00'])
    const expected = [before, greeting, after].map(uid => `JOB_UPDATED ${uid}`)
    assert.deepEqual((await it.newJobEvents()).sort(), expected.sort())
  })

  it('moves no job at an unchanged end, and moves jobs by hours', async () => {
    const it = await makeStayWithJobs(server)
    const [greeting, after] = [await it.make(...welcome), await it.make(...cleaning)]
    await it.newEvents()
    await it.runAction('alteration', { checkOutLocalDateTime: '2026-07-08T12:00:00' })
    const { checkOutLocalDateTime: out } = (await it.made('GET', `/leads/${it.lead}`)).lead
    assert.equal(out, '2026-07-08T12:00:00')
    assert.deepEqual(await it.jobTimes(greeting), [...welcome])
    const [start] = await it.jobTimes(after)
    assert.ok(start! > cleaning[0])
    assert.deepEqual(await it.newJobEvents(), [`JOB_UPDATED ${after}`])
  })

  it('moves jobs that have not ended, and keeps the others', async () => {
    const it = await makeStayWithJobs(server)
    const uids: Record<string, string> = {}
    for (const status of ['NEW', 'ACCEPTED', 'DECLINED', 'DONE', 'CANCELLED']) {
      const done_at = status === 'DONE' ? new Date('2026-01-01T00:00:00Z') : null
      uids[status] = await it.make(...cleaning, { status, done_at })
    }
    await it.runAction('alteration', { checkOutLocalDate: '2026-07-09' })
    for (const [status, uid] of Object.entries(uids)) {
      const { startLocalDateTime, status: newStatus } = await it.job(uid)
      const hasEnded = status === 'DONE' || status === 'CANCELLED'
      const start = `2026-07-${hasEnded ? '08' : '09'}T10:30:00`
      assert.deepEqual(
        [startLocalDateTime, newStatus],
        [start, status === 'ACCEPTED' ? 'NEW' : status],
      )
    }
  })
})

describe('local times of moved jobs', () => {
  it('have the same distance from the end of the stay at a property in another zone', async () => {
    const it = await makeStayWithJobs(server)
    const uid = await it.make(...cleaning)
    const propertyUid = await makeProperty(server, it.agencyUid, { time_zone: 'Europe/Paris' })
    await it.runAction('alteration', {
      propertyUid,
      checkInLocalDateTime: '2026-07-14T16:00',
      checkOutLocalDateTime: '2026-07-18T10:00',
    })
    const [was, is] = ['2026-07-08T10:30:00', await it.jobTimes(uid)]
    assert.equal((await it.job(uid)).propertyUid, propertyUid)
    assert.equal(is[0]!.slice(0, 10), '2026-07-18')
    const lasts = Date.parse(`${is[1]}Z`) - Date.parse(`${is[0]}Z`)
    assert.equal(lasts, Date.parse(`${cleaning[1]}Z`) - Date.parse(`${was}Z`))
  })

  it('are moved forward if a change of clocks skips them', async () => {
    const it = await makeStayWithJobs(server)
    const uid = await it.make('2026-07-05T02:15:00', '2026-07-05T02:45:00')
    // Both ends move, so the job keeps its days from check-in. In Denver the clocks go from 2 to 3
    // o'clock on 14 March 2027.
    await it.runAction('alteration', {
      checkInLocalDate: '2027-03-13',
      checkOutLocalDate: '2027-03-17',
    })
    assert.deepEqual(await it.jobTimes(uid), ['2027-03-14T03:15:00', '2027-03-14T03:45:00'])
  })

  it('change through v2 and for an inquiry', async () => {
    const it = await makeStayWithJobs(server)
    const uid = await it.make(...cleaning)
    const body = { checkInDate: '2026-07-05', checkOutDate: '2026-07-09' }
    const put = await server.request('PUT', `/v2/leads/${it.lead}`, { key: it.key, body })
    assert.equal(put.status, 200, put.text)
    assert.deepEqual(await it.jobTimes(uid), ['2026-07-09T10:30:00', '2026-07-09T13:30:00'])
    const inquiry = await it.leadIn('NW')
    const inquiryJob = await it.make(...cleaning, { lead_uid: inquiry })
    const later = { checkOutLocalDate: '2026-07-10' }
    await it.made('POST', `/leads/${inquiry}/alteration`, later)
    assert.deepEqual(await it.jobTimes(inquiryJob), ['2026-07-10T10:30:00', '2026-07-10T13:30:00'])
  })

  it('do not change with the unit, which jobs in the unit of the lead follow', async () => {
    const it = await makeEventCase(server)
    const second = await makeUnit(server.database.kysely, it.agencyUid, it.typeUid)
    const third = await makeUnit(server.database.kysely, it.agencyUid, it.typeUid)
    const { lead } = await it.create('BOOKED', { propertyUid: it.typeUid, unitUid: second })
    const refers = {
      property_uid: it.typeUid,
      service_uid: await makeService(server, it.agencyUid),
      lead_uid: lead.uid,
    }
    const inUnit = await makeJob(server, it.agencyUid, { ...refers, unit_uid: second })
    const inNone = await makeJob(server, it.agencyUid, refers)
    await it.made('POST', `/leads/${lead.uid}/alteration`, { unitUid: third })
    assert.equal((await it.made('GET', `/jobs/${inUnit}`)).job.unitUid, third)
    assert.equal((await it.made('GET', `/jobs/${inNone}`)).job.unitUid, null)
  })
})

describe('a lead that is reopened', () => {
  it('restores the jobs that were cancelled with it, for holds and requests', async () => {
    const it = await makeStayWithJobs(server)
    await it.runAction('cancel')
    for (const [state, end] of [
      ['OH', 'close'],
      ['PE', 'decline-booking-request'],
      ['PE', 'cancel'],
    ] as const) {
      const lead = await it.leadIn(state)
      const uid = await it.make(...cleaning, { lead_uid: lead })
      const own = await it.make(...cleaning, { lead_uid: lead, status: 'CANCELLED' })
      await it.made('POST', `/leads/${lead}/${end}`)
      assert.equal((await it.job(uid)).status, 'CANCELLED')
      await it.newEvents()
      await it.made('POST', `/leads/${lead}/reopen`)
      assert.equal((await it.job(uid)).status, 'NEW')
      assert.deepEqual(await it.newJobEvents(), [`JOB_UPDATED ${uid}`])
      assert.equal((await it.job(own)).status, 'CANCELLED')
      await it.made('POST', `/leads/${lead}/close`)
    }
  })
})

describe('a booking that is rebooked', () => {
  it('restores the jobs that were cancelled with it as NEW, and no others', async () => {
    const it = await makeStayWithJobs(server)
    const fresh = await it.make(...cleaning)
    const accepted = await it.make(...welcome, { status: 'ACCEPTED' })
    const untouched = {
      CANCELLED: await it.make(...cleaning, { status: 'CANCELLED' }),
      DECLINED: await it.make(...cleaning, { status: 'DECLINED' }),
    }
    await it.runAction('cancel')
    const late = await it.make(...cleaning, { status: 'CANCELLED' })
    assert.equal((await it.job(accepted)).status, 'CANCELLED')
    await it.newEvents()
    await it.runAction('rebook')
    assert.deepEqual(
      (await it.newJobEvents()).sort(),
      [`JOB_UPDATED ${fresh}`, `JOB_UPDATED ${accepted}`].sort(),
    )
    for (const uid of [fresh, accepted]) assert.equal((await it.job(uid)).status, 'NEW')
    for (const [status, uid] of Object.entries({ ...untouched, CANCELLED: late })) {
      assert.equal((await it.job(uid)).status, status)
    }
    assert.equal((await it.job(untouched.CANCELLED)).status, 'CANCELLED')
    await it.runAction('cancel')
    await it.runAction('rebook')
    assert.equal((await it.job(fresh)).status, 'NEW')
  })

  it('on other dates: its jobs keep their distance', async () => {
    const it = await makeStayWithJobs(server)
    const uid = await it.make(...cleaning)
    await it.runAction('cancel')
    await it.runAction('rebook', {
      checkInLocalDate: '2026-07-14',
      checkOutLocalDate: '2026-07-19',
    })
    assert.deepEqual(await it.jobTimes(uid), ['2026-07-19T10:30:00', '2026-07-19T13:30:00'])
    assert.equal((await it.job(uid)).status, 'NEW')
  })

  it('does not restore a job of another lead or of a deleted service', async () => {
    const it = await makeStayWithJobs(server)
    const reassigned = await it.make(...cleaning)
    const deletedService = await makeService(server, it.agencyUid, { title: 'Gardening' })
    const lost = await it.make(...cleaning, { service_uid: deletedService })
    await it.runAction('cancel')
    const other = await it.leadIn('NW')
    const { job } = await it.made('GET', `/jobs/${reassigned}`)
    await it.made('PUT', `/jobs/${reassigned}`, { ...job, leadUid: other })
    await it.made('DELETE', `/services/${deletedService}`)
    await it.runAction('rebook')
    for (const uid of [reassigned, lost]) assert.equal((await it.job(uid)).status, 'CANCELLED')
  })
})
