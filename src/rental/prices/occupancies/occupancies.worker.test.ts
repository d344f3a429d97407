/** Rows of a former release: docs/decisions/0088-turnover.md. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listUnits, makeStay } from '../../../../test/fixtures/held-nights.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { workContext } from '../../../server/start-workers.ts'
import { separateTurnover } from './separated-turnover.sql.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const { kysely } = server.database
const log = { info: () => {}, error: console.error } as never

/** Stay 10–14 whose range includes its two nights of turnover, as in former releases. */
async function makeOldStay() {
  const propertyUid = await makeProperty(server, agencyUid, { turn_over_days: 2 })
  const stay = { propertyUid, checkIn: '2027-05-10', checkOut: '2027-05-14' }
  const leadUid = await makeStay(server, agencyUid, stay)
  await kysely
    .updateTable('occupancies')
    .set({ occupied: '[2027-05-10,2027-05-16)', turnover_nights: 2 })
    .where('agency_uid', '=', agencyUid)
    .where('lead_uid', '=', leadUid)
    .execute()
  return { propertyUid, leadUid }
}

async function quoteStatus(propertyUid: string, from: string, to: string): Promise<number> {
  const dates = { checkInLocalDate: `2027-05-${from}`, checkOutLocalDate: `2027-05-${to}` }
  const body = { agencyUid, propertyUid, status: 'BOOKED', ...dates, guestInformation: {} }
  return (await server.request('POST', '/api/v3.3/leads', { key, body })).status
}

async function turnoverNights(propertyUid: string): Promise<string[]> {
  const range = 'from=2027-05-10&to=2027-05-17'
  const path = `/api/v3.3/property-calendar/${propertyUid}?${range}`
  const { body } = await server.request('GET', path, { key })
  type Entry = { date: string; availability: { unavailable: boolean } }
  const entries: Entry[] = body.calendar.entries
  return entries.filter(one => one.availability.unavailable).map(one => one.date.slice(8))
}

const readRow = async (leadUid: string) => {
  const { occupied, turnover_nights, turnover_after } = await kysely
    .selectFrom('occupancies')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .where('lead_uid', '=', leadUid)
    .executeTakeFirstOrThrow()
  return [String(occupied), turnover_nights, turnover_after]
}

describe('nights of a former release', () => {
  it('retain their turnover, and are migrated after a day', async () => {
    const { propertyUid, leadUid } = await makeOldStay()
    const occupiedDates = ['10', '11', '12', '13', '14', '15']
    assert.deepEqual((await turnoverNights(propertyUid)).slice(0, 6), occupiedDates)
    assert.equal(await quoteStatus(propertyUid, '15', '18'), 409)
    const separate = () => separateTurnover(workContext(server, log), new AbortController().signal)
    server.clock.set(new Date(Date.now() - 60_000).toISOString())
    assert.equal(await separate(), 0, 'processes of that release may still be serving')
    assert.deepEqual(await readRow(leadUid), ['[2027-05-10,2027-05-16)', 2, 0])
    server.clock.set(new Date(Date.now() + 25 * 3_600_000).toISOString())
    assert.equal(await separate(), 1)
    assert.deepEqual(await readRow(leadUid), ['[2027-05-10,2027-05-14)', 0, 2])
    assert.deepEqual((await turnoverNights(propertyUid)).slice(0, 6), occupiedDates)
    assert.equal(await quoteStatus(propertyUid, '15', '18'), 409)
    assert.equal(await quoteStatus(propertyUid, '16', '18'), 201)
    assert.equal(await separate(), 0)
    assert.equal((await listUnits(server, agencyUid, propertyUid)).length, 1)
  })
})
