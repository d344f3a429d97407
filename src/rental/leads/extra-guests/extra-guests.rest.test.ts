import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import {
  type GrantRights,
  grant,
  makeAgency,
  makeLead,
  makePartner,
  makeProperty,
  makeToken,
  updatedAt,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const db = server.database.kysely
const { agencyUid, key } = await makeAgency(server)
const { key: foreignKey } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
let leadUid: string

beforeEach(async () => {
  leadUid = await makeLead(server, agencyUid, { property_uid: propertyUid })
})

const pathOf = (uid: string, version = 'v3.3') => `/api/${version}/extra-guests/${uid}`
const get = (by = key, uid = leadUid) => server.request('GET', pathOf(uid), { key: by })
const put = (extraGuests: unknown, by = key, uid = leadUid) =>
  server.request('PUT', pathOf(uid), { key: by, body: { extraGuests } })

const ada = { firstName: 'Ada', lastName: 'Sole', email: 'ada@sole.example', age: 34 }
const bob = { firstName: 'Bob', lastName: 'Sole', email: null, age: 0 }
const listed = (...guests: object[]) => ({
  extraGuests: guests.map(guest => ({ leadUid, ...guest })),
  _metadata: { count: guests.length, totalCount: guests.length },
})

const hidden = { extraGuests: [], _metadata: { count: 0, totalCount: 0, hidden: true } }

const actsOf = (uid: string) =>
  db
    .selectFrom('lead_acts')
    .select(['act', 'events', 'availability'])
    .where('agency_uid', '=', agencyUid)
    .where('lead_uid', '=', uid)
    .execute()

async function partnerWith(options?: GrantRights): Promise<string> {
  const { partnerUid } = await makePartner(server)
  await grant(server, {
    agencyUid,
    partnerUid,
    objectUid: options ? propertyUid : randomUUID(),
    ...options,
  })
  return makeToken(server, partnerUid, agencyUid)
}

describe('GET /extra-guests/{leadUid}', () => {
  for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
    it(`200 in ${version}: the guests in the order in which they were told`, async () => {
      await put([bob, ada])
      const { status, body } = await server.request('GET', pathOf(leadUid, version), { key })
      assert.equal(status, 200)
      assert.deepEqual(body, listed(bob, ada))
      assert.equal(Object.keys(body)[0], 'extraGuests')
    })
  }

  it('200: none of a lead that was told none', async () => {
    const { body } = await get()
    assert.deepEqual(body, listed())
  })

  it('200: hidden from a partner without personal data, shown to one with', async () => {
    await put([ada])
    const without = await get(await partnerWith({ access: 'READ' }))
    assert.equal(without.status, 200)
    assert.deepEqual(without.body, hidden)
    const { body } = await get(await partnerWith({ access: 'READ', personalData: true }))
    assert.deepEqual(body, listed(ada))
  })

  it('404: unknown, malformed, deleted, foreign or not granted', async () => {
    const deleted = await makeLead(server, agencyUid, { deleted_at: new Date() })
    for (const [by, uid] of [
      [key, randomUUID()],
      [key, 'x'],
      [key, deleted],
      [foreignKey, leadUid],
      [await partnerWith(), leadUid],
    ] as const) {
      for (const { status, body } of [await get(by, uid), await put([ada], by, uid)]) {
        assert.equal(status, 404)
        assert.equal(body.code, 'LEAD_NOT_FOUND')
      }
    }
  })
})

describe('PUT /extra-guests/{leadUid}', () => {
  it('200: gives the list that replaced the other', async () => {
    await put([ada, bob])
    const { status, body } = await put([bob])
    assert.equal(status, 200)
    assert.deepEqual(body, listed(bob))
    assert.deepEqual((await get()).body, listed(bob))
  })

  it('200: an empty list takes all away', async () => {
    await put([ada])
    assert.deepEqual((await put([])).body, listed())
  })

  it('200: every field may be left out or null, an age sent as text', async () => {
    const nothing = { firstName: null, lastName: null, email: null, age: null }
    const { body } = await put([{}, nothing, { age: '150', other: 1 }])
    assert.deepEqual(body, listed(nothing, nothing, { ...nothing, age: 150 }))
  })

  it('200: what GET answers can be sent back, and changes nothing', async () => {
    await put([ada, bob])
    const before = await updatedAt(server, 'leads', agencyUid, leadUid)
    const { body: sent } = await get()
    const { status, body } = await server.request('PUT', pathOf(leadUid), { key, body: sent })
    assert.equal(status, 200)
    assert.deepEqual(body, sent)
    assert.equal(await updatedAt(server, 'leads', agencyUid, leadUid), before)
    assert.equal((await actsOf(leadUid)).length, 1)
  })
})

