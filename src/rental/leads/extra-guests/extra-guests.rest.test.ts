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

const extraGuestsPath = (uid: string, version = 'v3.3') => `/api/${version}/extra-guests/${uid}`
const get = (by = key, uid = leadUid) => server.request('GET', extraGuestsPath(uid), { key: by })
const put = (extraGuests: unknown, by = key, uid = leadUid) =>
  server.request('PUT', extraGuestsPath(uid), { key: by, body: { extraGuests } })

const ada = { firstName: 'Ada', lastName: 'Sole', email: 'ada@sole.example', age: 34 }
const bob = { firstName: 'Bob', lastName: 'Sole', email: null, age: 0 }
const expectedList = (...guests: object[]) => ({
  extraGuests: guests.map(guest => ({ leadUid, ...guest })),
  _metadata: { count: guests.length, totalCount: guests.length },
})

const hidden = { extraGuests: [], _metadata: { count: 0, totalCount: 0, hidden: true } }

const listActions = (uid: string) =>
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
    it(`200 in ${version}: lists the guests in the stored order`, async () => {
      await put([bob, ada])
      const { status, body } = await server.request('GET', extraGuestsPath(leadUid, version), {
        key,
      })
      assert.equal(status, 200)
      assert.deepEqual(body, expectedList(bob, ada))
      assert.equal(Object.keys(body)[0], 'extraGuests')
    })
  }

  it('200: returns an empty list for a lead without extra guests', async () => {
    const { body } = await get()
    assert.deepEqual(body, expectedList())
  })

  it('200: hides them from a partner without access to personal data', async () => {
    await put([ada])
    const without = await get(await partnerWith({ access: 'READ' }))
    assert.equal(without.status, 200)
    assert.deepEqual(without.body, hidden)
    const { body } = await get(await partnerWith({ access: 'READ', personalData: true }))
    assert.deepEqual(body, expectedList(ada))
  })

  it('404: rejects an unknown, malformed, deleted, foreign or not granted lead', async () => {
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
  it('200: replaces the list and returns it', async () => {
    await put([ada, bob])
    const { status, body } = await put([bob])
    assert.equal(status, 200)
    assert.deepEqual(body, expectedList(bob))
    assert.deepEqual((await get()).body, expectedList(bob))
  })

  it('200: an empty list deletes all', async () => {
    await put([ada])
    assert.deepEqual((await put([])).body, expectedList())
  })

  it('200: accepts missing and null fields, and an age as text', async () => {
    const nothing = { firstName: null, lastName: null, email: null, age: null }
    const { body } = await put([{}, nothing, { age: '150', other: 1 }])
    assert.deepEqual(body, expectedList(nothing, nothing, { ...nothing, age: 150 }))
  })

  it('200: accepts the response of GET and changes nothing', async () => {
    await put([ada, bob])
    const before = await updatedAt(server, 'leads', agencyUid, leadUid)
    const { body: sent } = await get()
    const { status, body } = await server.request('PUT', extraGuestsPath(leadUid), {
      key,
      body: sent,
    })
    assert.equal(status, 200)
    assert.deepEqual(body, sent)
    assert.equal(await updatedAt(server, 'leads', agencyUid, leadUid), before)
    assert.equal((await listActions(leadUid)).length, 1)
  })
})

describe('PUT /extra-guests/{leadUid}: effects on the lead', () => {
  it('increases updatedUtcDateTime each time and records the history', async () => {
    const times = [await updatedAt(server, 'leads', agencyUid, leadUid)]
    for (const guests of [[ada], [bob], []]) {
      await put(guests)
      times.push(await updatedAt(server, 'leads', agencyUid, leadUid))
    }
    assert.deepEqual(
      times,
      [...new Set(times)].sort((a, b) => a - b),
    )
    const expectedAction = { act: 'extra-guests', events: ['BOOKING_UPDATED'], availability: null }
    assert.deepEqual(await listActions(leadUid), [expectedAction, expectedAction, expectedAction])
  })

  it('stores one complete list of several concurrent ones', async () => {
    const lists = Array.from({ length: 6 }, (_, i) =>
      Array.from({ length: i + 2 }, () => ({ ...ada, age: i })),
    )
    const responses = await Promise.all(lists.map(guests => put(guests)))
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
    const { body } = await get()
    assert.deepEqual(body, expectedList(...lists[body.extraGuests[0].age]!))
  })
})

