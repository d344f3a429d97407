/** Filters of `GET /leads`: contract/leads.md §7. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import * as make from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
let agencyUid: string
let key: string
let propertyUid: string
/** Uids of leads by the names that the tests use. */
const leads: Record<string, string> = {}

before(async () => {
  const agency = await make.makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  propertyUid = await make.makeProperty(server, agencyUid)
  const stay = (check_in_local: string, check_out_local: string) => ({
    property_uid: propertyUid,
    check_in_local,
    check_out_local,
  })
  const columnsByName = {
    early: stay('2026-06-01T16:00:00', '2026-06-03T11:00:00'),
    late: stay('2026-06-05T00:00:00', '2026-06-08T23:59:59'),
    long: stay('2026-05-20T16:00:00', '2026-06-20T11:00:00'),
  }
  for (const [name, columns] of Object.entries(columnsByName)) {
    leads[name] = await make.makeLead(server, agencyUid, columns)
  }
})

const scopes = () => `propertyUid=${propertyUid}`

/** Returns the names of the leads that a query lists, sorted. */
async function listNames(query: string, version = 'v3.3', scope = scopes()): Promise<string[]> {
  const path = `/api/${version}/leads?${scope}&${query}`
  const { status, body } = await server.request('GET', path, { key })
  assert.equal(status, 200, body.apiErrorMessage)
  const findName = (uid: string) => Object.keys(leads).find(name => leads[name] === uid) ?? uid
  return body.leads.map(({ uid }: { uid: string }) => findName(uid)).sort()
}

describe('the ends of a stay, by date', () => {
  const cases: [string, string[]][] = [
    ['checkInFrom=2026-06-01', ['early', 'late']],
    ['checkInFrom=2026-06-02', ['late']],
    ['checkInFrom=2026-06-05', ['late']],
    ['checkInFrom=2026-06-06', []],
    ['checkInTo=2026-06-05', ['early', 'late', 'long']],
    ['checkInTo=2026-06-04', ['early', 'long']],
    ['checkInTo=2026-05-19', []],
    ['checkOutFrom=2026-06-08', ['late', 'long']],
    ['checkOutFrom=2026-06-09', ['long']],
    ['checkOutTo=2026-06-08', ['early', 'late']],
    ['checkOutTo=2026-06-07', ['early']],
    ['checkInFrom=2026-06-01&checkInTo=2026-06-01', ['early']],
    ['checkInFrom=2026-05-01&checkOutTo=2026-06-03', ['early']],
    ['checkInFrom=2026-06-05&checkInTo=2026-06-01', []],
  ]
  for (const [query, expected] of cases) {
    it(`${query} returns ${expected.join(', ') || 'none'}`, async () => {
      for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
        assert.deepEqual(await listNames(query, version), expected, version)
      }
    })
  }
})

describe('the ends of a stay, by instant', () => {
  const cases: [string, string[]][] = [
    ['checkInFromUtcDateTime=2026-06-01T22:00:00', ['early', 'late']],
    ['checkInFromUtcDateTime=2026-06-01T22:00:01', ['late']],
    ['checkInToUtcDateTime=2026-06-01T22:00:00Z', ['early', 'long']],
    ['checkInToUtcDateTime=2026-06-01T21:59:59', ['long']],
    ['checkOutFromUtcDateTime=2026-06-09T05:59:59', ['late', 'long']],
    ['checkOutFromUtcDateTime=2026-06-09T06:00:00', ['long']],
    ['checkOutToUtcDateTime=2026-06-03T11:00:00-06:00', ['early']],
    ['checkOutToUtcDateTime=2026-06-03T16:59:59.999', []],
  ]
  for (const [query, expected] of cases) {
    it(`${query} returns ${expected.join(', ') || 'none'}`, async () => {
      assert.deepEqual(await listNames(query), expected)
    })
  }
})

describe('the nights of a stay', () => {
  const cases: [string, string[]][] = [
    ['stayFrom=2026-06-02', ['early', 'late', 'long']],
    ['stayFrom=2026-06-03', ['late', 'long']],
    ['stayFrom=2026-06-07', ['late', 'long']],
    ['stayFrom=2026-06-08', ['long']],
    ['stayFrom=2026-06-20', []],
    ['stayTo=2026-06-05', ['early', 'late', 'long']],
    ['stayTo=2026-06-04', ['early', 'long']],
    ['stayTo=2026-05-19', []],
    ['stayFrom=2026-06-03&stayTo=2026-06-04', ['long']],
    ['stayFrom=2026-06-02&stayTo=2026-06-02', ['early', 'long']],
    ['stayFrom=2026-06-04&stayTo=2026-06-05', ['late', 'long']],
  ]
  for (const [query, expected] of cases) {
    it(`${query} returns ${expected.join(', ') || 'none'}`, async () => {
      assert.deepEqual(await listNames(query), expected)
    })
  }
})

describe('a date in a filter', () => {
  for (const text of [
    '2026-13-01',
    '2026-02-29',
    '2026-6-1',
    '20260601',
    '2026-06-01x',
    '0000-01-01',
  ]) {
    it(`400: rejects ${text}`, async () => {
      const path = `/api/v3.3/leads?${scopes()}&checkInFrom=${text}`
      const { status, body } = await server.request('GET', path, { key })
      assert.deepEqual(
        [status, body.code, body.parameter],
        [400, 'INVALID_PARAMETER', 'checkInFrom'],
      )
    })
  }

  it('200: accepts the first and the last date of the calendar', async () => {
    assert.deepEqual(await listNames('checkInFrom=0001-01-01&checkOutTo=9999-12-31'), [
      'early',
      'late',
      'long',
    ])
    assert.deepEqual(await listNames('stayFrom=9999-12-31'), [])
  })
})

describe('leadUids', () => {
  const uids = (names: string[]) => names.map(name => leads[name]).join()

  it('may be comma-separated, repeated or both, with duplicates', async () => {
    const query = `leadUids=${uids(['early', 'late'])}&leadUids=${uids(['late', 'long'])},`
    assert.deepEqual(await listNames('', 'v3.3', query), ['early', 'late', 'long'])
  })

  it('combine with other filters by AND', async () => {
    const query = `leadUids=${uids(['early', 'late'])}&agencyUid=${agencyUid}`
    assert.deepEqual(await listNames('checkInFrom=2026-06-02', 'v3.3', query), ['late'])
  })

  it('200: accepts 500; 400: rejects 501', async () => {
    const listByUids = (count: number) => {
      const list = Array.from({ length: count }, () => randomUUID()).join()
      return server.request('GET', `/api/v3.3/leads?leadUids=${list}`, { key })
    }
    assert.equal((await listByUids(500)).status, 200)
    const { status, body } = await listByUids(501)
    assert.deepEqual([status, body.code, body.parameter], [400, 'INVALID_PARAMETER', 'leadUids'])
  })

  it('200: accepts 501 with one duplicate', async () => {
    const uid = randomUUID()
    const list = [uid, uid, ...Array.from({ length: 499 }, () => randomUUID())].join()
    assert.equal(
      (await server.request('GET', `/api/v3.3/leads?leadUids=${list}`, { key })).status,
      200,
    )
  })
})
