import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeLead,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const foreign = await makeAgency(server)
const cedarUid = await makeProperty(server, agencyUid)
const birchUid = await makeProperty(server, agencyUid)
const foreignUid = await makeProperty(server, foreign.agencyUid)
const foreignLead = await makeLead(server, foreign.agencyUid)
const unknownUid = '0197a000-9999-7bbb-8ccc-00000000dead'

const startOfDay = (day: string) => new Date(`${day}T00:00:00Z`)
const june = { check_in_local: '2026-06-05T16:00:00', check_out_local: '2026-06-09T11:00:00' }
const july = { check_in_local: '2026-07-01T23:59:00', check_out_local: '2026-07-03T00:00:00' }
const uids: Record<string, string> = {
  new: await makeLead(server, agencyUid, {
    property_uid: cedarUid,
    ...june,
    updated_at: startOfDay('2026-05-18'),
  }),
  pending: await makeLead(server, agencyUid, {
    property_uid: cedarUid,
    type: 'BOOKING_REQUEST',
    status: 'PENDING',
    ...july,
    updated_at: startOfDay('2026-05-16'),
  }),
  approved: await makeLead(server, agencyUid, {
    property_uid: birchUid,
    type: 'BOOKING_REQUEST',
    status: 'PENDING_APPROVED',
    channel: 'VRBO',
    ...june,
    updated_at: startOfDay('2026-05-17'),
  }),
  block: await makeLead(server, agencyUid, {
    property_uid: birchUid,
    type: 'BLOCK',
    status: 'BLOCKED',
    channel: 'BOOKING_COM',
    ...july,
    updated_at: startOfDay('2026-05-15'),
  }),
  nowhere: await makeLead(server, agencyUid, {
    status: 'IGNORED',
    ...june,
    updated_at: startOfDay('2026-05-19'),
  }),
}
await makeLead(server, agencyUid, { property_uid: cedarUid, deleted_at: new Date() })
const newestFirst = ['nowhere', 'block', 'approved', 'pending', 'new']

async function run(query: string | object, options: { version?: string; key?: string } = {}) {
  const path = `/api/v${options.version ?? '3.3'}/graphql`
  const response = await server.request('POST', path, { key: options.key ?? key, body: query })
  assert.equal(response.status, 200)
  return response.body
}

const findName = (uid: string) => Object.keys(uids).find(name => uids[name] === uid)

async function names(args: string, options = {}): Promise<(string | undefined)[]> {
  const body = await run(`{ leads(${args}) { uid } }`, options)
  assert.equal(body.errors, undefined)
  return body.data.leads.map(({ uid }: { uid: string }) => findName(uid))
}

const agencyScope = `agencyUid: "${agencyUid}"`

