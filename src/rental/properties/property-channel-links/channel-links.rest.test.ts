/** Channel links: contract/resources.md §6. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { readEventLog } from '../../../../test/fixtures/events/event-log.ts'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { linkedChannels } from './property-channel-link.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const url = 'https://listings.example/1'
const path = '/property-channel-links'

const request = (method: string, at: string, body?: unknown, token = key) =>
  server.request(method, at, { key: token, ...(body === undefined ? {} : { body }) })
const newProperty = () => makeProperty(server, agencyUid)
const post = (propertyUid: string, body: object, version = 'api/v3.3', token = key) =>
  request('POST', `/${version}${path}`, { propertyUid, ...body }, token)

/** Inserts a link to every channel directly into the database, as channels and the console do. */
async function makeLinks(propertyUid: string) {
  const at = new Date('2026-05-01T00:00:00Z')
  const rows = linkedChannels.map(channel => ({
    agency_uid: agencyUid,
    uid: randomUUID(),
    property_uid: propertyUid,
    channel,
    url: `https://${channel.toLowerCase().replaceAll('_', '-')}.example/1`,
    created_at: at,
    updated_at: at,
  }))
  await server.database.kysely.insertInto('property_channel_links').values(rows).execute()
  return Object.fromEntries(rows.map(({ channel, uid }) => [channel, uid]))
}

const open = ['GO_LIGHTLY', 'HOMADS', 'HOME_TO_GO', 'VACAY_MY_WAY', 'YONDER']
const majors = ['AIRBNB', 'BOOKINGDOTCOM', 'GOOGLE', 'HVMI', 'VRBO']
const externalIds: Record<string, string[]> = {
  v2: open,
  'api/v3.0': [...open, ...majors].sort(),
  'api/v3.1': [...open, ...majors].sort(),
  'api/v3.2': [...open, ...majors].sort(),
  'api/v3.3': [...linkedChannels].sort(),
}

describe('channels of a version', () => {
  for (const [version, channels] of Object.entries(externalIds)) {
    it(`${version} lists ${channels.length} in order; others are unknown`, async () => {
      const propertyUid = await newProperty()
      const uids = await makeLinks(propertyUid)
      const { body } = await request('GET', `/${version}${path}?propertyUid=${propertyUid}`)
      const links = body.propertyChannelLinks ?? body
      assert.deepEqual(
        links.map(({ channel }: { channel: string }) => channel),
        channels,
      )
      for (const channel of linkedChannels) {
        const { status } = await request('GET', `/${version}${path}/${uids[channel]}`)
        assert.equal(status, channels.includes(channel) ? 200 : 404, channel)
      }
    })

    it(`${version} accepts its channels, except major ones, from the agency's key`, async () => {
      const propertyUid = await newProperty()
      for (const channel of linkedChannels) {
        const { status, body } = await post(propertyUid, { channel }, version)
        const code = channels.includes(channel) ? 'OPERATION_NOT_PERMITTED' : 'INVALID_ENUM_VALUE'
        const isSupported = channels.includes(channel) && !majors.includes(channel)
        assert.deepEqual(
          [status < 300, body.code],
          [isSupported, isSupported ? undefined : code],
          channel,
        )
      }
    })
  }
})

describe('POST /property-channel-links', () => {
  it('201: returns the link; GOLIGHTLY is an alias of GO_LIGHTLY', async () => {
    const propertyUid = await newProperty()
    const body = { channel: 'GOLIGHTLY', url, externalId: 'A-1', isActive: false }
    const { status, body: error } = await post(propertyUid, body)
    const { uid, ...rest } = error.propertyChannelLink
    assert.equal(status, 201)
    const expected = { ...body, channel: 'GO_LIGHTLY', propertyUid, lastSyncUtcDateTime: null }
    assert.deepEqual(rest, expected)
    const one = await request('GET', `/api/v3.2${path}/${uid}`)
    const { lastSyncUtcDateTime: _, ...older } = expected
    assert.deepEqual(one.body.propertyChannelLink, { uid, ...older })
    const query = `propertyUid=${propertyUid}&channel=GOLIGHTLY`
    const list = await request('GET', `/api/v3.0${path}?${query}`)
    assert.equal(list.body.propertyChannelLinks.length, 1)
  })

  it('409: rejects a second link to a channel, also in concurrent requests', async () => {
    const propertyUid = await newProperty()
    const body = { channel: 'YONDER', url }
    const responses = await Promise.all([1, 2, 3, 4].map(() => post(propertyUid, body)))
    const created = responses.find(({ status }) => status === 201)
    const refused = responses.filter(({ status }) => status === 409)
    assert.equal(refused.length, 3)
    for (const { body } of refused) {
      const { uid } = created!.body.propertyChannelLink
      assert.deepEqual([body.code, body.existingUid], ['ALREADY_EXISTS', uid])
    }
  })

  it('400 for invalid values, 403 for inaccessible properties', async () => {
    const propertyUid = await newProperty()
    const code = async (body: object) => (await post(propertyUid, body)).body.code
    assert.equal(await code({}), 'REQUIRED_PARAMETER')
    assert.equal(await code({ channel: 'MARS' }), 'INVALID_ENUM_VALUE')
    assert.equal(await code({ channel: 'OTHER', url: 'ftp://x' }), 'INVALID_PARAMETER')
    const externalId = 'x'.repeat(256)
    assert.equal(await code({ channel: 'OTHER', externalId }), 'INVALID_PARAMETER')
    assert.equal(await code({ channel: 'OTHER', propertyUid: randomUUID() }), 'ACCESS_DENIED')
  })
})

