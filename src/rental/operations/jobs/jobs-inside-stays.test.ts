/** Jobs of leads remain within the days of their stays: contract/resources.md §1.2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { makeEventCase } from '../../../../test/fixtures/events/event-case.ts'
import { cleaning, makeStayWithJobs } from '../../../../test/fixtures/events/stay-with-jobs.ts'
import { makeJob, makeService } from '../../../../test/fixtures/jobs.ts'
import { makeProperty } from '../../../../test/fixtures/rows.ts'
import { engine } from '../../../../test/support/database.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ SANDBOX: 'true' })

describe('a job between the ends of a stay', () => {
  const midStay = ['2026-07-06T10:00:00', '2026-07-06T12:00:00'] as const

  it('does not move while it is within the stay, whichever end moves', async () => {
    const it = await makeStayWithJobs(server)
    const uid = await it.make(...midStay)
    await it.newEvents()
    for (const stay of [
      { checkOutLocalDate: '2026-07-15' },
      { checkInLocalDate: '2026-07-01' },
      { checkInLocalDate: '2026-07-05', checkOutLocalDate: '2026-07-07' },
      { checkOutLocalDateTime: '2026-07-06T10:00:00' },
    ]) {
      await it.runAction('alteration', stay)
      assert.deepEqual(await it.jobTimes(uid), [...midStay], JSON.stringify(stay))
    }
    assert.deepEqual(await it.newJobEvents(), [])
  })

  it('moves to the day of the end that passed it, not beyond its hour', async () => {
    const cases = [
      [{ checkOutLocalDate: '2026-07-05' }, '2026-07-05T10:00:00', '2026-07-05T12:00:00'],
      [{ checkInLocalDate: '2026-07-07' }, '2026-07-07T15:00:00', '2026-07-07T17:00:00'],
      [
        { checkOutLocalDateTime: '2026-07-05T08:00:00' },
        '2026-07-05T08:00:00',
        '2026-07-05T10:00:00',
      ],
    ] as const
    for (const [stay, ...times] of cases) {
      const it = await makeStayWithJobs(server)
      const uid = await it.make(...midStay)
      await it.newEvents()
      await it.runAction('alteration', stay)
      assert.deepEqual(await it.jobTimes(uid), times)
      assert.deepEqual(await it.newJobEvents(), [`JOB_UPDATED ${uid}`])
    }
  })

  it('does not move into the stay of the guest before', async () => {
    const it = await makeStayWithJobs(server, {
      checkInLocalDate: '2027-07-10',
      checkOutLocalDate: '2027-07-20',
    })
    await it.create('BOOKED', { checkInLocalDate: '2027-07-05', checkOutLocalDate: '2027-07-10' })
    const uid = await it.make('2027-07-16T10:00:00', '2027-07-16T12:00:00')
    await it.runAction('alteration', { checkOutLocalDate: '2027-07-12' })
    assert.deepEqual(await it.jobTimes(uid), ['2027-07-12T10:00:00', '2027-07-12T12:00:00'])
  })

  it('stays with the first part of a stay that is split before it', async () => {
    const it = await makeStayWithJobs(server)
    const uid = await it.make('2026-07-07T09:00:00', '2026-07-07T11:00:00')
    const propertyUid = await makeProperty(server, it.agencyUid)
    await it.runAction('split', { splitLocalDate: '2026-07-05', propertyUid })
    assert.deepEqual(await it.jobTimes(uid), ['2026-07-05T09:00:00', '2026-07-05T11:00:00'])
  })

  it('keeps its days from the nearer end if both ends move', async () => {
    const it = await makeStayWithJobs(server)
    const uid = await it.make('2026-07-05T12:00:00', '2026-07-05T13:00:00')
    const august = { checkInLocalDate: '2026-08-10', checkOutLocalDate: '2026-08-16' }
    await it.runAction('alteration', august)
    assert.deepEqual(await it.jobTimes(uid), ['2026-08-11T12:00:00', '2026-08-11T13:00:00'])
  })
})

describe('a job on the day of an end', () => {
  it('stays on that day even if the new hour passes midnight', async () => {
    const it = await makeStayWithJobs(server)
    const uid = await it.make('2026-07-08T23:30:00', '2026-07-08T23:45:00')
    await it.runAction('alteration', { checkOutLocalDateTime: '2026-07-09T12:00:00' })
    assert.deepEqual(await it.jobTimes(uid), ['2026-07-09T23:30:00', '2026-07-09T23:45:00'])
  })

  it('moves when it was declined, and can then be accepted', async () => {
    const it = await makeStayWithJobs(server)
    const uid = await it.make(...cleaning)
    await it.made('POST', `/jobs/${uid}/decline`)
    await it.runAction('alteration', { checkOutLocalDate: '2026-07-12' })
    const { job } = await it.made('POST', `/jobs/${uid}/accept`)
    const { status, startLocalDateTime } = job
    assert.deepEqual([status, startLocalDateTime], ['ACCEPTED', '2026-07-12T10:30:00'])
    await it.made('POST', `/jobs/${uid}/decline`)
    await it.runAction('cancel')
    await it.runAction('rebook', {
      checkInLocalDate: '2026-09-01',
      checkOutLocalDate: '2026-09-03',
    })
    const again = await it.job(uid)
    const current = [again.status, again.startLocalDateTime]
    assert.deepEqual(current, ['DECLINED', '2026-09-03T10:30:00'])
  })

  it('cannot be accepted after it was declined and its stay was cancelled', async () => {
    const it = await makeStayWithJobs(server)
    const uid = await it.make(...cleaning)
    await it.made('POST', `/jobs/${uid}/decline`)
    await it.runAction('cancel')
    const { key } = it
    const response = await server.request('POST', `/api/v3.3/jobs/${uid}/accept`, { key })
    assert.deepEqual([response.status, response.body.code], [409, 'STATE_CONFLICT'])
    assert.match(response.body.apiErrorMessage, /cannot be ACCEPTED: its lead \S+ is CANCELLED$/)
    await it.runAction('rebook')
    assert.equal((await it.made('POST', `/jobs/${uid}/accept`)).job.status, 'ACCEPTED')
  })

  it('is NEW again on another day, but not at another hour; emits the change', async () => {
    const it = await makeStayWithJobs(server)
    const uid = await it.make(...cleaning)
    await it.made('POST', `/jobs/${uid}/accept`)
    await it.runAction('alteration', { checkOutLocalDateTime: '2026-07-08T11:00:00' })
    assert.equal((await it.job(uid)).status, 'ACCEPTED')
    await it.newEvents()
    await it.runAction('alteration', { checkOutLocalDate: '2026-07-12' })
    assert.equal((await it.job(uid)).status, 'NEW')
    const [event] = (await it.newEvents()).filter(({ type }) => type === 'JOB_UPDATED')
    assert.match(JSON.stringify(event), /"ACCEPTED"/)
    assert.match(JSON.stringify(event), /2026-07-12T10:00:00|2026-07-12T10:30:00/)
  })
})

/** Returns the date a number of days after 1 July 2026. */
const dateAt = (day: number) => Temporal.PlainDate.from('2026-07-01').add({ days: day }).toString()
const timeAt = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`
const localAt = (day: number, minute: number) => `${dateAt(day)}T${timeAt(minute)}`

const minute = fc.nat(24 * 60 - 1)
const stay = fc
  .record({ from: fc.nat(40), nights: fc.integer({ min: 1, max: 12 }), in: minute, out: minute })
  .map(({ from, nights, ...at }) => ({
    checkInLocalDateTime: localAt(from, at.in),
    checkOutLocalDateTime: localAt(from + nights, at.out),
  }))

/** Job that begins at a fraction of the days of the stay, so within the stay. */
const job = fc.record({
  part: fc.double({ min: 0, max: 1, noNaN: true }),
  minute,
  lasts: fc.integer({ min: 0, max: 600 }),
  status: fc.constantFrom('NEW', 'ACCEPTED', 'DECLINED'),
})

type Stay = typeof stay extends fc.Arbitrary<infer S> ? S : never
type Job = typeof job extends fc.Arbitrary<infer J> ? J : never

/** Changes of a stay: both ends, one end, a cancellation and rebooking, or another property. */
const change = fc.oneof(
  stay,
  stay.map(({ checkInLocalDateTime }) => ({ checkInLocalDateTime })),
  stay.map(({ checkOutLocalDateTime }) => ({ checkOutLocalDateTime })),
  stay.map(rebook => ({ rebook })),
  fc.constant({ moves: true as const }),
)

function jobTimes({ part, minute, lasts }: Job, { checkInLocalDateTime, ...stay }: Stay) {
  const day = (local: string) => Temporal.PlainDate.from(local.slice(0, 10))
  const days = day(checkInLocalDateTime).until(day(stay.checkOutLocalDateTime)).days
  const start = Temporal.PlainDateTime.from(
    `${day(checkInLocalDateTime).add({ days: Math.round(part * days) })}T${timeAt(minute)}`,
  )
  const text = (time: Temporal.PlainDateTime) => time.toString({ smallestUnit: 'second' })
  return { start_local: text(start), end_local: text(start.add({ minutes: lasts })) }
}

/** Creates a booking in an agency of its own, with jobs. */
async function makeCase(first: Stay, jobs: Job[]) {
  const { agencyUid, key, made, create } = await makeEventCase(server)
  const propertyUids = [
    await makeProperty(server, agencyUid),
    await makeProperty(server, agencyUid),
  ]
  const { lead } = await create('BOOKED', {
    ...{ propertyUid: propertyUids[0], checkInLocalDate: undefined, checkOutLocalDate: undefined },
    ...first,
  })
  const service_uid = await makeService(server, agencyUid)
  const refers = { property_uid: propertyUids[0]!, service_uid, lead_uid: lead.uid as string }
  const uids: string[] = []
  for (const planned of jobs) {
    const columns = { ...refers, status: planned.status, ...jobTimes(planned, first) }
    uids.push(await makeJob(server, agencyUid, columns))
  }
  return { key, lead: lead.uid as string, propertyUids, uids, made }
}

type Case = Awaited<ReturnType<typeof makeCase>>

async function apply({ key, made, lead, propertyUids }: Case, step: object) {
  const post = (action: string, body: object = {}) =>
    server.request('POST', `/api/v3.3/leads/${lead}/${action}`, { key, body })
  if ('moves' in step) {
    const { propertyUid } = (await made('GET', `/leads/${lead}`)).lead
    const other = propertyUids.find(uid => uid !== propertyUid)
    return post('alteration', { propertyUid: other })
  }
  if (!('rebook' in step)) return post('alteration', step)
  await post('cancel')
  return post('rebook', step.rebook as object)
}

async function checkInside({ made, lead, uids }: Case): Promise<void> {
  const current = (await made('GET', `/leads/${lead}`)).lead
  const [from, to] = [current.checkInLocalDateTime, current.checkOutLocalDateTime]
  for (const uid of uids) {
    const { job } = await made('GET', `/jobs/${uid}`)
    const day = job.startLocalDateTime.slice(0, 10)
    const isInside = from.slice(0, 10) <= day && day <= to.slice(0, 10)
    assert.ok(isInside, `${job.startLocalDateTime} is not within ${from} and ${to}`)
    assert.equal(job.propertyUid, current.propertyUid)
  }
}

describe('jobs created within the days of a stay', () => {
  const numRuns = engine === 'postgres' ? 40 : 15
  it(`stay within them after random changes of the stay, in ${numRuns} runs`, async () => {
    const steps = fc.array(change, { minLength: 1, maxLength: 5 })
    const jobs = fc.array(job, { minLength: 1, maxLength: 4 })
    const refusals = new Set<number>()
    await fc.assert(
      fc.asyncProperty(stay, jobs, steps, async (first, jobs, steps) => {
        const testCase = await makeCase(first, jobs)
        for (const step of steps) {
          const { status } = await apply(testCase, step)
          refusals.add(status)
          await checkInside(testCase)
        }
      }),
      { numRuns },
    )
    // A change is only rejected if check-in would pass check-out.
    assert.deepEqual(
      [...refusals].filter(status => status !== 200 && status !== 400),
      [],
    )
  })
})