describe('PUT /extra-guests/{leadUid} by partners', () => {
  it('200: a partner with access to personal data writes them', async () => {
    const { status, body } = await put([ada], await partnerWith({ personalData: true }))
    assert.equal(status, 200)
    assert.deepEqual(body, expectedList(ada))
  })

  it('200: ignores the input of a partner without access to personal data', async () => {
    await put([ada])
    const before = await updatedAt(server, 'leads', agencyUid, leadUid)
    const { status, body } = await put([bob], await partnerWith({}))
    assert.equal(status, 200)
    assert.deepEqual(body, hidden)
    assert.deepEqual((await get()).body, expectedList(ada))
    assert.equal(await updatedAt(server, 'leads', agencyUid, leadUid), before)
  })

  it('403 READ_ONLY_GRANT: rejects a read-only grant', async () => {
    const reader = await partnerWith({ access: 'READ', personalData: true })
    const { status, body } = await put([ada], reader)
    assert.equal(status, 403)
    assert.equal(body.code, 'READ_ONLY_GRANT')
    assert.deepEqual((await get()).body, expectedList())
  })
})

describe('PUT /extra-guests/{leadUid}, refused', () => {
  it('409 LEAD_READ_ONLY: rejects a sample', async () => {
    const uid = await makeLead(server, agencyUid, { status: 'SAMPLE' })
    const { status, body } = await put([ada], key, uid)
    assert.equal(status, 409)
    assert.equal(body.code, 'LEAD_READ_ONLY')
  })

  const invalidInputs: [name: string, extraGuests: unknown, field: string][] = [
    ['a missing list', undefined, 'extraGuests'],
    ['null', null, 'extraGuests'],
    ['a text', 'Ada', 'extraGuests'],
    ['51 guests', Array.from({ length: 51 }, () => ada), 'extraGuests'],
    ['a guest that is null', [null], 'extraGuests[0]'],
    ['a guest that is a text', ['Ada'], 'extraGuests[0]'],
    ['a first name that is too long', [{ firstName: 'a'.repeat(256) }], 'extraGuests[0].firstName'],
    ['a last name that is too long', [{ lastName: 'a'.repeat(256) }], 'extraGuests[0].lastName'],
    ['an invalid e-mail address', [{ email: 'ada' }], 'extraGuests[0].email'],
    ['a negative age', [ada, { age: -1 }], 'extraGuests[1].age'],
    ['an age beyond 150', [{ age: 151 }], 'extraGuests[0].age'],
    ['an age that no column can store', [{ age: 1e12 }], 'extraGuests[0].age'],
    ['a fractional age', [{ age: 3.5 }], 'extraGuests[0].age'],
    ['an age that is not a number', [{ age: 'ten' }], 'extraGuests[0].age'],
  ]

  for (const [name, extraGuests, field] of invalidInputs) {
    it(`400: rejects ${name}`, async () => {
      await put([ada])
      const { status, body } = await put(extraGuests)
      assert.equal(status, 400)
      assert.equal(body.errors?.[0].field ?? body.parameter, field)
      assert.deepEqual((await get()).body, expectedList(ada))
    })
  }

  for (const version of ['v3', 'v3.1', 'v3.2']) {
    it(`405 in ${version}: rejects writes before v3.3`, async () => {
      const body = { extraGuests: [ada] }
      const { status } = await server.request('PUT', extraGuestsPath(leadUid, version), {
        key,
        body,
      })
      assert.equal(status, 405)
      assert.deepEqual((await get()).body, expectedList())
    })
  }
})
