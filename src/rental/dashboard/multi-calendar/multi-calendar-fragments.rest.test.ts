/** Cached fragments of a multi-calendar: contract/pricing.md §11. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { makeStay } from '../../../../test/fixtures/held-nights.ts'
import { jobRow, makeService } from '../../../../test/fixtures/jobs.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { engine } from '../../../../test/support/database.ts'
import { requestWhileLocked } from '../../../../test/support/databases/request-while-locked.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'
import { allTag } from '../../../platform/db/cache-tags/bump-versions.ts'
import { insertRows } from '../../../platform/db/rows.ts'

const server = await startServer()
const db = server.database.kysely
const v3 = '/api/v3.3'
const june = 'from=2026-06-01&to=2026-06-30'
let agencyUid: string
let key: string
let here: string
let there: string

beforeEach(async () => {
  server.clock.set(exampleNow)
  ;({ agencyUid, key } = await makeAgency(server))
  here = await makeProperty(server, agencyUid, { name: 'Here' })
  there = await makeProperty(server, agencyUid, { name: 'There' })
})

/** Writes without invalidation: a response then shows which of its data was cached. */
const past = (sql: string) => server.database.exclusively(script => script(sql))

async function read(filters = '') {
  const path = `${v3}/multi-calendar?agencyUid=${agencyUid}&${june}${filters}`
  const { status, body } = await server.request('GET', path, { key })
  assert.equal(status, 200, JSON.stringify(body))
  return body.multiCalendar
}

async function book(propertyUid: string, day: number): Promise<string> {
  const two = (n: number) => String(n).padStart(2, '0')
  const body = {
    ...{ agencyUid, propertyUid, type: 'BLOCK', status: 'BLOCKED' },
    checkInLocalDateTime: `2026-06-${two(day)}T16:00:00`,
    checkOutLocalDateTime: `2026-06-${two(day + 1)}T11:00:00`,
  }
  const response = await server.request('POST', `${v3}/leads`, { key, body })
  assert.equal(response.status, 201, response.text)
  return response.body.lead.uid
}

/** Creates a booking of a property with a message to its guest. */
async function writeTo(propertyUid: string): Promise<string> {
  const guestInformation = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org' }
  const stay = { checkInLocalDate: '2026-06-05', checkOutLocalDate: '2026-06-06' }
  const sent = { agencyUid, propertyUid, status: 'BOOKED', ...stay, guestInformation }
  const booked = await server.request('POST', `${v3}/leads`, { key, body: sent })
  const leadUid = booked.body.lead.uid
  const message = { type: 'EMAIL', leadUid, content: { text: 'Welcome' } }
  const written = await server.request('POST', `${v3}/messages`, { key, body: message })
  assert.equal(written.status, 201, written.text)
  return leadUid
}

describe('cached fragments of a multi-calendar', () => {
  it('are combined with properties that were invalidated', async () => {
    await read()
    await past(`update properties set city = 'York' where agency_uid = '${agencyUid}'`)
    const lead = await book(here, 3)
    const { rows, stays } = await read()
    const returned = rows.map(({ city, stays }: { city: string; stays: number }) => [city, stays])
    assert.deepEqual(returned, [
      ['York', 1],
      [null, 0],
    ])
    assert.deepEqual(stays.leadUids, [lead])
    await book(there, 4)
    const again = await read()
    assert.equal(again.rows[1].city, 'York')
    assert.deepEqual(again.stays.leadUids[0], lead)
    assert.deepEqual(again.stays.checkIns, [2, 3])
    assert.deepEqual(again.stays.kindOf, [0, 0])
  })

  it('do not contain jobs and unread threads, which are current', async () => {
    const service_uid = await makeService(server, agencyUid)
    const leadUid = await writeTo(there)
    await read()
    assert.deepEqual((await read()).stays.kinds.map(isUnread), [false])
    await past(`update properties set city = 'York' where agency_uid = '${agencyUid}'`)
    const threads = server.database.kysely.updateTable('threads').set({ agency_read_at: null })
    const [updated] = await threads.where('agency_uid', '=', agencyUid).execute()
    assert.equal(updated?.numUpdatedRows, 1n)
    const start_local = '2026-06-06T11:00:00'
    const job = jobRow(agencyUid, { property_uid: there, service_uid, start_local })
    await insertRows({ db: server.database.kysely }, 'jobs', [job])
    const { rows, stays } = await read()
    assert.deepEqual([rows[1].city, rows[1].jobs], [null, [[5, 1, 'NEW']]])
    assert.deepEqual([stays.leadUids, stays.kinds.map(isUnread)], [[leadUid], [true]])
  })

  it('expire when a hold of the property expires', async () => {
    const timer_ends_at = new Date('2026-05-20T15:05:00Z')
    await makeStay(server, agencyUid, {
      ...{ propertyUid: there, checkIn: '2026-06-10', checkOut: '2026-06-12', status: 'ON_HOLD' },
      columns: { timer_ends_at },
    })
    assert.equal((await read()).stays.holds.length, 1)
    await book(here, 3)
    assert.deepEqual((await read()).rows[1].closed, [[9, 2, 'HELD']])
    server.clock.set(timer_ends_at)
    const { rows, stays } = await read()
    assert.deepEqual([rows[1].closed, stays.holds], [[], []])
  })
})

