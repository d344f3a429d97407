/** Filters by enumerations and references, by version: contract/leads.md §7. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import * as make from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const hotelUid = randomUUID()
const groupUid = randomUUID()
const leads: Record<string, string> = {}
let unitUid: string
let scope: string
let key: string

before(async () => {
  const agency = await make.makeAgency(server)
  const { agencyUid } = agency
  key = agency.key
  scope = `agencyUid=${agencyUid}`
  const at = new Date('2026-01-01T00:00:00Z')
  const times = { created_at: at, updated_at: at }
  const hotel = { agency_uid: agencyUid, uid: hotelUid, name: 'Inn', time_zone: 'UTC', ...times }
  const { kysely } = server.database
  await kysely.insertInto('hotels').values(hotel).execute()
  const unitType = await make.makeProperty(server, agencyUid, { hotel_uid: hotelUid })
  unitUid = await make.makeUnit(kysely, agencyUid, unitType)
  const columnsByName = {
    pending: { type: 'BOOKING_REQUEST', status: 'PENDING' },
    approved: { type: 'BOOKING_REQUEST', status: 'PENDING_APPROVED', channel: 'BOOKING_COM' },
    booked: { type: 'BOOKING', status: 'BOOKED', channel: 'AIRBNB', external_booking_id: 'Ä 1' },
    sample: { status: 'SAMPLE' },
    unit: { property_uid: unitType, unit_uid: unitUid },
    group: { property_uid: unitType, hotel_uid: hotelUid, group_uid: groupUid },
  }
  for (const [name, columns] of Object.entries(columnsByName)) {
    const dates = {
      check_in_local: '2026-07-01T16:00:00',
      check_out_local: '2026-07-03T11:00:00',
    }
    leads[name] = await make.makeLead(server, agencyUid, { ...dates, ...columns })
  }
})

/** Returns the names of the leads that a query lists, sorted. */
async function listNames(query: string, version = 'v3.3'): Promise<string[]> {
  const path = `/api/${version}/leads?${scope}&${query}`
  const { status, body } = await server.request('GET', path, { key })
  assert.equal(status, 200, body.apiErrorMessage)
  const findName = (uid: string) => Object.keys(leads).find(name => leads[name] === uid) ?? uid
  return body.leads.map(({ uid }: { uid: string }) => findName(uid)).sort()
}

describe('enumerations', () => {
  const cases: [string, string[]][] = [
    ['statusIn=PENDING', ['pending']],
    ['statusIn=PENDING_APPROVED,BOOKED', ['approved', 'booked']],
    ['statusIn=PENDING&statusIn=BOOKED', ['booked', 'pending']],
    ['statusIn=PENDING,BOOKED&statusIn=BOOKED,%20SAMPLE', ['booked', 'pending', 'sample']],
    ['typeIn=BOOKING_REQUEST', ['approved', 'pending']],
    ['typeIn=BOOKING,INQUIRY&statusIn=SAMPLE,PENDING', ['sample']],
    ['channelIn=AIRBNB,BOOKING_COM', ['approved', 'booked']],
    ['channelIn=BOOKINGDOTCOM', ['approved']],
    ['channelIn=OTHER', []],
    ['externalBookingId=%C3%84%201', ['booked']],
    ['externalBookingId=%C3%84', []],
    ['', ['approved', 'booked', 'group', 'pending', 'sample', 'unit']],
  ]
  for (const [query, expected] of cases) {
    it(`${query || 'no filter'} returns ${expected.join(', ') || 'none'}`, async () => {
      assert.deepEqual(await listNames(query), expected)
    })
  }

  for (const version of ['v3', 'v3.1']) {
    it(`statusIn=PENDING also returns approved requests in ${version}`, async () => {
      assert.deepEqual(await listNames('statusIn=PENDING', version), ['approved', 'pending'])
    })

    it(`400: rejects statusIn=PENDING_APPROVED in ${version}`, async () => {
      const path = `/api/${version}/leads?${scope}&statusIn=PENDING_APPROVED`
      const { status, body } = await server.request('GET', path, { key })
      assert.deepEqual([status, body.code], [400, 'INVALID_ENUM_VALUE'])
      assert.equal(body.allowedValues.includes('PENDING_APPROVED'), false)
    })
  }

  it('400: rejects a value of v2 or in lower case', async () => {
    for (const invalidStatus of ['BOOKED_BY_AGENT', 'booked']) {
      const path = `/api/v3.3/leads?${scope}&statusIn=NEW,${invalidStatus}`
      const { status, body } = await server.request('GET', path, { key })
      assert.deepEqual([status, body.code], [400, 'INVALID_ENUM_VALUE'])
      assert.match(body.apiErrorMessage, /^Wrong enum value, allowed values are: NEW, CANCELLED, /)
    }
  })
})

describe('references', () => {
  it('filter by references', async () => {
    assert.deepEqual(await listNames(`unitUid=${unitUid}`, 'v3.1'), ['unit'])
    assert.deepEqual(await listNames(`hotelUid=${hotelUid}`), ['group', 'unit'])
    assert.deepEqual(await listNames(`groupUid=${groupUid.toUpperCase()}`), ['group'])
    assert.deepEqual(await listNames(`hotelUid=${hotelUid}&unitUid=${unitUid}`), ['unit'])
  })

  it('ignore references that the version does not have', async () => {
    const allNames = await listNames('', 'v3')
    assert.deepEqual(await listNames(`unitUid=${randomUUID()}`, 'v3'), allNames)
    assert.deepEqual(await listNames(`hotelUid=x&groupUid=y`, 'v3.2'), allNames)
  })
})
