/** Background import of external calendars: contract/resources.md §10. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { QueryExecutorProvider } from 'kysely'
import { formatFeed, startAbroad } from '../../../../test/fixtures/external-calendars.ts'
import { callsAnywhere } from '../../../../test/fixtures/webhooks.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { startServer } from '../../../../test/support/server.ts'
import { workContext } from '../../../server/start-workers.ts'
import { icalCaller } from '../../access/agencies/caller.ts'
import { findIcalByKey, listDueIcalsUnscoped } from '../icals/icals.ts'
import { sweepIcals } from './sweep-icals.ts'
import { syncIcal } from './sync-ical.ts'

const server = await startServer(callsAnywhere)
const { agencyUid, host, makeCalendar } = await startAbroad(server)
const working = await startServer({ ...callsAnywhere, RUN_WORKER: 'true' })
const elsewhere = await startAbroad(working)
const log = { info: () => {}, error: console.error } as never

/** Wraps a database to count its statements. */
function countingStatements(db: QueryExecutorProvider) {
  let count = 0
  const executor = new Proxy(db.getExecutor(), {
    get: (target, name) => {
      if (name === 'executeQuery') count++
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { db: { getExecutor: () => executor }, count: () => count }
}

describe('a new calendar', () => {
  it('is imported at once', async () => {
    const { stays } = await elsewhere.makeCalendar(formatFeed(['a', '20260604', '20260608']))
    await eventually(async () => (await stays()).length === 1)
  })
})

describe('the sweep', () => {
  it('imports due calendars every 15 minutes, in spite of a failing one', async () => {
    const broken = await makeCalendar('no calendar')
    const calendar = await makeCalendar(formatFeed(['a', '20260604', '20260608']))
    const sweep = () => sweepIcals(workContext(server, log), new AbortController().signal)
    assert.equal(await sweep(), 2)
    assert.deepEqual(await calendar.stays(), ['BOOKED 2026-06-04 2026-06-08'])
    assert.deepEqual(await broken.stays(), [])
    assert.equal(await sweep(), 0)
    server.clock.advance(14 * 60_000)
    assert.equal(await sweep(), 0)
    server.clock.advance(2 * 60_000)
    assert.equal(await sweep(), 2)
    server.clock.advance(20 * 60_000)
    assert.equal(await sweep(), 1, 'what has failed twice is left for half an hour')
    server.clock.advance(11 * 60_000)
    assert.equal(await sweep(), 1, 'that is the broken one')
  })

  it('lists at most four calendars of an agency, then those of others', async () => {
    for (let i = 0; i < 6; i++) await makeCalendar('no calendar')
    const other = await startAbroad(server)
    await other.makeCalendar('no calendar')
    const { work: db } = server.database
    const due = await listDueIcalsUnscoped({ db, clock: server.clock }, 100)
    const agencies = due.map(({ agency_uid }) => agency_uid)
    assert.equal(agencies.filter(uid => uid === agencyUid).length, 4)
    assert.ok(agencies.slice(0, 2).includes(other.agencyUid), 'the first of each come first')
    const sweep = () => sweepIcals(workContext(server, log), new AbortController().signal)
    assert.equal(await sweep(), 7, 'and all are imported in the end')
  })

  it('skips a calendar that another process imports until its claim expires', async () => {
    const calendar = await makeCalendar(formatFeed(['a', '20260604', '20260608']))
    const { kysely } = server.database
    await kysely
      .updateTable('icals')
      .set({ claim_uid: calendar.uid, claimed_until: new Date(server.clock.now().getTime() + 1) })
      .where('uid', '=', calendar.uid)
      .where('agency_uid', '=', agencyUid)
      .execute()
    const sweep = () => sweepIcals(workContext(server, log), new AbortController().signal)
    await sweep()
    assert.deepEqual(await calendar.stays(), [])
    server.clock.advance(1)
    await sweep()
    assert.deepEqual(await calendar.stays(), ['BOOKED 2026-06-04 2026-06-08'])
  })
})

describe('a calendar that has not changed', () => {
  it('needs one request and one statement', async () => {
    const calendar = await makeCalendar('')
    calendar.setFeed(formatFeed(['a', '20260604', '20260608']), { etag: '"1"' })
    await calendar.sync()
    calendar.setFeed('', {}, 304)
    const base = { ...workContext(server, log), caller: icalCaller(agencyUid, calendar.uid) }
    const key = { agency_uid: agencyUid, uid: calendar.uid }
    const known = (await findIcalByKey(base, key))!
    const counting = countingStatements(base.db)
    host.clear()
    server.clock.advance(16 * 60_000)
    assert.equal(await syncIcal({ ...base, db: counting.db } as never, known, { known }), 'DONE')
    assert.deepEqual([host.received.length, counting.count()], [1, 1])
    const after = (await findIcalByKey(base, key))!
    assert.deepEqual(after.synced_at, server.clock.now())
    assert.ok(after.next_sync_at > server.clock.now())
  })
})
