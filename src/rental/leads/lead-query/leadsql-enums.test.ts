import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeLead } from '../../../../test/fixtures/rows.ts'
import { exampleNow, leadQuery, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)

type Columns = NonNullable<Parameters<typeof makeLead>[2]>

async function readStatuses(columns: Columns, now = exampleNow): Promise<Record<string, string>> {
  const uid = await makeLead(server, agencyUid, columns)
  server.clock.set(now)
  const query = `{ leads(agencyUid: "${agencyUid}", _limit: 1) { uid leadType status source } }`
  const { body } = await leadQuery(server, key, query)
  const { uid: newestUid, ...statuses } = body.data.leads[0]
  assert.equal(newestUid, uid)
  return statuses
}

const block = { type: 'BLOCK', status: 'BLOCKED' }
const inquiry = (status: string) => ({ type: 'INQUIRY', status })
const request = (status: string) => ({ type: 'BOOKING_REQUEST', status })
const booking = { type: 'BOOKING', status: 'BOOKED' }
const cancelled = { type: 'BOOKING', status: 'CANCELLED' }
const sent = { quote_sent_at: new Date('2026-05-12T00:00:00Z') }

/** Legacy leadType and status of each state: contract/leads.md §10.1. */
const states: [string, Columns, string, string][] = [
  ['BL', block, 'BLOCK', 'BLOCKED'],
  ['NW, no quote sent', inquiry('NEW'), 'INQUIRY', 'NEW'],
  ['NW, quote sent', { ...inquiry('NEW'), ...sent }, 'INQUIRY', 'QUOTE_SENT'],
  ['OH', inquiry('ON_HOLD'), 'INQUIRY', 'ON_HOLD'],
  ['OH, quote sent', { ...inquiry('ON_HOLD'), ...sent }, 'INQUIRY', 'ON_HOLD'],
  ['CL, QUOTE_CLOSED', closedColumns('QUOTE_CLOSED'), 'INQUIRY', 'CLOSED_QUOTE'],
  ['CL, HOLD_CLOSED', closedColumns('HOLD_CLOSED'), 'INQUIRY', 'CLOSED_HOLD'],
  ['CL, HOLD_EXPIRED', closedColumns('HOLD_EXPIRED'), 'INQUIRY', 'HOLD_EXPIRED'],
  ['IG', { ...inquiry('IGNORED'), close_reason: 'IGNORED' }, 'INQUIRY', 'IGNORED'],
  ['DU', { ...inquiry('DUPLICATE'), close_reason: 'DUPLICATE' }, 'INQUIRY', 'DUPLICATE'],
  ['SA', inquiry('SAMPLE'), 'INQUIRY', 'SAMPLE'],
  ['PE', request('PENDING'), 'INQUIRY', 'PENDING'],
  ['PA', request('PENDING_APPROVED'), 'INQUIRY', 'PENDING'],
  ['DE', request('DECLINED'), 'INQUIRY', 'DECLINED'],
  ['RC, withdrawn', requestClosed('REQUEST_WITHDRAWN'), 'INQUIRY', 'CLOSED_QUOTE'],
  ['RC, expired', requestClosed('REQUEST_EXPIRED'), 'INQUIRY', 'CLOSED_QUOTE'],
  ['BK by AGENT', { ...booking, booked_by: 'AGENT' }, 'BOOKING', 'BOOKED_BY_AGENT'],
  ['BK by CUSTOMER', { ...booking, booked_by: 'CUSTOMER' }, 'BOOKING', 'BOOKED_BY_CUSTOMER'],
  ['BK by EXTERNAL', { ...booking, booked_by: 'EXTERNAL' }, 'BOOKING', 'BOOKED_EXTERNALLY'],
  ['CA by AGENCY', { ...cancelled, cancelled_by: 'AGENCY' }, 'BOOKING', 'CANCELLED'],
  ['CA by GUEST', { ...cancelled, cancelled_by: 'GUEST' }, 'BOOKING', 'CANCELLED_BY_TRAVELER'],
  ['CA by OWNER', { ...cancelled, cancelled_by: 'OWNER' }, 'BOOKING', 'CANCELLED_BY_OWNER'],
]

function closedColumns(reason: string): Columns {
  return { ...inquiry('CLOSED'), close_reason: reason }
}

function requestClosed(reason: string): Columns {
  return { ...request('CLOSED'), close_reason: reason }
}

describe('leads { leadType status }', () => {
  for (const [name, columns, leadType, status] of states) {
    it(`returns ${leadType} ${status} for ${name}`, async () => {
      const statuses = await readStatuses(columns)
      assert.deepEqual([statuses.leadType, statuses.status], [leadType, status])
    })
  }
})