describe('what a PUT of extra guests does to the lead', () => {
  it('changes the lead, each time later than before, and tells its history', async () => {
    const times = [await updatedAt(server, 'leads', agencyUid, leadUid)]
    for (const guests of [[ada], [bob], []]) {
      await put(guests)
      times.push(await updatedAt(server, 'leads', agencyUid, leadUid))
    }
    assert.deepEqual(
      times,
      [...new Set(times)].sort((a, b) => a - b),
    )
    const told = { act: 'extra-guests', events: ['BOOKING_UPDATED'], availability: null }
    assert.deepEqual(await actsOf(leadUid), [told, told, told])
  })

  it('leaves one whole list of several that are written at once', async () => {
    const lists = Array.from({ length: 6 }, (_, i) =>
      Array.from({ length: i + 2 }, () => ({ ...ada, age: i })),
    )
    const answers = await Promise.all(lists.map(guests => put(guests)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    const { body } = await get()
    assert.deepEqual(body, listed(...lists[body.extraGuests[0].age]!))
  })
})

describe('PUT /extra-guests/{leadUid} by partners', () => {
  it('200: a partner with personal data writes, too', async () => {
    const { status, body } = await put([ada], await partnerWith({ personalData: true }))
    assert.equal(status, 200)
    assert.deepEqual(body, listed(ada))
  })

  it('200: what a partner without personal data tells is ignored', async () => {
    await put([ada])
    const before = await updatedAt(server, 'leads', agencyUid, leadUid)
    const { status, body } = await put([bob], await partnerWith({}))
    assert.equal(status, 200)
    assert.deepEqual(body, hidden)
    assert.deepEqual((await get()).body, listed(ada))
    assert.equal(await updatedAt(server, 'leads', agencyUid, leadUid), before)
  })

  it('403 READ_ONLY_GRANT: a partner that may only read', async () => {
    const reader = await partnerWith({ access: 'READ', personalData: true })
    const { status, body } = await put([ada], reader)
    assert.equal(status, 403)
    assert.equal(body.code, 'READ_ONLY_GRANT')
    assert.deepEqual((await get()).body, listed())
  })
})

describe('PUT /extra-guests/{leadUid}, refused', () => {
  it('409 LEAD_READ_ONLY: a sample', async () => {
    const uid = await makeLead(server, agencyUid, { status: 'SAMPLE' })
    const { status, body } = await put([ada], key, uid)
    assert.equal(status, 409)
    assert.equal(body.code, 'LEAD_READ_ONLY')
  })

  const bad: [what: string, extraGuests: unknown, field: string][] = [
    ['no list', undefined, 'extraGuests'],
    ['null', null, 'extraGuests'],
    ['a text', 'Ada', 'extraGuests'],
    ['51 guests', Array.from({ length: 51 }, () => ada), 'extraGuests'],
    ['a guest that is null', [null], 'extraGuests[0]'],
    ['a guest that is a text', ['Ada'], 'extraGuests[0]'],
    ['an endless first name', [{ firstName: 'a'.repeat(256) }], 'extraGuests[0].firstName'],
    ['an endless last name', [{ lastName: 'a'.repeat(256) }], 'extraGuests[0].lastName'],
    ['an e-mail address that is none', [{ email: 'ada' }], 'extraGuests[0].email'],
    ['a negative age', [ada, { age: -1 }], 'extraGuests[1].age'],
    ['an age beyond 150', [{ age: 151 }], 'extraGuests[0].age'],
    ['an age beyond what a column holds', [{ age: 1e12 }], 'extraGuests[0].age'],
    ['half an age', [{ age: 3.5 }], 'extraGuests[0].age'],
    ['an age of words', [{ age: 'ten' }], 'extraGuests[0].age'],
  ]

  for (const [what, extraGuests, field] of bad) {
    it(`400: ${what}`, async () => {
      await put([ada])
      const { status, body } = await put(extraGuests)
      assert.equal(status, 400)
      assert.equal(body.errors?.[0].field ?? body.parameter, field)
      assert.deepEqual((await get()).body, listed(ada))
    })
  }

  for (const version of ['v3', 'v3.1', 'v3.2']) {
    it(`405 in ${version}: only v3.3 writes them`, async () => {
      const body = { extraGuests: [ada] }
      const { status } = await server.request('PUT', pathOf(leadUid, version), { key, body })
      assert.equal(status, 405)
      assert.deepEqual((await get()).body, listed())
    })
  }
})
