/** contract/events.md §3.3: what is told when partners' access changes. */
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
import { systemCaller } from '../agencies/caller.ts'
import { disconnectPartner } from '../authorizations/disconnect-partner.ts'
import { changeGrants } from './change-grants.ts'
import { kept, type WantedGrant } from './grant.ts'

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
})

const wanted = (objectUid: string): WantedGrant => ({
  objectUid,
  access: 'READ_WRITE',
  personalData: false,
})

let seen = 0

/** The access changes told since it was asked before, those of properties in any order. */
async function told(partner: OAuthPartner): Promise<string[]> {
  const rows = await server.database.kysely
    .selectFrom('events')
    .select(['seq', 'type', 'property_uid', 'partner_uid'])
    .where('agency_uid', '=', agencyUid)
    .where('seq', '>', seen)
    .where('partner_uid', 'is not', null)
    .orderBy('seq')
    .execute()
  seen = Number(rows.at(-1)?.seq ?? seen)
  assert.ok(rows.every(row => row.partner_uid === partner.partnerUid))
  const words = rows.map(row =>
    [row.type, row.property_uid && (names.get(row.property_uid) ?? 'new')].filter(Boolean),
  )
  return words.map(pair => pair.join(' ')).sort()
}

const grant = (partner: OAuthPartner, ...uids: string[]) =>
  changeGrants(ctx(), { agencyUid, partnerUid: partner.partnerUid }, () => uids.map(wanted))

describe('an integration', () => {
  it('is activated by its first property, and told of each', async () => {
    await grant(integration, a)
    assert.deepEqual(await told(integration), [
      'INTEGRATION_ACTIVATED',
      'PROPERTY_ACCESS_GRANTED a',
    ])
    await grant(integration, a, b)
    assert.deepEqual(await told(integration), ['PROPERTY_ACCESS_GRANTED b'])
  })

  it('is told nothing where only the level changes, or nothing', async () => {
    const { partnerUid } = integration
    await changeGrants(ctx(), { agencyUid, partnerUid }, present =>
      present.map(kept).map(one => ({ ...one, access: 'READ', personalData: true })),
    )
    await changeGrants(ctx(), { agencyUid, partnerUid }, present => present.map(kept))
    assert.deepEqual(await told(integration), [])
  })

  it('reaches the unit types of a hotel, each told once', async () => {
    await grant(integration, a, type1)
    assert.deepEqual(await told(integration), [
      'PROPERTY_ACCESS_GRANTED t1',
      'PROPERTY_ACCESS_REVOKED b',
    ])
    await grant(integration, a, hotel, type1)
    assert.deepEqual(await told(integration), ['PROPERTY_ACCESS_GRANTED t2'])
    await grant(integration, a, type1)
    assert.deepEqual(await told(integration), ['PROPERTY_ACCESS_REVOKED t2'])
  })
})

describe('an integration as a whole', () => {
  it('is deactivated with its last property', async () => {
    await grant(integration)
    assert.deepEqual(await told(integration), [
      'INTEGRATION_DEACTIVATED',
      'PROPERTY_ACCESS_REVOKED a',
      'PROPERTY_ACCESS_REVOKED t1',
    ])
  })

  it('is activated by its first approval, not by the next, and again after an end', async () => {
    await approve(server, integration, [a])
    assert.deepEqual(await told(integration), [
      'INTEGRATION_ACTIVATED',
      'PROPERTY_ACCESS_GRANTED a',
    ])
    await approve(server, integration, [a])
    assert.deepEqual(await told(integration), [])
    await disconnectPartner(ctx(), { agencyUid, partnerUid: integration.partnerUid })
    assert.deepEqual(await told(integration), [
      'INTEGRATION_DEACTIVATED',
      'PROPERTY_ACCESS_REVOKED a',
    ])
    await approve(server, integration, [a])
    assert.equal((await told(integration)).length, 2)
  })

  it('of many at the same time one is the first, and one the last', async () => {
    await grant(integration)
    await told(integration)
    const { partnerUid } = integration
    const add = (uid: string) =>
      changeGrants(ctx(), { agencyUid, partnerUid }, present => [...present.map(kept), wanted(uid)])
    await Promise.all([a, b, type1, type2].map(add))
    const gained = await told(integration)
    assert.equal(gained.filter(one => one === 'INTEGRATION_ACTIVATED').length, 1)
    assert.equal(gained.length, 5)
    const remove = (uid: string) =>
      changeGrants(ctx(), { agencyUid, partnerUid }, present =>
        present.filter(one => one.object_uid !== uid).map(kept),
      )
    await Promise.all([a, b, type1, type2].map(remove))
    const lost = await told(integration)
    assert.equal(lost.filter(one => one === 'INTEGRATION_DEACTIVATED').length, 1)
    assert.equal(lost.length, 5)
  })
})

describe('a channel', () => {
  it('is told of each property that is switched on and off', async () => {
    await grant(channel, a, hotel)
    assert.deepEqual(await told(channel), [
      'CHANNEL_ACTIVATED a',
      'CHANNEL_ACTIVATED t1',
      'CHANNEL_ACTIVATED t2',
    ])
    await grant(channel, hotel)
    assert.deepEqual(await told(channel), ['CHANNEL_DEACTIVATED a'])
  })

  it('is told of a unit type that is added to its hotel', async () => {
    const body = { name: 'Suite', hotelUid: hotel, numberOfUnits: 1 }
    const address = { address1: '1 Main St', city: 'Denver', countryCode: 'US', zipCode: '80014' }
    const answer = await server.request('POST', '/api/v3.3/multi-units/unit-types', {
      key,
      body: { ...body, address },
    })
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(await told(channel), ['CHANNEL_ACTIVATED new'])
  })
})

describe('a grant on what there is not', () => {
  it('is refused, and changes nothing', async () => {
    const foreign = await makeAgency(server)
    const foreignProperty = await makeProperty(server, foreign.agencyUid)
    for (const uid of [foreignProperty, agencyUid]) {
      await assert.rejects(grant(channel, hotel, uid), { code: 'ACCESS_DENIED' })
    }
    assert.deepEqual(await told(channel), [])
  })
})
