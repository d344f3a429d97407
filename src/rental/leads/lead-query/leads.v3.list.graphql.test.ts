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

const on = (day: string) => new Date(`${day}T00:00:00Z`)
const june = { check_in_local: '2026-06-05T16:00:00', check_out_local: '2026-06-09T11:00:00' }
const july = { check_in_local: '2026-07-01T23:59:00', check_out_local: '2026-07-03T00:00:00' }
const uids: Record<string, string> = {
  new: await makeLead(server, agencyUid, {
    property_uid: cedarUid,
    ...june,
    updated_at: on('2026-05-18'),
  }),
  pending: await makeLead(server, agencyUid, {
    property_uid: cedarUid,
    type: 'BOOKING_REQUEST',
    status: 'PENDING',
    ...july,
    updated_at: on('2026-05-16'),
  }),
  approved: await makeLead(server, agencyUid, {
    property_uid: birchUid,
    type: 'BOOKING_REQUEST',
    status: 'PENDING_APPROVED',
    channel: 'VRBO',
    ...june,
    updated_at: on('2026-05-17'),
  }),
  block: await makeLead(server, agencyUid, {
    property_uid: birchUid,
    type: 'BLOCK',
    status: 'BLOCKED',
    channel: 'BOOKING_COM',
    ...july,
    updated_at: on('2026-05-15'),
  }),
  nowhere: await makeLead(server, agencyUid, {
    status: 'IGNORED',
    ...june,
    updated_at: on('2026-05-19'),
  }),
}
await makeLead(server, agencyUid, { property_uid: cedarUid, deleted_at: new Date() })
const newestFirst = ['nowhere', 'block', 'approved', 'pending', 'new']

async function run(query: string | object, options: { version?: string; key?: string } = {}) {
  const path = `/api/v${options.version ?? '3.3'}/graphql`
  const answer = await server.request('POST', path, { key: options.key ?? key, body: query })
  assert.equal(answer.status, 200)
  return answer.body
}

const nameOf = (uid: string) => Object.keys(uids).find(name => uids[name] === uid)

async function names(args: string, options = {}): Promise<(string | undefined)[]> {
  const body = await run(`{ leads(${args}) { uid } }`, options)
  assert.equal(body.errors, undefined)
  return body.data.leads.map(({ uid }: { uid: string }) => nameOf(uid))
}

const whole = `agencyUid: "${agencyUid}"`

describe('leads, scope', () => {
  const scopes: [string, string, string[]][] = [
    ['agencyUid', whole, newestFirst],
    ['propertyUid', `propertyUid: "${cedarUid}"`, ['pending', 'new']],
    ['leadUids', `leadUids: ["${uids.new}", "${uids.block!.toUpperCase()}"]`, ['block', 'new']],
    ['agencyUid and propertyUid', `${whole}, propertyUid: "${birchUid}"`, ['block', 'approved']],
    [
      'propertyUid and leadUids',
      `propertyUid: "${cedarUid}", leadUids: ["${uids.new}", "${uids.block}"]`,
      ['new'],
    ],
    ['leadUids out of reach left out', `leadUids: ["${foreignLead}", "${uids.new}", "x"]`, ['new']],
    ['leadUids all out of reach', `leadUids: ["${foreignLead}", "${unknownUid}"]`, []],
    ['leadUids empty', 'leadUids: []', []],
  ]
  for (const [what, args, expected] of scopes) {
    it(`200 by ${what}`, async () => {
      assert.deepEqual(await names(args), expected)
    })
  }

  async function isRefused(args: string, code: string, status: number, message: string) {
    const body = await run(`{ leads(${args}) { uid } }`)
    assert.deepEqual(Object.keys(body), ['errors', 'data', 'extensions'])
    assert.equal(body.data, null)
    assert.equal(body.errors.length, 1)
    const [{ message: said, path, extensions }] = body.errors
    assert.equal(said, message)
    assert.deepEqual(path, ['leads'])
    assert.deepEqual([extensions.code, extensions.status], [code, status])
  }

  it('REQUIRED_PARAMETER without any', async () => {
    const message = "One of ['propertyUid', 'agencyUid', 'leadUids'] is required"
    await isRefused('_limit: 5', 'REQUIRED_PARAMETER', 400, message)
    await isRefused('propertyUid: null', 'REQUIRED_PARAMETER', 400, message)
  })

  for (const uid of [unknownUid, foreign.agencyUid, 'x', '']) {
    it(`ACCESS_DENIED for the agencyUid "${uid}", data null`, async () => {
      const message = `No access to agencyUid ${uid}`
      await isRefused(`agencyUid: "${uid}"`, 'ACCESS_DENIED', 403, message)
    })
  }

  for (const uid of [unknownUid, foreignUid, 'x', '']) {
    it(`ACCESS_DENIED for the propertyUid "${uid}", data null`, async () => {
      const message = `No access to propertyUid ${uid}`
      await isRefused(`propertyUid: "${uid}"`, 'ACCESS_DENIED', 403, message)
    })
  }

  it('a refused list takes all of data with it', async () => {
    const query = `{ ok: leads(${whole}) { uid } lead(uid: "${uids.new}") { uid } bad: leads { uid } }`
    const body = await run(query)
    assert.equal(body.data, null)
    assert.deepEqual(body.errors[0].path, ['bad'])
  })

  it('INVALID_PARAMETER for more than 500 leadUids', async () => {
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
      assert.deepEqual(await names(`${whole}, ${filter}`), expected)
    })
  }
})