describe('leads, scope', () => {
  const scopes: [string, string, string[]][] = [
    ['agencyUid', agencyScope, newestFirst],
    ['propertyUid', `propertyUid: "${cedarUid}"`, ['pending', 'new']],
    ['leadUids', `leadUids: ["${uids.new}", "${uids.block!.toUpperCase()}"]`, ['block', 'new']],
    [
      'agencyUid and propertyUid',
      `${agencyScope}, propertyUid: "${birchUid}"`,
      ['block', 'approved'],
    ],
    [
      'propertyUid and leadUids',
      `propertyUid: "${cedarUid}", leadUids: ["${uids.new}", "${uids.block}"]`,
      ['new'],
    ],
    ['leadUids out of reach left out', `leadUids: ["${foreignLead}", "${uids.new}", "x"]`, ['new']],
    ['leadUids all out of reach', `leadUids: ["${foreignLead}", "${unknownUid}"]`, []],
    ['leadUids empty', 'leadUids: []', []],
  ]
  for (const [description, args, expected] of scopes) {
    it(`200: lists leads by ${description}`, async () => {
      assert.deepEqual(await names(args), expected)
    })
  }

  async function assertRejected(args: string, code: string, status: number, message: string) {
    const body = await run(`{ leads(${args}) { uid } }`)
    assert.deepEqual(Object.keys(body), ['errors', 'data', 'extensions'])
    assert.equal(body.data, null)
    assert.equal(body.errors.length, 1)
    const [{ message: actualMessage, path, extensions }] = body.errors
    assert.equal(actualMessage, message)
    assert.deepEqual(path, ['leads'])
    assert.deepEqual([extensions.code, extensions.status], [code, status])
  }

  it('REQUIRED_PARAMETER: rejects a list without any of them', async () => {
    const message = "One of ['propertyUid', 'agencyUid', 'leadUids'] is required"
    await assertRejected('_limit: 5', 'REQUIRED_PARAMETER', 400, message)
    await assertRejected('propertyUid: null', 'REQUIRED_PARAMETER', 400, message)
  })

  for (const uid of [unknownUid, foreign.agencyUid, 'x', '']) {
    it(`ACCESS_DENIED: rejects the agencyUid "${uid}", with data null`, async () => {
      const message = `No access to agencyUid ${uid}`
      await assertRejected(`agencyUid: "${uid}"`, 'ACCESS_DENIED', 403, message)
    })
  }

  for (const uid of [unknownUid, foreignUid, 'x', '']) {
    it(`ACCESS_DENIED: rejects the propertyUid "${uid}", with data null`, async () => {
      const message = `No access to propertyUid ${uid}`
      await assertRejected(`propertyUid: "${uid}"`, 'ACCESS_DENIED', 403, message)
    })
  }

  it('returns null data if one list of several is rejected', async () => {
    const query = `{ ok: leads(${agencyScope}) { uid } lead(uid: "${uids.new}") { uid } bad: leads { uid } }`
    const body = await run(query)
    assert.equal(body.data, null)
    assert.deepEqual(body.errors[0].path, ['bad'])
  })

  it('INVALID_PARAMETER: rejects more than 500 leadUids', async () => {
    const query = 'query Q($u: [String!]) { leads(leadUids: $u) { uid } }'
    const body = await run({
      query,
      variables: { u: Array.from({ length: 501 }, () => unknownUid) },
    })
    assert.equal(body.data, null)
    assert.equal(body.errors[0].extensions.code, 'INVALID_PARAMETER')
  })
})

describe('leads, filters', () => {
  const filters: [string, string[]][] = [
    ['checkInFrom: "2026-07-01"', ['block', 'pending']],
    ['checkInFrom: "2026-07-02"', []],
    ['checkInTo: "2026-06-05"', ['nowhere', 'approved', 'new']],
    ['checkInTo: "2026-06-04"', []],
    ['checkOutFrom: "2026-07-03"', ['block', 'pending']],
    ['checkOutTo: "2026-06-09"', ['nowhere', 'approved', 'new']],
    ['checkOutTo: "2026-06-08"', []],
    ['stayFrom: "2026-06-08", stayTo: "2026-06-30"', ['nowhere', 'approved', 'new']],
    ['stayFrom: "2026-06-09", stayTo: "2026-07-01"', ['block', 'pending']],
    ['stayFrom: "2026-06-09", stayTo: "2026-06-30"', []],
    ['stayTo: "2026-06-05"', ['nowhere', 'approved', 'new']],
    ['statusIn: [NEW, BLOCKED]', ['block', 'new']],
    ['statusIn: NEW', ['new']],
    ['statusIn: []', []],
    ['statusIn: null', newestFirst],
    ['typeIn: [BOOKING_REQUEST]', ['approved', 'pending']],
    ['typeIn: [BLOCK, BOOKING]', ['block']],
    ['channelIn: ["VRBO", "BOOKING_COM"]', ['block', 'approved']],
    ['channelIn: "BOOKINGDOTCOM"', ['block']],
    ['typeIn: [BOOKING_REQUEST], channelIn: "VRBO", checkInTo: "2026-06-05"', ['approved']],
    ['updatedSince: "2026-05-17T00:00:00"', ['approved', 'new', 'nowhere']],
    ['updatedSince: "2026-05-17T00:00:00.001Z"', ['new', 'nowhere']],
    ['updatedSince: "2026-05-15T00:00:00Z"', ['block', 'pending', 'approved', 'new', 'nowhere']],
  ]
  for (const [filter, expected] of filters) {
    it(filter, async () => {
      assert.deepEqual(await names(`${agencyScope}, ${filter}`), expected)
    })
  }
})

