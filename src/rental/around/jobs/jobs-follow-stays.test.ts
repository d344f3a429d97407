/** Jobs whose leads go to other dates, and come back: contract/resources.md §1.2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeToldCase } from '../../../../test/fixtures/events/told-case.ts'
import { makeJob, makeService } from '../../../../test/fixtures/jobs.ts'
import { makeProperty, makeUnit } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ SANDBOX: 'true' })

/** A booking of 4 to 8 July 2026, from 16 to 10 o'clock, at a house in Denver. */
async function makeCase(body: object = {}) {
  const given = await makeToldCase(server)
  const { agencyUid, made } = given
  const service_uid = await makeService(server, agencyUid)
  const { uid: lead, propertyUid } = (await given.create('BOOKED', body)).lead
  const make = (start_local: string, end_local: string, columns: object = {}) =>
    makeJob(server, agencyUid, {
      ...{ property_uid: propertyUid, service_uid, lead_uid: lead, start_local, end_local },
      ...columns,
    })
  const job = async (uid: string) => (await made('GET', `/jobs/${uid}`)).job
  const timesOf = async (uid: string) => {
    const { startLocalDateTime, endLocalDateTime } = await job(uid)
    return [startLocalDateTime, endLocalDateTime]
  }
  const act = (action: string, body: object = {}) => made('POST', `/leads/${lead}/${action}`, body)
  const toldOfJobs = async () =>
    (await given.news())
      .filter(({ type }) => type.startsWith('JOB_'))
      .map(({ type, object_uid }) => `${type} ${object_uid}`)
  return { ...given, lead, propertyUid, service_uid, make, job, timesOf, act, toldOfJobs }
}

const cleaning = ['2026-07-08T10:30:00', '2026-07-08T13:30:00'] as const
const welcome = ['2026-07-04T15:00:00', '2026-07-04T17:00:00'] as const

describe('a lead that goes to other dates', () => {
  it('takes its jobs along, each by the end of the stay that it is nearer to', async () => {
    const it = await makeCase()
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
    const it = await makeCase()
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

  it('moves new and accepted ones, and leaves the others where they are', async () => {
    const it = await makeCase()
    const uids: Record<string, string> = {}
    for (const status of ['NEW', 'ACCEPTED', 'DECLINED', 'DONE', 'CANCELLED']) {
      const done_at = status === 'DONE' ? new Date('2026-01-01T00:00:00Z') : null
      uids[status] = await it.make(...cleaning, { status, done_at })
    }
    await it.act('alteration', { checkOutLocalDate: '2026-07-09' })
    for (const [status, uid] of Object.entries(uids)) {
      const { startLocalDateTime, status: kept } = await it.job(uid)
      const day = status === 'NEW' || status === 'ACCEPTED' ? '09' : '08'
      assert.deepEqual([startLocalDateTime, kept], [`2026-07-${day}T10:30:00`, status])
    }
  })
})

describe('the local times of jobs that move', () => {
  it('are as far from the end of the stay in a house of another zone', async () => {
    const it = await makeCase()
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
    const it = await makeCase()
    const uid = await it.make('2026-07-05T02:15:00', '2026-07-05T02:45:00')
    // In Denver the clocks go from 2 to 3 o'clock on 14 March 2027.
    await it.act('alteration', { checkInLocalDate: '2027-03-13', checkOutLocalDate: '2027-03-17' })
    assert.deepEqual(await it.timesOf(uid), ['2027-03-14T03:15:00', '2027-03-14T03:45:00'])
  })

  it('move by v2 and of an inquiry, too', async () => {
    const it = await makeCase()
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

describe('a booking that is booked again', () => {
  it('has the jobs back, as new ones, that went with it, and no others', async () => {
    const it = await makeCase()
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
    const it = await makeCase()
    const uid = await it.make(...cleaning)
    await it.act('cancel')
    await it.act('rebook', { checkInLocalDate: '2026-07-14', checkOutLocalDate: '2026-07-19' })
    assert.deepEqual(await it.timesOf(uid), ['2026-07-19T10:30:00', '2026-07-19T13:30:00'])
    assert.equal((await it.job(uid)).status, 'NEW')
  })

  it('leaves those cancelled that ended with it when it was a request', async () => {
    const it = await makeCase()
    await it.act('cancel')
    const lead = await it.leadIn('PE')
    const uid = await it.make(...cleaning, { lead_uid: lead })
    for (const action of ['cancel', 'reopen']) await it.made('POST', `/leads/${lead}/${action}`)
    assert.equal((await it.job(uid)).status, 'CANCELLED')
    for (const action of ['mark-as-booked', 'cancel', 'rebook']) {
      await it.made('POST', `/leads/${lead}/${action}`)
    }
    assert.equal((await it.job(uid)).status, 'CANCELLED')
  })

  it('leaves one cancelled that was given to another lead, or whose service is gone', async () => {
    const it = await makeCase()
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
