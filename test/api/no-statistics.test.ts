/**
 * Statements on a database without statistics for its planner, as after a bulk insert
 * (docs/decisions/0002-embedded-database.md).
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { openLookup } from '../../src/platform/db/cache-tags/read-versions.ts'
import { insertRows } from '../../src/platform/db/rows.ts'
import type { Run } from '../../src/platform/db/statements.ts'
import { systemCaller } from '../../src/rental/access/agencies/caller.ts'
import { findToken } from '../../src/rental/access/partners/access-tokens.ts'
import { findToday } from '../../src/rental/dashboard/today/today.sql.ts'
import { linkLeads, unlinkGuests } from '../../src/rental/leads/guest-matching/match-guests.sql.ts'
import { refreshGuests } from '../../src/rental/leads/guest-matching/refresh-guests.sql.ts'
import { listFeedLeads } from '../../src/rental/prices/calendar-feeds/calendar-feeds.ts'
import { jobRow, makeService } from '../fixtures/jobs.ts'
import { makeAgency, makeLead, makePartner, makeProperty, makeToken } from '../fixtures/rows.ts'
import { blocksVisited, sumBlocks } from '../support/explain-buffers.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const { agencyUid } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const leadUid = await makeLead(server, agencyUid, {
  property_uid: propertyUid,
  email: 'a@b.example',
})
const { kysely: db } = server.database
const clock = server.clock

const properties = 40
const leadsPerProperty = 40
const guestLeadCount = 60

/** Inserts copies of one row, each with columns of its own. */
const copies = (table: string, count: number, own: string) =>
  sql.raw(`insert into ${table}
  select copy.* from ${table} t, generate_series(1, ${count}) n,
    jsonb_populate_record(t, ${own}) copy where t.agency_uid = '${agencyUid}'`)

before(async () => {
  await copies(
    'properties',
    properties - 1,
    `jsonb_build_object('uid', md5('copy ' || n))`,
  ).execute(db)
  await sql`insert into units select copy.* from properties p, units u,
      jsonb_populate_record(u, jsonb_build_object('uid', md5(p.uid::text), 'property_uid', p.uid)) copy
    where p.agency_uid = ${agencyUid} and u.agency_uid = ${agencyUid} and p.uid <> u.property_uid`.execute(
    db,
  )
  await copies(
    'leads',
    properties * leadsPerProperty - 1,
    `jsonb_build_object('uid', md5('copy ' || n), 'email', 'guest' || n || '@b.example')`,
  ).execute(db)
  await sql`insert into occupancies (agency_uid, unit_uid, lead_uid, occupied)
    select l.agency_uid, u.uid, l.uid, daterange(date '2026-06-01' + 3 * i, date '2026-06-03' + 3 * i)
    from (select row_number() over () - 1 as no, agency_uid, uid from leads
      where agency_uid = ${agencyUid}) l
    join (select row_number() over () - 1 as no, uid from units
      where agency_uid = ${agencyUid}) u on u.no = l.no % ${properties},
    lateral (select (l.no / ${properties})::integer as i) i`.execute(db)
  await linkLeads({ db, clock }, agencyUid, await someLeads(properties * leadsPerProperty))
  await sql`update lead_guests set guest_uid = (select guest_uid from lead_guests
      where agency_uid = ${agencyUid} and lead_uid = ${leadUid})
    where agency_uid = ${agencyUid} and lead_uid = any(${await someLeads(guestLeadCount)}::uuid[])`.execute(
    db,
  )
  await sql`delete from guests g where g.agency_uid = ${agencyUid} and not exists (select 1
    from lead_guests lg where lg.agency_uid = g.agency_uid and lg.guest_uid = g.uid)`.execute(db)
  await sql`delete from pg_statistic where starelid >= 16384`.execute(db)
})

async function someLeads(count: number): Promise<string[]> {
  const rows = await db
    .selectFrom('leads')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .orderBy('uid')
    .limit(count)
    .execute()
  return rows.map(({ uid }) => uid)
}

const toDay = (date: string) => Date.parse(date) / 86_400_000