describe('leads, filters that are refused', () => {
  const bad = [
    'checkInFrom: "soon"',
    'stayTo: "2026-02-30"',
    'checkOutTo: "0000-01-01"',
    'updatedSince: "x"',
    'updatedSince: "0000-01-01T00:00:00"',
    'updatedSince: "0001-01-01T00:00:00+14:00"',
    'updatedSince: "9999-12-31T23:59:59-14:00"',
  ]
  for (const filter of bad) {
    it(`INVALID_PARAMETER for ${filter}`, async () => {
      const body = await run(`{ leads(${whole}, ${filter}) { uid } }`)
      assert.equal(body.data, null)
      assert.equal(body.errors[0].extensions.code, 'INVALID_PARAMETER')
      assert.equal(body.errors[0].extensions.parameter, filter.split(':')[0])
    })
  }

  it('INVALID_ENUM_VALUE for an unknown channel', async () => {
    const body = await run(`{ leads(${whole}, channelIn: ["AIRBNB", "PIGEON"]) { uid } }`)
    assert.equal(body.data, null)
    assert.match(
      body.errors[0].message,
      /^Wrong enum value, allowed values are: HOSTFULLY, AIRBNB, /,
    )
    assert.equal(body.errors[0].extensions.code, 'INVALID_ENUM_VALUE')
  })

  for (const filter of ['statusIn: ["NEW"]', 'typeIn: "BLOCK"', 'statusIn: [BOOKED_BY_AGENT]']) {
    it(`validation error for ${filter}`, async () => {
      const body = await run(`{ leads(${whole}, ${filter}) { uid } }`)
      assert.equal(body.errors[0].extensions.code, 'GRAPHQL_VALIDATION_FAILED')
      assert.equal(body.data, null)
    })
  }

  it('enums come as texts through variables', async () => {
    const query = `query Q($s: [LeadStatus!]) { leads(${whole}, statusIn: $s) { status } }`
    const { data } = await run({ query, variables: { s: ['BLOCKED'] } })
    assert.deepEqual(data, { leads: [{ status: 'BLOCKED' }] })
  })
})

describe('leads, PENDING_APPROVED', () => {
  for (const version of ['3.0', '3.1']) {
    it(`reads as PENDING on v${version}, and is found as such`, async () => {
      const query = `{ leads(${whole}, statusIn: [PENDING]) { uid status } }`
      const { data } = await run(query, { version })
      assert.deepEqual(data.leads, [
        { uid: uids.approved, status: 'PENDING' },
        { uid: uids.pending, status: 'PENDING' },
      ])
    })
  }

  for (const version of ['3.2', '3.3']) {
    it(`is a word of its own on v${version}`, async () => {
      const query = `{ leads(${whole}, statusIn: [PENDING_APPROVED]) { uid status } }`
      const { data } = await run(query, { version })
      assert.deepEqual(data.leads, [{ uid: uids.approved, status: 'PENDING_APPROVED' }])
      assert.deepEqual(await names(`${whole}, statusIn: [PENDING]`, { version }), ['pending'])
    })
  }
})

describe('leads, for a partner', () => {
  it('only those on properties it may see', async () => {
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: cedarUid })
    const token = await makeToken(server, partnerUid, agencyUid)
    assert.deepEqual(await names(whole, { key: token }), ['pending', 'new'])
    const asked = `leadUids: ${JSON.stringify(Object.values(uids))}`
    assert.deepEqual(await names(asked, { key: token }), ['pending', 'new'])
    const refused = await run(`{ leads(propertyUid: "${birchUid}") { uid } }`, { key: token })
    assert.equal(refused.data, null)
    assert.equal(refused.errors[0].extensions.code, 'ACCESS_DENIED')
  })
})
