/** Malformed requests: every response is one of the contract, never an internal error. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import * as make from '../fixtures/rows.ts'
import { startServer, type TestResponse } from '../support/server.ts'

const server = await startServer({ RATE_LIMIT_PER_HOUR: '0' })
const runs = { numRuns: Number(process.env.FUZZ_RUNS ?? 150) }
let agencyUid: string
let employeeUid: string
let key: string

before(async () => {
  const agency = await make.makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  employeeUid = await make.makeEmployee(server, agencyUid)
  await make.makeLead(server, agencyUid)
})

const names = [
  ...['agencyUid', 'propertyUid', 'leadUids', 'checkInFrom', 'checkInTo', 'checkOutFrom'],
  ...['checkOutTo', 'checkInFromUtcDateTime', 'checkOutToUtcDateTime', 'updatedSince', 'stayFrom'],
  ...['stayTo', 'statusIn', 'typeIn', 'channelIn', 'unitUid', 'hotelUid', 'groupUid'],
  ...['externalBookingId', '_limit', '_cursor', '_total', 'limit', 'offset', '__proto__'],
]

const year = fc.constantFrom('0000', '0001', '1970', '2026', '9999', '12026', '-1')
const month = fc.constantFrom('00', '01', '02', '12', '13')
const day = fc.constantFrom('00', '01', '29', '31', '32')
const date = fc.tuple(year, month, day).map(parts => parts.join('-'))
const zone = fc.constantFrom('', 'Z', '+14:00', '-23:59', '+99:00')
const time = fc.constantFrom('', 'T23:59:59', 'T24:00', 'T00:00:60', 'T12:00:00.123456789')
const instant = fc.tuple(date, time, zone).map(parts => parts.join(''))
const forged = fc
  .record(
    {
      offset: fc.oneof(fc.integer(), fc.double(), fc.string()),
      k: fc.array(fc.oneof(instant, fc.uuid(), fc.string()), { maxLength: 3 }),
      s: fc.constantFrom('created', 'updated', 'x'),
    },
    { requiredKeys: [] },
  )
  .map(value => Buffer.from(JSON.stringify(value)).toString('base64url'))
const anything = fc.string({ unit: 'binary', maxLength: 40 })
const own = fc.constantFrom('own').map(() => agencyUid)
const value = fc.oneof(anything, date, instant, forged, fc.uuid(), own, fc.integer().map(String))

/** Asserts that the response is a success or an error with its code. */
function assertInContract({ status, headers, body, text }: TestResponse, input: unknown): void {
  assert.ok(status < 500, `${status} ${text} for ${JSON.stringify(input)}`)
  const isPage = headers.get('content-type')?.startsWith('text/html')
  if (status >= 400 && !isPage) assert.match(body.code, /^[A-Z_]+$/)
}

describe('a query of any parameters', () => {
  for (const path of ['/api/v3/leads', '/api/v3.3/leads', '/v2/leads']) {
    it(`of ${path}`, async () => {
      const parameters = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 4 })
      await fc.assert(
        fc.asyncProperty(parameters, async parameters => {
          const query = new URLSearchParams([['agencyUid', agencyUid], ...parameters])
          assertInContract(await server.request('GET', `${path}?${query}`, { key }), parameters)
        }),
        runs,
      )
    })
  }
})

describe('a body of any JSON', () => {
  const fields: Record<string, string[]> = {
    settings: ['holdHours', 'requestHours', 'requestNeedsConfirmation', 'v2LeadWrites'],
    agency: [
      'name',
      'currency',
      'countryCode',
      'timeZone',
      'defaultCheckInTime',
      'city',
      'website',
    ],
    employee: ['firstName', 'lastName', 'phoneNumber', 'role', 'isActive'],
  }
  const targets: Record<string, () => [string, string]> = {
    settings: () => ['PATCH', `/api/v3.3/agencies/${agencyUid}/settings`],
    agency: () => ['PATCH', `/api/v3.3/agencies/${agencyUid}`],
    employee: () => ['PUT', `/api/v3.3/employees/${employeeUid}`],
  }
  for (const [name, fieldNames] of Object.entries(fields)) {
    it(`of ${name}`, async () => {
      const field = fc.oneof(anything, fc.integer(), fc.boolean(), fc.jsonValue({ maxDepth: 2 }))
      const object = fc.dictionary(fc.constantFrom(...fieldNames, '__proto__', 'x'), field)
      const bodies = fc.oneof(object, fc.jsonValue({ maxDepth: 3 }))
      await fc.assert(
        fc.asyncProperty(bodies, async body => {
          const [method, path] = targets[name]!()
          assertInContract(await server.request(method, path, { key, body }), body)
        }),
        runs,
      )
    })
  }
})

describe('a path of any segments', () => {
  it('gets a response of the contract', async () => {
    const segmentTexts = [
      'api',
      'v1',
      'v2',
      'v3',
      'v3.3',
      'leads',
      'agencies',
      'settings',
      'p',
      '..',
      '%2e',
      '',
    ]
    const segment = fc.oneof(fc.constantFrom(...segmentTexts), anything.map(encodeURIComponent))
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { maxLength: 5 }), async segments => {
        assertInContract(await server.request('GET', `/${segments.join('/')}`, { key }), segments)
      }),
      runs,
    )
  })
})

describe('a credential of any text', () => {
  it('gets 401 or 429', async () => {
    const visible = fc.string({ unit: 'grapheme-ascii', maxLength: 60 })
    const scheme = fc.constantFrom('', 'Bearer ', 'Basic ', 'eyJ', 'Digest ')
    const names = fc.constantFrom('authorization', 'x-hostfully-apikey')
    await fc.assert(
      fc.asyncProperty(names, scheme, visible, async (name, scheme, text) => {
        const headers = { [name]: scheme + text, 'x-forwarded-for': '192.0.2.1' }
        const response = await server.request('GET', '/v2/agencies', { headers })
        assert.ok([401, 429].includes(response.status))
        assertInContract(response, headers)
      }),
      runs,
    )
  })
})
