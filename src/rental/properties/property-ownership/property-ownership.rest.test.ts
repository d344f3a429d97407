/** Ownership of properties: contract/resources.md §2.2. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import { readEventLog } from '../../../../test/fixtures/events/event-log.ts'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
let agencyUid: string
let key: string
let propertyUid: string
let owners: string[]

const send = (method: string, path: string, body?: unknown, by = key, version = 'v3.3') =>
  server.request(method, `/api/${version}${path}`, { key: by, ...(body ? { body } : {}) })
const path = () => `/property-ownership/${propertyUid}`
const assign = (ownerUid: string, by = key) => send('PUT', path(), { ownerUid }, by)

async function makeOwner(name: string): Promise<string> {
  const body = { agencyUid, firstName: name, lastName: 'Reed', email: `${name}@example.org` }
  return (await send('POST', '/owners', body)).body.owner.uid
}

beforeEach(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  propertyUid = await makeProperty(server, agencyUid)
  owners = [await makeOwner('ada'), await makeOwner('bob')]
})

const listEvents = async () =>
  (await readEventLog(server, agencyUid)).filter(
    ({ type }) => type === 'PROPERTY_OWNERSHIP_UPDATED',
  )

const initial = {
  copyOwnerWhenBookingConfirmed: false,
  collectAndRemitTaxes: false,
  ownerNotes: null,
}

describe('settings of an ownership', () => {
  const told3 = {
    copyOwnerWhenBookingConfirmed: true,
    collectAndRemitTaxes: true,
    ownerNotes: 'Call before 9.',
  }
  const settings = ({ propertyOwnership }: { propertyOwnership: Record<string, unknown> }) =>
    Object.fromEntries(Object.keys(initial).map(name => [name, propertyOwnership[name]]))

  it('200: PATCH sets them with or without the owner, and emits the changes', async () => {
    const [ada, bob] = owners as [string, string]
    const created = await send('PATCH', path(), { ownerUid: ada, ...told3 }, key, 'v3')
    assert.deepEqual(settings(created.body), told3)
    const since = created.body.propertyOwnership.sinceUtcDateTime
    server.clock.advance(60_000)
    const changed = await send('PATCH', path(), { ownerNotes: null, collectAndRemitTaxes: false })
    const { ownerUid, sinceUtcDateTime } = changed.body.propertyOwnership
    assert.deepEqual([ownerUid, sinceUtcDateTime], [ada, since])
    assert.deepEqual(settings(changed.body), { ...initial, copyOwnerWhenBookingConfirmed: true })
    assert.deepEqual((await listEvents()).at(-1)!.changes, {
      collectAndRemitTaxes: [true, false],
      ownerNotes: ['Call before 9.', null],
    })
    const other = await send('PATCH', path(), { ownerUid: bob })
    assert.deepEqual(settings(other.body), initial)
  })

  it('200: PUT replaces them', async () => {
    const [ada] = owners as [string]
    const created = await send('PUT', path(), { ownerUid: ada, ...told3 })
    assert.deepEqual(settings(created.body), told3)
    assert.deepEqual(settings((await send('PUT', path(), { ownerUid: ada })).body), initial)
  })

  it('404 PROPERTY_OWNERSHIP_NOT_FOUND: rejects settings without an owner', async () => {
    const { status, body } = await send('PATCH', path(), { ownerNotes: 'x' })
    assert.deepEqual([status, body.code], [404, 'PROPERTY_OWNERSHIP_NOT_FOUND'])
  })
})

describe('/property-ownership/{propertyUid}', () => {
  for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
    it(`200 in ${version}: returns the owner, null if there is none`, async () => {
      const get = () => send('GET', path(), undefined, key, version)
      const nobody = { ownerUid: null, owner: null, sinceUtcDateTime: null }
      const none = { propertyUid, ...nobody, ...initial }
      assert.deepEqual((await get()).body, { propertyOwnership: none })
      await assign(owners[0]!)
      const { propertyOwnership } = (await get()).body
      const since = propertyOwnership.sinceUtcDateTime
      assert.match(since, /^2026-05-20T\d\d:\d\d:\d\d$/)
      const owner = { uid: owners[0], email: 'ada@example.org', firstName: 'ada', lastName: 'Reed' }
      const owned = { propertyUid, ownerUid: owners[0], owner, sinceUtcDateTime: since }
      assert.deepEqual(propertyOwnership, { ...owned, ...initial })
    })
  }

  for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
    it(`200 in ${version}: PATCH assigns by either key, DELETE removes the owner`, async () => {
      const [ada, bob] = owners as [string, string]
      for (const [body, wanted] of [
        [{ owner: { uid: ada } }, ada],
        [{ ownerUid: bob }, bob],
        [{ owner: { uid: ada }, ownerUid: ada.toUpperCase() }, ada],
      ] as const) {
        const response = await send('PATCH', path(), body, key, version)
        const { ownerUid, owner } = response.body.propertyOwnership
        assert.deepEqual([response.status, ownerUid, owner.uid], [200, wanted, wanted])
      }
      const { status, body } = await send('DELETE', path(), undefined, key, version)
      assert.deepEqual([status, body], [200, {}])
      const { propertyOwnership } = (await send('GET', path(), undefined, key, version)).body
      assert.deepEqual([propertyOwnership.ownerUid, propertyOwnership.owner], [null, null])
    })
  }

  it('405 for PUT below v3.3', async () => {
    const { status } = await send('PUT', path(), { ownerUid: owners[0] }, key, 'v3.2')
    assert.equal(status, 405)
  })

  it('200: replaces the owner, and emits an event only for a change', async () => {
    const [ada, bob] = owners as [string, string]
    assert.equal((await assign(ada)).body.propertyOwnership.ownerUid, ada)
    server.clock.advance(60_000)
    const again = await assign(ada)
    assert.deepEqual(again.body, (await send('GET', path())).body)
    assert.equal((await assign(bob)).body.propertyOwnership.ownerUid, bob)
    assert.equal((await send('DELETE', path())).status, 200)
    const deleted = await send('DELETE', path())
    assert.deepEqual([deleted.status, deleted.body.code], [404, 'PROPERTY_OWNERSHIP_NOT_FOUND'])
    const events = await listEvents()
    assert.deepEqual(
      events.map(({ changes }) => (changes as Record<string, unknown>).ownerUid),
      [
        [null, ada],
        [ada, bob],
        [bob, null],
      ],
    )
    const common = { agency_uid: agencyUid, event_type: 'PROPERTY_OWNERSHIP_UPDATED' }
    assert.deepEqual(events[1]!.payload, {
      ...common,
      owner_uid: bob,
      property_uid: propertyUid,
    })
    assert.deepEqual(events[2]!.payload, { ...common, property_uid: propertyUid })
  })
})

describe('concurrent assignments', () => {
  it('result in one owner, with one event for each change', async () => {
    const responses = await Promise.all(owners.map(owner => assign(owner)))
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 200],
    )
    const events = await listEvents()
    const { propertyOwnership } = (await send('GET', path())).body
    assert.equal(events.length, 2)
    assert.deepEqual((events[1]!.changes as Record<string, unknown>).ownerUid, [
      owners.find(uid => uid !== propertyOwnership.ownerUid),
      propertyOwnership.ownerUid,
    ])
  })

  it('do not assign an owner that is deleted concurrently', async () => {
    await Promise.all([assign(owners[0]!), send('DELETE', `/owners/${owners[0]}`)])
    assert.equal((await send('GET', path())).body.propertyOwnership.ownerUid, null)
  })
})

describe('refusals of /property-ownership/{propertyUid}', () => {
  it('404 for an unknown property, and an unknown or foreign owner; 400 without one', async () => {
    const unknown = await send('GET', `/property-ownership/${randomUUID()}`)
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'PROPERTY_NOT_FOUND'])
    const foreign = await makeAgency(server)
    const body = { agencyUid: foreign.agencyUid, firstName: 'Eve', lastName: 'Hall', email: 'e@x' }
    const { owner } = (await send('POST', '/owners', body, foreign.key)).body
    for (const uid of [randomUUID(), owner.uid]) {
      const response = await assign(uid)
      assert.deepEqual([response.status, response.body.code], [404, 'OWNER_NOT_FOUND'])
    }
    for (const method of ['PUT', 'PATCH']) {
      assert.equal((await send(method, path(), {})).body.code, 'REQUIRED_PARAMETER')
    }
    const [ada, bob] = owners
    const twoOwners = await send('PATCH', path(), { owner: { uid: ada }, ownerUid: bob })
    assert.deepEqual([twoOwners.status, twoOwners.body.code], [400, 'CONFLICTING_PARAMETERS'])
    assert.deepEqual(await listEvents(), [])
  })

  it('partners read granted properties, and write with READ_WRITE', async () => {
    const other = await makeProperty(server, agencyUid)
    await assign(owners[0]!)
    await send('PUT', `/property-ownership/${other}`, { ownerUid: owners[1] })
    const tokenWith = async (access: 'READ' | 'READ_WRITE') => {
      const { partnerUid } = await makePartner(server)
      await grant(server, { agencyUid, partnerUid, objectUid: propertyUid, access })
      return makeToken(server, partnerUid, agencyUid)
    }
    const reader = await tokenWith('READ')
    assert.equal((await send('GET', path(), undefined, reader)).status, 200)
    const hidden = await send('GET', `/property-ownership/${other}`, undefined, reader)
    assert.equal(hidden.body.code, 'PROPERTY_NOT_FOUND')
    assert.equal((await assign(owners[0]!, reader)).body.code, 'READ_ONLY_GRANT')
    const writer = await tokenWith('READ_WRITE')
    assert.equal((await assign(owners[1]!, writer)).body.code, 'OWNER_NOT_FOUND')
    assert.equal((await assign(owners[0]!, writer)).status, 200)
    assert.equal((await send('DELETE', path(), undefined, writer)).status, 200)
  })
})