describe('/property-channel-links/{uid}', () => {
  const makeLink = async () => {
    const propertyUid = await newProperty()
    const body = { channel: 'WHIMSTAY', url, externalId: 'A', isActive: false }
    const { uid } = (await post(propertyUid, body)).body.propertyChannelLink
    const eventCount = (await readEventLog(server, agencyUid)).length
    const listNewEvents = async () => (await readEventLog(server, agencyUid)).slice(eventCount)
    return { propertyUid, uid, at: `/api/v3.3${path}/${uid}`, tells: listNewEvents }
  }

  it('PUT replaces the link and emits one event', async () => {
    const { at, uid, propertyUid, tells: listNewEvents } = await makeLink()
    await request('PUT', at, { externalId: 'B' })
    const { body } = await request('PUT', at, { externalId: 'B' })
    const { url: address, externalId, isActive } = body.propertyChannelLink
    assert.deepEqual([address, externalId, isActive], [null, 'B', true])
    const [event, ...others] = await listNewEvents()
    assert.deepEqual([event!.type, others], ['PROPERTY_CHANNEL_LINK_UPDATED', []])
    assert.deepEqual(event!.payload, {
      agency_uid: agencyUid,
      event_type: event!.type,
      property_channel_link_uid: uid,
      property_uid: propertyUid,
    })
    const changes = { url: [url, null], externalId: ['A', 'B'], isActive: [false, true] }
    assert.deepEqual(event!.changes, changes)
  })

  it('report-sync stores the time of synchronization, since v3.3', async () => {
    const { at, uid } = await makeLink()
    const { body } = await request('POST', `${at}/report-sync`)
    const now = server.clock.now().toISOString().slice(0, 19)
    assert.equal(body.propertyChannelLink.lastSyncUtcDateTime, now)
    const older = await request('POST', `/api/v3.2${path}/${uid}/report-sync`)
    assert.equal(older.status, 404)
  })

  it('DELETE deletes the link', async () => {
    const { at, tells: listNewEvents } = await makeLink()
    assert.equal((await request('DELETE', at)).status, 204)
    const { status, body } = await request('DELETE', at)
    assert.deepEqual([status, body.code], [404, 'PROPERTY_CHANNEL_LINK_NOT_FOUND'])
    const types = (await listNewEvents()).map(({ type }) => type)
    assert.deepEqual(types, ['PROPERTY_CHANNEL_LINK_DELETED'])
  })

  it('v2 returns the link without a wrapper, and cannot replace it', async () => {
    const propertyUid = await newProperty()
    const { status, body } = await post(propertyUid, { channel: 'HOMADS', url }, 'v2')
    assert.equal(status, 201)
    const { uid, ...rest } = body
    assert.deepEqual(rest, { propertyUid, channel: 'HOMADS', url })
    const at = `/v2${path}/${uid}`
    assert.deepEqual((await request('GET', at)).body, body)
    assert.equal((await request('PUT', at, {})).status, 405)
    assert.equal((await request('DELETE', at)).status, 204)
  })
})

describe('the link of a major channel', () => {
  const makeChannelToken = async (
    propertyUid: string,
    channel: string,
    access: 'READ' | 'READ_WRITE',
  ) => {
    const { partnerUid } = await makePartner(server)
    await server.database.kysely
      .updateTable('partners')
      .set({ kind: 'CHANNEL', channel })
      .where('partner_uid', '=', partnerUid)
      .execute()
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid, access })
    return makeToken(server, partnerUid, agencyUid)
  }

  it('can be written by the channel itself, in every version that knows it', async () => {
    const propertyUid = await newProperty()
    const token = await makeChannelToken(propertyUid, 'AIRBNB', 'READ_WRITE')
    const created = await post(propertyUid, { channel: 'AIRBNB', url }, 'api/v3.0', token)
    assert.equal(created.status, 201, created.text)
    const at = `/api/v3.3${path}/${created.body.propertyChannelLink.uid}`
    for (const [method, to] of [
      ['PUT', at],
      ['POST', `${at}/report-sync`],
      ['DELETE', at],
    ] as const) {
      const refused = await request(method, to, {})
      assert.deepEqual([refused.status, refused.body.code], [403, 'OPERATION_NOT_PERMITTED'])
      assert.ok((await request(method, to, {}, token)).status < 300, method)
    }
  })

  it('can be written by the channel under its alias', async () => {
    const propertyUid = await newProperty()
    const token = await makeChannelToken(propertyUid, 'BOOKING_COM', 'READ_WRITE')
    const created = await post(propertyUid, { channel: 'BOOKING_COM', url }, 'api/v3.3', token)
    assert.equal(created.status, 201, created.text)
    assert.equal(created.body.propertyChannelLink.channel, 'BOOKINGDOTCOM')
  })

  it('403 for another channel, and for a READ grant', async () => {
    const propertyUid = await newProperty()
    const vrbo = await makeChannelToken(propertyUid, 'VRBO', 'READ_WRITE')
    const reader = await makeChannelToken(propertyUid, 'AIRBNB', 'READ')
    const code = async (token: string) =>
      (await post(propertyUid, { channel: 'AIRBNB' }, 'api/v3.3', token)).body.code
    assert.equal(await code(vrbo), 'OPERATION_NOT_PERMITTED')
    assert.equal(await code(reader), 'READ_ONLY_GRANT')
  })
})
