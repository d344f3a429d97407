/** Rows that a release before has written: docs/decisions/0088-turnover.md. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeStay, unitsOf } from '../../../../test/fixtures/held-nights.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { workContext } from '../../../process/start-work.ts'
import { separateTurnover } from './separated-turnover.sql.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const { kysely } = server.database
const log = { info: () => {}, error: console.error } as never

/** A stay 10–14 whose range has its two nights of turnover, as releases before wrote it. */
async function stayOfOldForm() {
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

async function statusOf(propertyUid: string, from: string, to: string): Promise<number> {
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

const rowOf = async (leadUid: string) => {
  const { occupied, turnover_nights, turnover_after } = await kysely
    .selectFrom('occupancies')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .where('lead_uid', '=', leadUid)
    .executeTakeFirstOrThrow()
  return [String(occupied), turnover_nights, turnover_after]
}

describe('nights of a release before', () => {
  it('keep their turnover as they are, and are brought into the new form after a day', async () => {
    const { propertyUid, leadUid } = await stayOfOldForm()
    const taken = ['10', '11', '12', '13', '14', '15']
    assert.deepEqual((await turnoverNights(propertyUid)).slice(0, 6), taken)
    assert.equal(await statusOf(propertyUid, '15', '18'), 409)
    const separate = () => separateTurnover(workContext(server, log), new AbortController().signal)
    server.clock.set(new Date(Date.now() - 60_000).toISOString())
    assert.equal(await separate(), 0, 'processes of that release may still be serving')
    assert.deepEqual(await rowOf(leadUid), ['[2027-05-10,2027-05-16)', 2, 0])
    server.clock.set(new Date(Date.now() + 25 * 3_600_000).toISOString())
    assert.equal(await separate(), 1)
    assert.deepEqual(await rowOf(leadUid), ['[2027-05-10,2027-05-14)', 0, 2])
    assert.deepEqual((await turnoverNights(propertyUid)).slice(0, 6), taken)
    assert.equal(await statusOf(propertyUid, '15', '18'), 409)
    assert.equal(await statusOf(propertyUid, '16', '18'), 201)
    assert.equal(await separate(), 0)
    assert.equal((await unitsOf(server, agencyUid, propertyUid)).length, 1)
  })
})
