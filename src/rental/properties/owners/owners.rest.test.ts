/** Owners: contract/resources.md §2.1. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import { readEventLog } from '../../../../test/fixtures/events/event-log.ts'
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
let agencyUid: string
let key: string

beforeEach(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
})

const send = (method: string, path: string, body?: unknown, by = key, version = 'v3.3') =>
  server.request(method, `/api/${version}${path}`, { key: by, ...(body ? { body } : {}) })
const initialTypes = 'VIEW_BOOKINGS VIEW_FINANCIALS BLOCK_DATES RECEIVE_NOTIFICATIONS'.split(' ')
const ada = { firstName: 'Ada', lastName: 'Reed', email: 'ada@example.org' }

async function make(body: object = {}): Promise<string> {
  const reply = await send('POST', '/owners', { agencyUid, ...ada, ...body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.owner.uid
}

const own = (propertyUid: string, ownerUid: string) =>
  send('PUT', `/property-ownership/${propertyUid}`, { ownerUid })

async function tokenFor(propertyUid: string, access: 'READ' | 'READ_WRITE' = 'READ') {
  const { partnerUid } = await makePartner(server)
  await grant(server, { agencyUid, partnerUid, objectUid: propertyUid, access })
  return makeToken(server, partnerUid, agencyUid)
}

const log = async () => (await readEventLog(server, agencyUid)).map(({ type }) => type)

describe('POST /owners', () => {
  for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
    it(`201 in ${version}: returns every field, with defaults`, async () => {
      const { status, body } = await send('POST', '/owners', { agencyUid, ...ada }, key, version)
      assert.equal(status, 201)
      const { uid } = body.owner
      const at = '2026-05-20T15:00:00'
      const owner = {
        uid,
        agencyUid,
        ...ada,
        businessName: null,
        phoneNumber: null,
        phoneNumberAreaCode: null,
        commissionRate: null,
        agencyCommissionRate: null,
        isActive: true,
        permissions: {
          viewBookings: true,
          viewGuestDetails: false,
          viewFinancials: true,
          blockDates: true,
          receiveNotifications: true,
        },
        permissionTypes: initialTypes,
        externalCalendarUrl: null,
        pictureUrl: null,
        createdUtcDateTime: at,
        updatedUtcDateTime: at,
      }
      assert.deepEqual(body, { owner })
      assert.deepEqual((await send('GET', `/owners/${uid}`, undefined, key, version)).body, body)
    })
  }

  it('201: stores all fields and some of the permissions', async () => {
    const fields = { businessName: 'Reed Ltd', phoneNumber: '+1', commissionRate: 0.2 }
    const permissions = { viewGuestDetails: true, blockDates: false }
    const body = { agencyUid, ...ada, ...fields, isActive: false, permissions }
    const { owner } = (await send('POST', '/owners', body)).body
    assert.deepEqual([owner.businessName, owner.phoneNumber], ['Reed Ltd', '+1'])
    assert.deepEqual([owner.commissionRate, owner.isActive], [0.2, false])
    const { viewBookings, viewGuestDetails, blockDates } = owner.permissions
    assert.deepEqual([viewBookings, viewGuestDetails, blockDates], [true, true, false])
  })

  it('400: names missing and invalid fields', async () => {
    const none = await send('POST', '/owners', {})
    const fields = none.body.errors.map(({ field }: { field: string }) => field)
    assert.deepEqual(fields, ['agencyUid', 'firstName', 'lastName', 'email'])
    const wrong = [
      { firstName: ' ' },
      { email: 'nobody' },
      { commissionRate: 1.1 },
      { isActive: null },
      { permissions: { blockDates: 'maybe' } },
    ]
    for (const change of wrong) {
      const { status } = await send('POST', '/owners', { agencyUid, ...ada, ...change })
      assert.equal(status, 400, JSON.stringify(change))
    }
  })
})

describe('refusals of POST /owners', () => {
  it('403 for another agency', async () => {
    const foreign = { agencyUid: randomUUID(), ...ada }
    const { status, body } = await send('POST', '/owners', foreign)
    assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
  })

  it('409 ALREADY_EXISTS: rejects an email address in use, ignoring case', async () => {
    const existingUid = await make()
    const twice = { agencyUid, ...ada, email: 'ADA@example.org' }
    const { status, body } = await send('POST', '/owners', twice)
    assert.deepEqual([status, body.code, body.existingUid], [409, 'ALREADY_EXISTS', existingUid])
    await send('DELETE', `/owners/${existingUid}`)
    assert.equal((await send('POST', '/owners', twice)).status, 201)
  })

  it('creates one owner for concurrent requests with one address', async () => {
    const body = { agencyUid, ...ada }
    const all = Array.from({ length: 5 }, () => send('POST', '/owners', body))
    const responses = await Promise.all(all)
    const statuses = responses.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, 409, 409, 409, 409])
  })
})

describe('GET /owners', () => {
  const list = async (query = '') => {
    const { body } = await send('GET', `/owners?agencyUid=${agencyUid}${query}`)
    return body.owners.map(({ firstName }: { firstName: string }) => firstName)
  }

  it('200: lists active and inactive owners by last name, first name', async () => {
    await make({ firstName: 'Zoe', lastName: 'Adams', email: 'z@x.example' })
    await make({ firstName: 'Bob', lastName: 'Young', email: 'b@x.example', isActive: false })
    await make({ firstName: 'Amy', lastName: 'Adams', email: 'a@x.example' })
    assert.deepEqual(await list(), ['Amy', 'Zoe', 'Bob'])
  })

  it('200: filters by name, business name or email address', async () => {
    await make()
    await make({ firstName: 'Bob', lastName: 'Hall', email: 'b@x.example', businessName: '100%' })
    for (const [query, names] of [
      ['DA%20re', ['Ada']],
      ['EXAMPLE.ORG', ['Ada']],
      ['%25', ['Bob']],
      ['_', []],
      ['', ['Bob', 'Ada']],
    ] as const) {
      assert.deepEqual(await list(`&query=${query}`), names, query)
    }
  })

  it('400 without agencyUid, 403 for another agency', async () => {
    assert.equal((await send('GET', '/owners')).body.code, 'REQUIRED_PARAMETER')
    const { body } = await send('GET', `/owners?agencyUid=${randomUUID()}`)
    assert.equal(body.code, 'ACCESS_DENIED')
  })
})

describe('PATCH /owners/{uid}', () => {
  it('200: null clears, omitted fields stay; the event has the changes', async () => {
    const uid = await make({ phoneNumber: '+1', commissionRate: 0.2 })
    server.clock.advance(60_000)
    const change = { phoneNumber: null, commissionRate: 0.25, permissions: { blockDates: false } }
    const { status, body } = await send('PATCH', `/owners/${uid}`, change)
    assert.equal(status, 200)
    const { owner } = body
    assert.deepEqual([owner.phoneNumber, owner.commissionRate], [null, 0.25])
    assert.deepEqual([owner.permissions.blockDates, owner.permissions.viewBookings], [false, true])
    assert.equal(owner.firstName, 'Ada')
    assert.notEqual(owner.updatedUtcDateTime, owner.createdUtcDateTime)
    const [, event] = await readEventLog(server, agencyUid)
    assert.deepEqual(event!.payload, {
      agency_uid: agencyUid,
      event_type: 'OWNER_UPDATED',
      owner_uid: uid,
    })
    assert.deepEqual(event!.changes, {
      phoneNumber: ['+1', null],
      commissionRate: [0.2, 0.25],
      'permissions.blockDates': [true, false],
    })
    const again = await send('PATCH', `/owners/${uid}`, change)
    assert.deepEqual(again.body, body)
    assert.deepEqual(await log(), ['OWNER_CREATED', 'OWNER_UPDATED'])
  })

  it("200: ignores uid and agency, and accepts the owner's own address", async () => {
    const uid = await make()
    const change = { uid: randomUUID(), agencyUid: randomUUID(), email: ada.email }
    const { owner } = (await send('PATCH', `/owners/${uid}`, change)).body
    assert.deepEqual([owner.uid, owner.agencyUid], [uid, agencyUid])
  })

  it('400 for a null name, 409 for the address of another owner', async () => {
    const uid = await make()
    await make({ email: 'bob@example.org' })
    const blank = await send('PATCH', `/owners/${uid}`, { lastName: null })
    assert.deepEqual([blank.status, blank.body.code], [400, 'REQUIRED_PARAMETER'])
    const { body } = await send('PATCH', `/owners/${uid}`, { email: 'Bob@example.org' })
    assert.equal(body.code, 'ALREADY_EXISTS')
  })

  it('accepts one of two concurrent changes to the same address', async () => {
    const uids = [await make(), await make({ email: 'bob@example.org' })]
    const change = { email: 'new@example.org' }
    const responses = await Promise.all(uids.map(uid => send('PATCH', `/owners/${uid}`, change)))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409])
  })
})

describe('DELETE /owners/{uid}', () => {
  it('204: ends ownerships; blocks and adjustments stay', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const uid = await make()
    await own(propertyUid, uid)
    const ownership = { property_uid: propertyUid, owner_uid: uid }
    const state = { type: 'BLOCK', status: 'BLOCKED', source: 'HOSTFULLY_OWNER_PORTAL' }
    const leadUid = await makeLead(server, agencyUid, { ...ownership, ...state })
    const adjustment = {
      adjustmentType: 'DEBIT',
      name: 'Boiler',
      propertyUid,
      amount: 5,
      date: '2026-07-04',
      taxRate: 0,
      currency: 'USD',
    }
    await send('POST', '/owner-adjustments', adjustment)
    const before = (await log()).length
    assert.equal((await send('DELETE', `/owners/${uid}`)).status, 204)
    assert.deepEqual((await log()).slice(before), ['PROPERTY_OWNERSHIP_UPDATED', 'OWNER_DELETED'])
    const { propertyOwnership } = (await send('GET', `/property-ownership/${propertyUid}`)).body
    assert.equal(propertyOwnership.ownerUid, null)
    const path = `/owner-adjustments?propertyUid=${propertyUid}`
    assert.equal((await send('GET', path)).body.ownerAdjustments[0].ownerUid, uid)
    const lead = await server.request('GET', `/v2/leads/${leadUid}`, { key })
    assert.equal(lead.body.ownerUid, uid)
  })

  it('404 for an unknown, foreign, malformed or deleted uid, in every operation', async () => {
    const deleted = await make()
    await send('DELETE', `/owners/${deleted}`)
    const { key: foreignKey } = await makeAgency(server)
    const foreign = await make()
    for (const [uid, by] of [
      [randomUUID(), key],
      ['x', key],
      [deleted, key],
      [foreign, foreignKey],
    ] as const) {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const body = method === 'PATCH' ? { firstName: 'Eve' } : undefined
        const reply = await send(method, `/owners/${uid}`, body, by)
        assert.deepEqual([reply.status, reply.body.code], [404, 'OWNER_NOT_FOUND'])
        assert.equal(reply.body.apiErrorMessage, `Owner not found: ${uid}`)
      }
    }
  })
})

describe('access of partners to owners', () => {
  for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
    it(`${version}: a partner reads the owners of granted properties only`, async () => {
      const granted = await makeProperty(server, agencyUid)
      const other = await makeProperty(server, agencyUid)
      const [seen, hidden] = [await make(), await make({ email: 'bob@example.org' })]
      await own(granted, seen)
      await own(other, hidden)
      const token = await tokenFor(granted, 'READ_WRITE')
      const list = `/owners?agencyUid=${agencyUid}`
      const { owners } = (await send('GET', list, undefined, token, version)).body
      assert.deepEqual(
        owners.map(({ uid, email }: Record<string, string>) => [uid, email]),
        [[seen, ada.email]],
      )
      const get = (uid: string) => send('GET', `/owners/${uid}`, undefined, token, version)
      assert.deepEqual([(await get(seen)).status, (await get(hidden)).status], [200, 404])
      for (const [method, path, body] of [
        ['POST', '/owners', { agencyUid, ...ada, email: 'eve@example.org' }],
        ['PATCH', `/owners/${seen}`, { firstName: 'Eve' }],
        ['DELETE', `/owners/${seen}`, undefined],
      ] as const) {
        const reply = await send(method, path, body, token, version)
        assert.deepEqual([reply.status, reply.body.code], [403, 'OPERATION_NOT_PERMITTED'])
      }
    })
  }
})
