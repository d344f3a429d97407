/** Events of changed access of partners: contract/events.md §3.3. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  approve,
  makeManager,
  makeOAuthPartner,
  type OAuthPartner,
} from '../../../../test/fixtures/oauth.ts'
import { makeAgency, makeHotel, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { openPendingEvents } from '../../events/events/open-pending-events.ts'
import { subscribers } from '../../subscribers.ts'
import { systemCaller } from '../agencies/caller.ts'
import { disconnectPartner } from '../authorizations/disconnect-partner.ts'
import { changeGrants } from './change-grants.ts'
import { type GrantInput, toGrantInput } from './grant.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const a = await makeProperty(server, agencyUid)
const b = await makeProperty(server, agencyUid)
const hotel = await makeHotel(server, agencyUid)
const type1 = await makeProperty(server, agencyUid, { hotel_uid: hotel })
const type2 = await makeProperty(server, agencyUid, { hotel_uid: hotel })
const names = new Map([a, b, type1, type2].map((uid, i) => [uid, ['a', 'b', 't1', 't2'][i]]))
let integration: OAuthPartner
let channel: OAuthPartner

before(async () => {
  await makeManager(server, agencyUid)
  integration = await makeOAuthPartner(server)
  channel = await makeOAuthPartner(server, { channel: 'AIRBNB' })
})

const ctx = () => ({
  db: server.database.kysely,
  caller: systemCaller(agencyUid),
  clock: server.clock,
  pending: openPendingEvents(server.clock),
  requestUid: null,
  subscribers,
})

const fullAccess = (objectUid: string): GrantInput => ({
  objectUid,
  access: 'READ_WRITE',
  personalData: false,
})

let lastSeq = 0

/**
 * Returns the access-change events recorded since the last call. Those of properties are sorted.
 */
async function readNewEvents(partner: OAuthPartner): Promise<string[]> {
  const rows = await server.database.kysely
    .selectFrom('events')
    .select(['seq', 'type', 'property_uid', 'partner_uid'])
    .where('agency_uid', '=', agencyUid)
    .where('seq', '>', lastSeq)
    .where('partner_uid', 'is not', null)
    .orderBy('seq')
    .execute()
  lastSeq = Number(rows.at(-1)?.seq ?? lastSeq)
  assert.ok(rows.every(row => row.partner_uid === partner.partnerUid))
  const changes = rows.map(row =>
    [row.type, row.property_uid && (names.get(row.property_uid) ?? 'new')].filter(Boolean),
  )
  return changes.map(pair => pair.join(' ')).sort()
}

const grant = (partner: OAuthPartner, ...uids: string[]) =>
  changeGrants(ctx(), { agencyUid, partnerUid: partner.partnerUid }, () => uids.map(fullAccess))

describe('an integration', () => {
  it('is activated by its first property, and receives an event for each', async () => {
    await grant(integration, a)
    assert.deepEqual(await readNewEvents(integration), [
      'INTEGRATION_ACTIVATED',
      'PROPERTY_ACCESS_GRANTED a',
    ])
    await grant(integration, a, b)
    assert.deepEqual(await readNewEvents(integration), ['PROPERTY_ACCESS_GRANTED b'])
  })

  it('receives no event if only the access level changes, or nothing', async () => {
    const { partnerUid } = integration
    await changeGrants(ctx(), { agencyUid, partnerUid }, present =>
      present.map(toGrantInput).map(one => ({ ...one, access: 'READ', personalData: true })),
    )
    await changeGrants(ctx(), { agencyUid, partnerUid }, present => present.map(toGrantInput))
    assert.deepEqual(await readNewEvents(integration), [])
  })

  it('gets access to the unit types of a hotel, with one event for each', async () => {
    await grant(integration, a, type1)
    assert.deepEqual(await readNewEvents(integration), [
      'PROPERTY_ACCESS_GRANTED t1',
      'PROPERTY_ACCESS_REVOKED b',
    ])
    await grant(integration, a, hotel, type1)
    assert.deepEqual(await readNewEvents(integration), ['PROPERTY_ACCESS_GRANTED t2'])
    await grant(integration, a, type1)
    assert.deepEqual(await readNewEvents(integration), ['PROPERTY_ACCESS_REVOKED t2'])
  })
})

