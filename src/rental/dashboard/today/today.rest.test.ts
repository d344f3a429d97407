/** Agenda of a day: contract/resources.md §11.1. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jobRow, makeService } from '../../../../test/fixtures/jobs.ts'
import * as make from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { insertRows } from '../../../platform/db/rows.ts'

const server = await startServer()
const { agencyUid, key } = await make.makeAgency(server)
const property_uid = await make.makeProperty(server, agencyUid, { full_payment_timing: 10 })

const getToday = (query = 'date=2026-06-05', as = key, uid = agencyUid) =>
  server.request('GET', `/api/v3.3/agencies/${uid}/today?${query}`, { key: as })

const stay = (from: string, to: string) => ({
  property_uid,
  check_in_local: `${from}T16:00:00`,
  check_out_local: `${to}T11:00:00`,
})
const booked = { type: 'BOOKING', status: 'BOOKED' }
const add = (columns: object) => make.makeLead(server, agencyUid, columns)

const leaving = await add({ ...booked, ...stay('2026-06-01', '2026-06-05'), first_name: 'Ada' })
const coming = await add({ ...booked, ...stay('2026-06-05', '2026-06-09') })
const there = await add({ ...booked, ...stay('2026-06-04', '2026-06-06') })
await add({ ...booked, ...stay('2026-06-06', '2026-06-07'), status: 'CANCELLED' })
const timer_ends_at = new Date('2026-05-20T16:00:00Z')
const hold = { type: 'INQUIRY', status: 'ON_HOLD', ...stay('2026-08-01', '2026-08-02') }
const held = await add({ ...hold, timer_ends_at })
await add({ ...hold, timer_ends_at: server.clock.now() })
const request = { type: 'BOOKING_REQUEST', status: 'PENDING', timer_ends_at }
const requested = await add({ ...request, ...stay('2026-09-01', '2026-09-02') })
const upcoming = await add({ ...booked, ...stay('2026-06-15', '2026-06-16') })
const far = await add({ ...booked, ...stay('2026-06-16', '2026-06-17') })
const over = await add({ ...booked, ...stay('2026-06-02', '2026-06-04') })
for (const uid of [leaving, there, coming, upcoming, far, over]) {
  await make.makeOrder(server, agencyUid, uid, { total_amount: '80.10' })
}
const job = { property_uid, service_uid: await makeService(server, agencyUid) }
const dayJob = jobRow(agencyUid, { ...job, start_local: '2026-06-05T11:00:00', status: 'DONE' })
const lateJob = jobRow(agencyUid, {
  ...job,
  start_local: '2026-05-20T06:00:00',
  end_local: '2026-05-20T08:59:00',
})
await insertRows({ db: server.database.kysely }, 'jobs', [dayJob, lateJob])

interface Item {
  leadUid: string
}
const listUids = ({ count, items }: { count: number; items: Item[] }) => {
  assert.equal(count, items.length)
  return items.map(({ leadUid }) => leadUid)
}

describe('GET /agencies/{uid}/today', () => {
  it('200: counts and returns arrivals, departures, stays and open tasks', async () => {
    const { status, body } = await getToday()
    assert.equal(status, 200)
    const { today } = body
    assert.deepEqual([today.date, today.asOfSeq], ['2026-06-05', 0])
    assert.deepEqual(listUids(today.arrivals), [coming])
    assert.deepEqual(listUids(today.departures), [leaving])
    assert.deepEqual(listUids(today.inStay), [there])
    assert.deepEqual(listUids(today.holds), [held])
    assert.deepEqual(listUids(today.requests), [requested])
    assert.deepEqual(listUids(today.due), [leaving, there, coming, upcoming])
    assert.equal(today.due.items[0].balanceAmount, 80.1)
    assert.equal(today.holds.items[0].expiresUtcDateTime, '2026-05-20T16:00:00')
    const [turnover] = today.turnovers.items
    assert.deepEqual([turnover.leadUid, turnover.nextLeadUid], [leaving, coming])
    assert.equal(turnover.isReady, true)
    assert.deepEqual(
      turnover.jobs.map(({ jobUid }: { jobUid: string }) => jobUid),
      [dayJob.uid],
    )
    assert.equal(today.lateJobs.items[0].jobUid, lateJob.uid)
    assert.deepEqual([today.lateJobs.count, today.unreadThreads.count], [1, 0])
    assert.deepEqual(today.failing, { count: 0, items: [] })
  })

  it('200: defaults to the date of the agency, and counts beyond the first 20', async () => {
    const other = await make.makeAgency(server, { timeZone: 'Pacific/Kiritimati' })
    for (let i = 0; i < 21; i++) {
      await make.makeLead(server, other.agencyUid, {
        ...booked,
        check_in_local: '2026-05-21T16:00:00',
        check_out_local: '2026-05-22T11:00:00',
      })
    }
    const { body } = await getToday('', other.key, other.agencyUid)
    assert.equal(body.today.date, '2026-05-21')
    assert.deepEqual([body.today.arrivals.count, body.today.arrivals.items.length], [21, 20])
    const all = (await getToday('_limit=500', other.key, other.agencyUid)).body.today.arrivals
    assert.deepEqual([all.count, all.items.length], [21, 21])
    const few = (await getToday('_limit=3', other.key, other.agencyUid)).body.today.arrivals
    assert.deepEqual(few, { count: 21, items: all.items.slice(0, 3) })
    for (const limit of ['0', '501', 'x']) {
      const rejected = await getToday(`_limit=${limit}`, other.key, other.agencyUid)
      assert.deepEqual([rejected.status, rejected.body.parameter], [400, '_limit'], limit)
    }
  })
})

describe('due payments of a day', () => {
  it('match the list of leads with that day, in REST and GraphQL', async () => {
    for (const [date, due] of [
      ['2026-06-05', [leaving, there, coming, upcoming]],
      ['2026-06-06', [there, coming, upcoming, far]],
      ['2026-05-23', [leaving, over]],
    ] as const) {
      const { today } = (await getToday(`date=${date}`)).body
      assert.deepEqual(listUids(today.due), due)
      const of = `agencyUid=${agencyUid}&dueOn=${date}`
      const path = `/api/v3.3/leads?${of}&sort=checkIn`
      const { body } = await server.request('GET', path, { key })
      assert.deepEqual(
        body.leads.map(({ uid }: { uid: string }) => uid),
        due,
      )
      const query = `{ leads(agencyUid: "${agencyUid}", dueOn: "${date}") { uid } }`
      const options = { key, body: { query } }
      const { data } = (await server.request('POST', '/api/v3.3/graphql', options)).body
      assert.deepEqual(new Set(data.leads.map(({ uid }: { uid: string }) => uid)), new Set(due))
      const counted = await server.request('GET', `/api/v3.3/leads/counts?by=status&${of}`, { key })
      const count = ({ value }: { value: string }) => value === 'BOOKED'
      assert.equal(counted.body.counts.find(count).count, due.length)
    }
    const rejected = await server.request('GET', '/api/v3.3/leads?dueOn=soon', { key })
    assert.deepEqual([rejected.status, rejected.body.parameter], [400, 'dueOn'])
  })
})

describe('an unread message of a day', () => {
  it('has the guest name if the caller has access to guests', async () => {
    const other = await make.makeAgency(server)
    const property = await make.makeProperty(server, other.agencyUid)
    const written = await server.request('POST', '/api/v3.3/leads', {
      key: other.key,
      body: {
        agencyUid: other.agencyUid,
        propertyUid: property,
        status: 'NEW',
        checkInLocalDate: '2026-07-01',
        checkOutLocalDate: '2026-07-05',
        guestInformation: {
          firstName: 'Ida',
          lastName: 'Reed',
          email: 'i@x.example',
          adultCount: 1,
        },
      },
    })
    const message = { type: 'EMAIL', leadUid: written.body.lead.uid, content: { text: 'Hi' } }
    await server.request('POST', '/api/v3.3/messages', { key: other.key, body: message })
    await server.database.kysely
      .updateTable('threads')
      .set({ agency_read_at: null })
      .where('agency_uid', '=', other.agencyUid)
      .execute()
    const { items } = (await getToday('', other.key, other.agencyUid)).body.today.unreadThreads
    const { uid: leadUid, propertyUid, unitUid } = written.body.lead
    const { threadUid, updatedUtcDateTime, ...whose } = items[0]
    assert.deepEqual(whose, { leadUid, propertyUid, unitUid, guestName: 'Ida Reed' })
    // This guest is not linked to a lead yet.
    const inbound = {
      agencyUid: other.agencyUid,
      type: 'EMAIL',
      guest: { email: 'zoe@x.example', firstName: 'Zoe', lastName: 'Reed' },
      content: { text: 'Is there a cot?' },
    }
    await server.request('POST', '/api/v3.3/messages/inbound', { key: other.key, body: inbound })
    const both = (await getToday('', other.key, other.agencyUid)).body.today.unreadThreads
    // Both were written at the same time.
    const own = both.items.find((one: { leadUid: string | null }) => one.leadUid === null)
    const { threadUid: _uid, updatedUtcDateTime: _at, ...guest } = own
    const nowhere = { leadUid: null, propertyUid: null, unitUid: null }
    assert.deepEqual([both.count, guest], [2, { ...nowhere, guestName: 'Zoe Reed' }])
    const { partnerUid } = await make.makePartner(server)
    await make.grant(server, { agencyUid: other.agencyUid, partnerUid, objectUid: property })
    const token = await make.makeToken(server, partnerUid, other.agencyUid)
    const returned = (await getToday('', token, other.agencyUid)).body.today.unreadThreads
    const { guestName: _, ...without } = items[0]
    assert.deepEqual(returned, { count: 1, items: [without] })
  })
})

describe('GET /agencies/{uid}/today for other callers', () => {
  it('200: returns granted properties, and guests only with access to guest data', async () => {
    const { partnerUid } = await make.makePartner(server)
    const elsewhere = await make.makeProperty(server, agencyUid)
    await make.grant(server, { agencyUid, partnerUid, objectUid: elsewhere })
    const token = await make.makeToken(server, partnerUid, agencyUid)
    const nothing = (await getToday(undefined, token)).body.today
    assert.deepEqual([nothing.departures.count, nothing.lateJobs.count], [0, 0])
    await make.grant(server, { agencyUid, partnerUid, objectUid: property_uid })
    const { departures } = (await getToday(undefined, token)).body.today
    assert.equal(departures.items[0].leadUid, leaving)
    assert.ok(!('guestName' in departures.items[0]))
    assert.equal((await getToday()).body.today.departures.items[0].guestName, 'Ada')
  })

  it('404: rejects another agency; 400: rejects an invalid date', async () => {
    const other = await make.makeAgency(server)
    assert.equal((await getToday('', other.key)).body.code, 'AGENCY_NOT_FOUND')
    const { status, body } = await getToday('date=2026-02-30')
    assert.deepEqual([status, body.parameter], [400, 'date'])
  })
})

describe('late jobs of a day', () => {
  const ends = {
    'Australia/Sydney': ['2026-05-21T00:30:00', '2026-05-21T01:30:00'],
    'Mars/Olympus_Mons': ['2026-05-20T14:30:00', '2026-05-20T15:30:00'],
  }
  for (const [time_zone, times] of Object.entries(ends)) {
    it(`use local time of the property, or UTC: ${time_zone}`, async () => {
      const other = await make.makeAgency(server)
      const uid = await make.makeProperty(server, other.agencyUid, { time_zone })
      const service_uid = await makeService(server, other.agencyUid)
      const of = { property_uid: uid, service_uid, start_local: '2026-05-19T06:00:00' }
      const [late, open] = times.map(end_local => jobRow(other.agencyUid, { ...of, end_local }))
      await insertRows({ db: server.database.kysely }, 'jobs', [late!, open!])
      const { status, body } = await getToday('', other.key, other.agencyUid)
      assert.equal(status, 200, JSON.stringify(body))
      const { items } = body.today.lateJobs
      const uids = items.map(({ jobUid }: { jobUid: string }) => jobUid)
      assert.deepEqual(uids, [late!.uid])
    })
  }

  it('are late one millisecond after their end, also in a cached response', async () => {
    const other = await make.makeAgency(server)
    const uid = await make.makeProperty(server, other.agencyUid, { time_zone: 'UTC' })
    const of = { property_uid: uid, service_uid: await makeService(server, other.agencyUid) }
    const times = { start_local: '2026-05-20T14:00:00', end_local: '2026-05-20T15:10:00' }
    await insertRows({ db: server.database.kysely }, 'jobs', [
      jobRow(other.agencyUid, { ...of, ...times }),
    ])
    const late = async () =>
      (await getToday('', other.key, other.agencyUid)).body.today.lateJobs.count
    assert.equal(await late(), 0)
    server.clock.set('2026-05-20T15:10:00Z')
    assert.equal(await late(), 0)
    server.clock.set('2026-05-20T15:10:00.001Z')
    assert.equal(await late(), 1)
  })
})