describe('a page of a multi-calendar with cached fragments', () => {
  it('returns unread threads of a lead from another page', async () => {
    const leadUid = await writeTo(there)
    const threads = server.database.kysely.updateTable('threads').set({ agency_read_at: null })
    await threads.where('agency_uid', '=', agencyUid).execute()
    assert.deepEqual((await read(`&propertyUids=${here}`)).stays.leadUids, [])
    const path = `${v3}/leads/${leadUid}/alteration`
    const moved = await server.request('POST', path, { key, body: { propertyUid: here } })
    assert.equal(moved.status, 200, moved.text)
    const { stays } = await read(`&propertyUids=${here}`)
    assert.deepEqual([stays.leadUids, stays.kinds.map(isUnread)], [[leadUid], [true]])
  })

  it('sorts and filters rows by current data', async () => {
    const names = async (filters = '') =>
      (await read(filters)).rows.map(({ name }: { name: string }) => name)
    assert.deepEqual(await names(), ['Here', 'There'])
    assert.deepEqual(await names('&query=zoo'), [])
    const body = { name: 'Zoo' }
    const renamed = await server.request('PATCH', `${v3}/properties/${here}`, { key, body })
    assert.equal(renamed.status, 200, renamed.text)
    assert.deepEqual([await names(), await names('&query=zoo')], [['There', 'Zoo'], ['Zoo']])
  })
})

describe('a multi-calendar of which one property changes during the query', () => {
  it('reuses the cached fragments of others', { skip: engine !== 'postgres' }, async () => {
    await read()
    await past(`update properties set city = 'York' where agency_uid = '${agencyUid}'`)
    await book(here, 3)
    const { rows } = await requestWhileLocked(
      db,
      async held => {
        await sql`lock table event_logs in access exclusive mode`.execute(held)
        await sql`update cache_tag_versions set version = 1 where agency_uid = ${agencyUid}
          and tag_uid in (${here}, ${allTag})`.execute(held)
      },
      () => read(),
    )
    assert.deepEqual(
      rows.map(({ city }: { city: string }) => city),
      ['York', null],
    )
  })
})

describe('asOfSeq of a multi-calendar', () => {
  it('is the last event that it contains, with concurrent bookings', async () => {
    await read()
    const responses: { asOfSeq: number; leadUids: string[] }[] = []
    let isDone = false
    const reading = async () => {
      while (!isDone) {
        const { asOfSeq, stays } = await read()
        responses.push({ asOfSeq, leadUids: stays.leadUids })
      }
    }
    const readers = [reading(), reading()]
    for (let day = 1; day < 9; day++) await Promise.all([book(here, day), book(there, day)])
    isDone = true
    await Promise.all(readers)
    const path = `${v3}/events?_limit=500`
    const { body } = await server.request('GET', path, { key })
    const created = body.events.filter((event: Event) => event.eventType === 'NEW_BLOCKED_DATES')
    assert.equal(created.length, 16, JSON.stringify(body.events[0]))
    for (const { asOfSeq, leadUids } of responses) {
      const returned = created.filter(({ seq }: Event) => seq <= asOfSeq)
      const uids = returned.map(({ payload }: Event) => payload.lead_uid)
      assert.deepEqual(leadUids.toSorted(), uids.toSorted())
    }
  })
})

const isUnread = (kind: { isUnread: boolean }) => kind.isUnread

interface Event {
  seq: number
  eventType: string
  payload: { lead_uid: string }
}