describe('leads, invalid filters', () => {
  const invalidFilters = [
    'checkInFrom: "soon"',
    'stayTo: "2026-02-30"',
    'checkOutTo: "0000-01-01"',
    'updatedSince: "x"',
    'updatedSince: "0000-01-01T00:00:00"',
    'updatedSince: "0001-01-01T00:00:00+14:00"',
    'updatedSince: "9999-12-31T23:59:59-14:00"',
  ]
  for (const filter of invalidFilters) {
    it(`INVALID_PARAMETER: rejects ${filter}`, async () => {
      const body = await run(`{ leads(${agencyScope}, ${filter}) { uid } }`)
      assert.equal(body.data, null)
      assert.equal(body.errors[0].extensions.code, 'INVALID_PARAMETER')
      assert.equal(body.errors[0].extensions.parameter, filter.split(':')[0])
    })
  }

  it('INVALID_ENUM_VALUE: rejects an unknown channel', async () => {
    const body = await run(`{ leads(${agencyScope}, channelIn: ["AIRBNB", "PIGEON"]) { uid } }`)
    assert.equal(body.data, null)
    assert.match(
      body.errors[0].message,
      /^Wrong enum value, allowed values are: HOSTFULLY, AIRBNB, /,
    )
    assert.equal(body.errors[0].extensions.code, 'INVALID_ENUM_VALUE')
  })

  for (const filter of ['statusIn: ["NEW"]', 'typeIn: "BLOCK"', 'statusIn: [BOOKED_BY_AGENT]']) {
    it(`returns a validation error for ${filter}`, async () => {
      const body = await run(`{ leads(${agencyScope}, ${filter}) { uid } }`)
      assert.equal(body.errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED')
      assert.equal(body.data, null)
    })
  }

  it('accepts enum values as strings in variables', async () => {
    const query = `query Q($s: [LeadStatus!]) { leads(${agencyScope}, statusIn: $s) { status } }`
    const { data } = await run({ query, variables: { s: ['BLOCKED'] } })
    assert.deepEqual(data, { leads: [{ status: 'BLOCKED' }] })
  })
})

describe('leads, PENDING_APPROVED', () => {
  for (const version of ['3.0', '3.1']) {
    it(`is returned and filtered as PENDING by v${version}`, async () => {
      const query = `{ leads(${agencyScope}, statusIn: [PENDING]) { uid status } }`
      const { data } = await run(query, { version })
      assert.deepEqual(data.leads, [
        { uid: uids.approved, status: 'PENDING' },
        { uid: uids.pending, status: 'PENDING' },
      ])
    })
  }

  for (const version of ['3.2', '3.3']) {
    it(`is a separate status in v${version}`, async () => {
      const query = `{ leads(${agencyScope}, statusIn: [PENDING_APPROVED]) { uid status } }`
      const { data } = await run(query, { version })
      assert.deepEqual(data.leads, [{ uid: uids.approved, status: 'PENDING_APPROVED' }])
      assert.deepEqual(await names(`${agencyScope}, statusIn: [PENDING]`, { version }), ['pending'])
    })
  }
})

describe('leads, for a partner', () => {
  it('lists only leads of accessible properties', async () => {
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: cedarUid })
    const token = await makeToken(server, partnerUid, agencyUid)
    assert.deepEqual(await names(agencyScope, { key: token }), ['pending', 'new'])
    const requested = `leadUids: ${JSON.stringify(Object.values(uids))}`
    assert.deepEqual(await names(requested, { key: token }), ['pending', 'new'])
    const refused = await run(`{ leads(propertyUid: "${birchUid}") { uid } }`, { key: token })
    assert.equal(refused.data, null)
    assert.equal(refused.errors[0].extensions.code, 'ACCESS_DENIED')
  })
})
