/** Jobs whose leads go to other dates, and come back: contract/resources.md §1.2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cleaning, makeStayWithJobs } from '../../../../test/fixtures/events/stay-with-jobs.ts'
import { makeToldCase } from '../../../../test/fixtures/events/told-case.ts'
import { makeJob, makeService } from '../../../../test/fixtures/jobs.ts'
import { makeProperty, makeUnit } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ SANDBOX: 'true' })

const welcome = ['2026-07-04T15:00:00', '2026-07-04T17:00:00'] as const

describe('a lead that goes to other dates', () => {
  it('takes its jobs along, each by the end of the stay that it is nearer to', async () => {
    const it = await makeStayWithJobs(server)
    const before = await it.make('2026-07-03T09:00:00', '2026-07-03T10:00:00')
    const [greeting, after] = [await it.make(...welcome), await it.make(...cleaning)]
    await it.news()
    const stay = { checkInLocalDate: '2026-07-05', checkOutLocalDate: '2026-07-12' }
    await it.act('alteration', stay)
    assert.deepEqual(await it.timesOf(before), ['2026-07-04T09:00:00', '2026-07-04T10:00:00'])
    assert.deepEqual(await it.timesOf(greeting), ['2026-07-05T15:00:00', '2026-07-05T17:00:00'])
    assert.deepEqual(await it.timesOf(after), ['2026-07-12T10:30:00', '2026-07-12T13:30:00'])
    const told = [before, greeting, after].map(uid => `JOB_UPDATED ${uid}`)
    assert.deepEqual((await it.toldOfJobs()).sort(), told.sort())
  })

  it('moves nothing at the end that stays, and what it moves by hours, too', async () => {
    const it = await makeStayWithJobs(server)
    const [greeting, after] = [await it.make(...welcome), await it.make(...cleaning)]
    await it.news()
    await it.act('alteration', { checkOutLocalDateTime: '2026-07-08T12:00:00' })
    const { checkOutLocalDateTime: out } = (await it.made('GET', `/leads/${it.lead}`)).lead
    assert.equal(out, '2026-07-08T12:00:00')
    assert.deepEqual(await it.timesOf(greeting), [...welcome])
    const [start] = await it.timesOf(after)
    assert.ok(start! > cleaning[0])
    assert.deepEqual(await it.toldOfJobs(), [`JOB_UPDATED ${after}`])
  })

  it('moves those that have not ended, and leaves the others where they are', async () => {
    const it = await makeStayWithJobs(server)
    const uids: Record<string, string> = {}
    for (const status of ['NEW', 'ACCEPTED', 'DECLINED', 'DONE', 'CANCELLED']) {
      const done_at = status === 'DONE' ? new Date('2026-01-01T00:00:00Z') : null
      uids[status] = await it.make(...cleaning, { status, done_at })
    }
    await it.act('alteration', { checkOutLocalDate: '2026-07-09' })
    for (const [status, uid] of Object.entries(uids)) {
      const { startLocalDateTime, status: kept } = await it.job(uid)
      const hasEnded = status === 'DONE' || status === 'CANCELLED'
      const start = `2026-07-${hasEnded ? '08' : '09'}T10:30:00`
      assert.deepEqual([startLocalDateTime, kept], [start, status === 'ACCEPTED' ? 'NEW' : status])
    }
  })
})

describe('the local times of jobs that move', () => {
  it('are as far from the end of the stay in a house of another zone', async () => {
    const it = await makeStayWithJobs(server)
    const uid = await it.make(...cleaning)
    const propertyUid = await makeProperty(server, it.agencyUid, { time_zone: 'Europe/Paris' })
    await it.act('alteration', {
      propertyUid,
      checkInLocalDateTime: '2026-07-14T16:00',
      checkOutLocalDateTime: '2026-07-18T10:00',
    })
    const [was, is] = ['2026-07-08T10:30:00', await it.timesOf(uid)]
    assert.equal((await it.job(uid)).propertyUid, propertyUid)
    assert.equal(is[0]!.slice(0, 10), '2026-07-18')
    const lasts = Date.parse(`${is[1]}Z`) - Date.parse(`${is[0]}Z`)
    assert.equal(lasts, Date.parse(`${cleaning[1]}Z`) - Date.parse(`${was}Z`))
  })

  it('that a change of clocks leaves out are the next that there are', async () => {
    const it = await makeStayWithJobs(server)
    const uid = await it.make('2026-07-05T02:15:00', '2026-07-05T02:45:00')
    // Both ends move, so it keeps its days from check-in. In Denver the clocks go from 2 to 3 o'clock on 14 March 2027.
    await it.act('alteration', { checkInLocalDate: '2027-03-13', checkOutLocalDate: '2027-03-17' })
    assert.deepEqual(await it.timesOf(uid), ['2027-03-14T03:15:00', '2027-03-14T03:45:00'])
  })

  it('move by v2 and of an inquiry, too', async () => {
    const it = await makeStayWithJobs(server)
    const uid = await it.make(...cleaning)
    const body = { checkInDate: '2026-07-05', checkOutDate: '2026-07-09' }
    const put = await server.request('PUT', `/v2/leads/${it.lead}`, { key: it.key, body })
    assert.equal(put.status, 200, put.text)
    assert.deepEqual(await it.timesOf(uid), ['2026-07-09T10:30:00', '2026-07-09T13:30:00'])
    const inquiry = await it.leadIn('NW')
    const asked = await it.make(...cleaning, { lead_uid: inquiry })
    const later = { checkOutLocalDate: '2026-07-10' }
    await it.made('POST', `/leads/${inquiry}/alteration`, later)
    assert.deepEqual(await it.timesOf(asked), ['2026-07-10T10:30:00', '2026-07-10T13:30:00'])
  })

  it('stay when the lead goes to another unit, where a job in its unit goes, too', async () => {
    const it = await makeToldCase(server)
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
  it('has its jobs back that were cancelled with it, a hold and a request alike', async () => {
    const it = await makeStayWithJobs(server)
    await it.act('cancel')
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
      await it.news()
      await it.made('POST', `/leads/${lead}/reopen`)
      assert.equal((await it.job(uid)).status, 'NEW')
      assert.deepEqual(await it.toldOfJobs(), [`JOB_UPDATED ${uid}`])
      assert.equal((await it.job(own)).status, 'CANCELLED')
      await it.made('POST', `/leads/${lead}/close`)
    }
  })
})

describe('a booking that is booked again', () => {
  it('has the jobs back, as new ones, that went with it, and no others', async () => {
    const it = await makeStayWithJobs(server)
    const fresh = await it.make(...cleaning)
    const accepted = await it.make(...welcome, { status: 'ACCEPTED' })
    const others = {
      CANCELLED: await it.make(...cleaning, { status: 'CANCELLED' }),
      DECLINED: await it.make(...cleaning, { status: 'DECLINED' }),
    }
    await it.act('cancel')
    const late = await it.make(...cleaning, { status: 'CANCELLED' })
    assert.equal((await it.job(accepted)).status, 'CANCELLED')
    await it.news()
    await it.act('rebook')
    assert.deepEqual(
      (await it.toldOfJobs()).sort(),
      [`JOB_UPDATED ${fresh}`, `JOB_UPDATED ${accepted}`].sort(),
    )
    for (const uid of [fresh, accepted]) assert.equal((await it.job(uid)).status, 'NEW')
    for (const [status, uid] of Object.entries({ ...others, CANCELLED: late })) {
      assert.equal((await it.job(uid)).status, status)
    }
    assert.equal((await it.job(others.CANCELLED)).status, 'CANCELLED')
    await it.act('cancel')
    await it.act('rebook')
    assert.equal((await it.job(fresh)).status, 'NEW')
  })

  it('on other dates: they keep their distance', async () => {
    const it = await makeStayWithJobs(server)
    const uid = await it.make(...cleaning)
    await it.act('cancel')
    await it.act('rebook', { checkInLocalDate: '2026-07-14', checkOutLocalDate: '2026-07-19' })
    assert.deepEqual(await it.timesOf(uid), ['2026-07-19T10:30:00', '2026-07-19T13:30:00'])
    assert.equal((await it.job(uid)).status, 'NEW')
  })

  it('leaves one cancelled that was given to another lead, or whose service is gone', async () => {
    const it = await makeStayWithJobs(server)
    const given = await it.make(...cleaning)
    const gone = await makeService(server, it.agencyUid, { title: 'Gardening' })
    const lost = await it.make(...cleaning, { service_uid: gone })
    await it.act('cancel')
    const other = await it.leadIn('NW')
    const { job } = await it.made('GET', `/jobs/${given}`)
    await it.made('PUT', `/jobs/${given}`, { ...job, leadUid: other })
    await it.made('DELETE', `/services/${gone}`)
    await it.act('rebook')
    for (const uid of [given, lost]) assert.equal((await it.job(uid)).status, 'CANCELLED')
  })
})