describe('without statistics', () => {
  it('a calendar feed reads only its own leads', async () => {
    const feed = {
      agency_uid: agencyUid,
      property_uid: propertyUid,
      time_zone: 'UTC',
      hotel_uid: null,
      ical_uid: null,
    }
    const days = { from: toDay('2026-05-01'), to: toDay('2029-06-01') }
    const read = (on = db) => listFeedLeads({ db: on, clock }, feed, days, [])
    assert.equal((await read()).length, leadsPerProperty)
    const blocks = await blocksVisited(db, read)
    assert.ok(blocks < 50 * leadsPerProperty, `${blocks} blocks`)
  })

  it('a guest is recalculated by reading only the leads of the guest', async () => {
    const uids = await someLeads(guestLeadCount)
    const { guest_uid } = await db
      .selectFrom('lead_guests')
      .select('guest_uid')
      .where('agency_uid', '=', agencyUid)
      .where('lead_uid', '=', leadUid)
      .executeTakeFirstOrThrow()
    const works: ((on: typeof db) => Promise<unknown>)[] = [
      on => refreshGuests({ db: on, clock }, agencyUid, [guest_uid]),
      on => linkLeads({ db: on, clock }, agencyUid, uids),
      on => unlinkGuests({ db: on }, agencyUid, uids.slice(0, 1)),
    ]
    for (const work of works) {
      const blocks = await blocksVisited(db, work)
      assert.ok(blocks < 50 * guestLeadCount, `${blocks} blocks`)
    }
  })
})

describe('a day of an agency', () => {
  const caller = systemCaller(agencyUid)
  const read = (on = db) => findToday({ db: on, clock, caller, limit: 20 }, agencyUid, '2026-06-01')

  it('is computed from arrivals, departures and holds, not from all future leads', async () => {
    await sql`update leads set type = 'BOOKING', status = 'BOOKED',
        check_in_local = timestamp '2026-06-10 16:00' + n * interval '1 day',
        check_out_local = timestamp '2026-06-11 11:00' + n * interval '1 day'
      from (select uid, row_number() over (order by uid) as n from leads
        where agency_uid = ${agencyUid}) o
      where leads.agency_uid = ${agencyUid} and leads.uid = o.uid`.execute(db)
    await sql`update leads set status = 'ON_HOLD', type = 'INQUIRY'
      where agency_uid = ${agencyUid} and uid = ${leadUid}`.execute(db)
    const job = { property_uid: propertyUid, service_uid: await makeService(server, agencyUid) }
    await insertRows({ db }, 'jobs', [
      jobRow(agencyUid, { ...job, start_local: '2026-05-01T11:00:00' }),
    ])
    await copies(
      'jobs',
      properties * leadsPerProperty,
      `jsonb_build_object('uid', md5('copy ' || n), 'end_local', '2027-01-01T11:00:00')`,
    ).execute(db)
    const blocks = await blocksVisited(db, read)
    assert.ok(blocks < properties * leadsPerProperty, `${blocks} blocks`)
  })
})

describe('where many partners have grants', () => {
  it('a token is authenticated without reading grants of other partners', async () => {
    const otherPartners = await Promise.all(Array.from({ length: 50 }, () => makePartner(server)))
    const { partnerUid } = await makePartner(server)
    await grantManyTimes(otherPartners.map(other => other.partnerUid))
    await grantManyTimes([partnerUid])
    await sql`analyze grants`.execute(db)
    const tokenUid = await makeTokenUid(partnerUid)
    const { run } = server.database
    const { readNow, topology } = server.database
    const lookupBy = (run: Run) => openLookup({ run, readNow, topology }, { isCached: true })
    assert.equal((await findToken(lookupBy(run), tokenUid))?.hasGrant, true)
    let blocks = 0
    const explained: Run = async ({ name, text }, values) => {
      const explain = `explain (analyze, buffers, format json) ${text}`
      const [row] = await run({ name: `${name} explained`, text: explain }, values)
      blocks += sumBlocks(row![0])
      return []
    }
    await findToken(lookupBy(explained), tokenUid)
    assert.ok(blocks > 0 && blocks < 40, `${blocks} blocks`)
  })
})

/** Grants properties to each of the partners in turn. */
async function grantManyTimes(partnerUids: string[]): Promise<void> {
  await sql`insert into grants (agency_uid, partner_uid, object_uid, object_type, access,
      created_at)
    select ${agencyUid}, partner_uid::uuid, gen_random_uuid(), 'PROPERTY', 'READ', now()
    from generate_series(1, 500) n, unnest(${partnerUids}::text[]) partner_uid
    order by n`.execute(db)
}

async function makeTokenUid(partnerUid: string): Promise<string> {
  await makeToken(server, partnerUid, agencyUid)
  const { uid } = await db
    .selectFrom('access_tokens')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where('partner_uid', '=', partnerUid)
    .executeTakeFirstOrThrow()
  return uid
}