describe('an integration as a whole', () => {
  it('is deactivated with its last property', async () => {
    await grant(integration)
    assert.deepEqual(await readNewEvents(integration), [
      'INTEGRATION_DEACTIVATED',
      'PROPERTY_ACCESS_REVOKED a',
      'PROPERTY_ACCESS_REVOKED t1',
    ])
  })

  it('is activated by its first approval, and by one after a disconnection', async () => {
    await approve(server, integration, [a])
    assert.deepEqual(await readNewEvents(integration), [
      'INTEGRATION_ACTIVATED',
      'PROPERTY_ACCESS_GRANTED a',
    ])
    await approve(server, integration, [a])
    assert.deepEqual(await readNewEvents(integration), [])
    await disconnectPartner(ctx(), { agencyUid, partnerUid: integration.partnerUid })
    assert.deepEqual(await readNewEvents(integration), [
      'INTEGRATION_DEACTIVATED',
      'PROPERTY_ACCESS_REVOKED a',
    ])
    await approve(server, integration, [a])
    assert.equal((await readNewEvents(integration)).length, 2)
  })

  it('is activated and deactivated once by concurrent changes', async () => {
    await grant(integration)
    await readNewEvents(integration)
    const { partnerUid } = integration
    const add = (uid: string) =>
      changeGrants(ctx(), { agencyUid, partnerUid }, present => [
        ...present.map(toGrantInput),
        fullAccess(uid),
      ])
    await Promise.all([a, b, type1, type2].map(add))
    const gained = await readNewEvents(integration)
    assert.equal(gained.filter(one => one === 'INTEGRATION_ACTIVATED').length, 1)
    assert.equal(gained.length, 5)
    const remove = (uid: string) =>
      changeGrants(ctx(), { agencyUid, partnerUid }, present =>
        present.filter(one => one.object_uid !== uid).map(toGrantInput),
      )
    await Promise.all([a, b, type1, type2].map(remove))
    const lost = await readNewEvents(integration)
    assert.equal(lost.filter(one => one === 'INTEGRATION_DEACTIVATED').length, 1)
    assert.equal(lost.length, 5)
  })
})

describe('a channel', () => {
  it('receives an event for each property that is granted or revoked', async () => {
    await grant(channel, a, hotel)
    assert.deepEqual(await readNewEvents(channel), [
      'CHANNEL_ACTIVATED a',
      'CHANNEL_ACTIVATED t1',
      'CHANNEL_ACTIVATED t2',
    ])
    await grant(channel, hotel)
    assert.deepEqual(await readNewEvents(channel), ['CHANNEL_DEACTIVATED a'])
  })

  it('receives an event for a unit type that is added to its hotel', async () => {
    const body = { name: 'Suite', hotelUid: hotel, numberOfUnits: 1 }
    const address = { address1: '1 Main St', city: 'Denver', countryCode: 'US', zipCode: '80014' }
    const response = await server.request('POST', '/api/v3.3/multi-units/unit-types', {
      key,
      body: { ...body, address },
    })
    assert.equal(response.status, 201, response.text)
    assert.deepEqual(await readNewEvents(channel), ['CHANNEL_ACTIVATED new'])
  })
})

describe('a grant of an unknown object', () => {
  it('is rejected, and changes nothing', async () => {
    const foreign = await makeAgency(server)
    const foreignProperty = await makeProperty(server, foreign.agencyUid)
    for (const uid of [foreignProperty, agencyUid]) {
      await assert.rejects(grant(channel, hotel, uid), { code: 'ACCESS_DENIED' })
    }
    assert.deepEqual(await readNewEvents(channel), [])
  })
})