describe('leads { status } of a booking of 5 June 16:00 to 9 June 11:00 in America/Denver', () => {
  const moments: [string, string][] = [
    ['2026-06-05T21:59:59.999Z', 'BOOKED_BY_CUSTOMER'],
    ['2026-06-05T22:00:00Z', 'STAY'],
    ['2026-06-09T16:59:59.999Z', 'STAY'],
    ['2026-06-09T17:00:00Z', 'ARCHIVED'],
    ['2027-01-01T00:00:00Z', 'ARCHIVED'],
  ]
  for (const [now, status] of moments) {
    it(`returns ${status} at ${now}`, async () => {
      assert.equal((await readStatuses({ ...booking, booked_by: 'CUSTOMER' }, now)).status, status)
    })
  }

  it('stays CANCELLED after check-out', async () => {
    const columns = { ...cancelled, cancelled_by: 'AGENCY' }
    assert.equal((await readStatuses(columns, '2027-01-01T00:00:00Z')).status, 'CANCELLED')
  })

  it('stays BLOCKED within the block', async () => {
    assert.equal((await readStatuses(block, '2026-06-07T00:00:00Z')).status, 'BLOCKED')
  })
})

/** Legacy source of each source: contract/leads.md §10.1, the second table. */
const sources: [string, Columns, string][] = [
  ['HOSTFULLY_UI', {}, 'ORBIRENTAL_FORM'],
  ['HOSTFULLY_DBS', {}, 'ORBIRENTAL_WIDGET'],
  ['HOSTFULLY_API', {}, 'ORBIRENTAL_API'],
  ['HOSTFULLY_API', { channel: 'EXPEDIA' }, 'DIRECT_EXPEDIA'],
  ['HOSTFULLY_API', { channel: 'HOLIDU' }, 'DIRECT_HOLIDU'],
  ['HOSTFULLY_API', { channel: 'AIRBNB' }, 'ORBIRENTAL_API'],
  ['HOSTFULLY_UI', { channel: 'EXPEDIA' }, 'ORBIRENTAL_FORM'],
  ['HOSTFULLY_LINKED', {}, 'ORBIRENTAL_LINKED'],
  ['HOSTFULLY_OWNER_PORTAL', block, 'OWNER_PORTAL'],
  ['HOSTFULLY_ICAL', { ical_provider: 'airbnb' }, 'IMPORT_AIRBNB'],
  ['HOSTFULLY_ICAL', { ical_provider: 'homeaway' }, 'IMPORT_HOMEAWAY'],
  ['HOSTFULLY_ICAL', { ical_provider: 'vrbo' }, 'IMPORT_VRBO'],
  ['HOSTFULLY_ICAL', { ical_provider: 'booking.com' }, 'IMPORT_BOOKINGCOM'],
  ['HOSTFULLY_ICAL', { ical_provider: 'abritel' }, 'IMPORT_ABRITEL'],
  ['HOSTFULLY_ICAL', { ical_provider: 'tripadvisor' }, 'IMPORT_TRIPADVISOR'],
  ['HOSTFULLY_ICAL', { ical_provider: 'other' }, 'IMPORT_OTHER_PROVIDER'],
  ['HOSTFULLY_ICAL', { ical_provider: null }, 'IMPORT_OTHER_PROVIDER'],
  ['DIRECT_AIRBNB', block, 'AIRBNB_BLOCK_IMPORT'],
  ['DIRECT_AIRBNB', booking, 'DIRECT_AIRBNB'],
  ['DIRECT_BOOKINGDOTCOM', block, 'DIRECT_BOOKINGDOTCOM'],
  ['DIRECT_VRBO', {}, 'DIRECT_HOMEAWAY'],
  ['DIRECT_HOMETOGO', {}, 'DIRECT_HOMETOGO'],
  ['DIRECT_BOOKINGDOTCOM', {}, 'DIRECT_BOOKINGDOTCOM'],
  ['DIRECT_HVMI', {}, 'DIRECT_HVMI'],
  ['DIRECT_REDAWNING', {}, 'DIRECT_REDAWNING'],
  ['DIRECT_GOOGLE', {}, 'DIRECT_GOOGLE'],
]

describe('leads { source }', () => {
  for (const [source, columns, expected] of sources) {
    it(`returns ${expected} for ${source} ${JSON.stringify(columns)}`, async () => {
      assert.equal((await readStatuses({ ...columns, source })).source, expected)
    })
  }
})
