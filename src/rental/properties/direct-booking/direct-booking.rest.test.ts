/** Direct booking: contract/resources.md §7. */
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

const server = await startServer()
const website = 'https://cedar.example'

async function makeCase() {
  const { agencyUid, key } = await makeAgency(server)
  const propertyUid = await makeProperty(server, agencyUid)
  const request = (method: string, path: string, body?: unknown, token = key) =>
    server.request(method, path, { key: token, ...(body === undefined ? {} : { body }) })
  const get = async (path: string, token = key) =>
    (await request('GET', `/api/v3.2/dbs${path}`, undefined, token)).body.dbs
  const getProperty = (uid = propertyUid) => get(`/properties/${uid}`)
  const getAgency = () => get(`/agencies/${agencyUid}`)
  const putProperty = (body: object, uid = propertyUid) =>
    request('PUT', `/api/v3.3/dbs/properties/${uid}`, body)
  const putAgency = (body: object) => request('PUT', `/api/v3.3/dbs/agencies/${agencyUid}`, body)
  const listEvents = async () =>
    (await readEventLog(server, agencyUid)).filter(({ type }) => type === 'DBS_UPDATED')
  const own = { agencyUid, key, propertyUid, request, get, tells: listEvents }
  return { ...own, ofProperty: getProperty, ofAgency: getAgency, putProperty, putAgency }
}

const off = { url: null, enabled: false }

describe('direct booking of a property', () => {
  it('is enabled while the page, the property and its agency are', async () => {
    const { ofProperty, putProperty, putAgency, request, propertyUid } = await makeCase()
    assert.deepEqual(await ofProperty(), off)
    const { status, body } = await putProperty({ enabled: true, slug: 'cabin' })
    assert.deepEqual([status, body], [200, { dbs: { ...off, pageEnabled: true, slug: 'cabin' } }])
    await putAgency({ dbsEnabled: true, website })
    const on = { url: `${website}/p/${propertyUid}/cabin`, enabled: true }
    assert.deepEqual(await ofProperty(), on)
    await putAgency({ dbsEnabled: true })
    assert.deepEqual(await ofProperty(), {
      ...on,
      url: `${server.config.publicUrl}/p/${propertyUid}/cabin`,
    })
    const activate = (isActive: boolean) =>
      request('PATCH', `/api/v3.3/properties/${propertyUid}`, { isActive })
    await activate(false)
    assert.deepEqual(await ofProperty(), off)
    const { body: inactive } = await request('GET', `/api/v3.3/dbs/properties/${propertyUid}`)
    assert.deepEqual(inactive.dbs, { ...off, pageEnabled: true, slug: 'cabin' })
    await activate(true)
    assert.equal((await ofProperty()).enabled, true)
    await putProperty({ enabled: false, slug: 'cabin' })
    assert.deepEqual(await ofProperty(), off)
  })
})

describe('the switch of a page', () => {
  it('keeps its value if a client changes and returns the response', async () => {
    const { putProperty, request, propertyUid } = await makeCase()
    await putProperty({ enabled: true, slug: 'cabin' })
    const path = `/api/v3.3/dbs/properties/${propertyUid}`
    const { dbs } = (await request('GET', path)).body
    const { url: _url, ...values } = dbs
    assert.deepEqual(values, { enabled: false, pageEnabled: true, slug: 'cabin' })
    const { status, body } = await putProperty({ ...values, slug: 'lodge' })
    assert.deepEqual([status, body.dbs], [200, { ...dbs, slug: 'lodge' }])
  })
})

describe('slug of a property', () => {
  it('is generated from the name by default', async () => {
    const { agencyUid, propertyUid, ofProperty, putProperty, putAgency } = await makeCase()
    await putAgency({ dbsEnabled: true, website })
    await putProperty({ enabled: true })
    const start = `cedar-cabin-${propertyUid.slice(0, 8)}`
    assert.equal((await ofProperty()).url, `${website}/p/${propertyUid}/${start}`)
    const uid = propertyUid.replace(/.$/, last => (last === '0' ? '1' : '0'))
    const twin = await makeProperty(server, agencyUid, { uid })
    await putProperty({ enabled: true }, twin)
    assert.equal((await ofProperty(twin)).url, `${website}/p/${twin}/cedar-cabin-${twin}`)
  })

  it('stays if a PUT leaves it out, and is generated again for null', async () => {
    const { propertyUid, putProperty } = await makeCase()
    await putProperty({ enabled: true, slug: 'cabin' })
    const slugAfter = async (change: object) => (await putProperty(change)).body.dbs.slug
    assert.equal(await slugAfter({ enabled: false }), 'cabin')
    assert.equal(await slugAfter({ enabled: true }), 'cabin')
    assert.equal(
      await slugAfter({ enabled: true, slug: null }),
      `cedar-cabin-${propertyUid.slice(0, 8)}`,
    )
  })

  it('409: rejects the slug of another property, also in concurrent requests', async () => {
    const { agencyUid, putProperty, request } = await makeCase()
    const otherUids = await Promise.all([1, 2, 3].map(() => makeProperty(server, agencyUid)))
    const body = { enabled: true, slug: 'cabin' }
    const responses = await Promise.all(otherUids.map(uid => putProperty(body, uid)))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409, 409])
    const { body: refusal } = responses.find(({ status }) => status === 409)!
    const holder = otherUids[responses.findIndex(({ status }) => status === 200)]!
    assert.deepEqual([refusal.code, refusal.existingUid], ['ALREADY_EXISTS', holder])
    await request('DELETE', `/api/v3.3/properties/${holder}`)
    assert.equal((await putProperty(body)).status, 200, 'what is deleted has none')
    const elsewhere = await makeCase()
    assert.equal((await elsewhere.putProperty(body)).status, 200)
  })

  it('400 for invalid values, 404 for unknown properties', async () => {
    const { putProperty } = await makeCase()
    for (const slug of ['Cabin', 'a b', '', 'x'.repeat(81)]) {
      const { status, body } = await putProperty({ enabled: true, slug })
      assert.deepEqual([status, body.parameter], [400, 'slug'], slug)
    }
    assert.equal((await putProperty({})).body.code, 'REQUIRED_PARAMETER')
    const unknown = await putProperty({ enabled: true }, randomUUID())
    assert.equal(unknown.body.code, 'PROPERTY_NOT_FOUND')
  })
})

describe('property of v2', () => {
  it('contains the page and the listings', async () => {
    const { agencyUid, propertyUid, putProperty, putAgency, request } = await makeCase()
    await putAgency({ dbsEnabled: true, website })
    await putProperty({ enabled: true, slug: 'cabin' })
    const channels = ['AIRBNB', 'BOOKINGDOTCOM', 'VRBO', 'TRIP_ADVISOR', 'HVMI', 'OTHER']
    const at = new Date('2026-05-01T00:00:00Z')
    const rows = channels.map(channel => ({
      agency_uid: agencyUid,
      uid: randomUUID(),
      property_uid: propertyUid,
      channel,
      url: `https://listings.example/${channel}`,
      is_active: channel !== 'HVMI',
      created_at: at,
      updated_at: at,
    }))
    await server.database.kysely.insertInto('property_channel_links').values(rows).execute()
    const { body } = await request('GET', `/v2/properties/${propertyUid}`)
    assert.equal(body.propertyURL, `${website}/p/${propertyUid}/cabin`)
    assert.deepEqual(body.listingLinks, {
      airbnbUrl: 'https://listings.example/AIRBNB',
      hostfullyUrl: `${website}/p/${propertyUid}/cabin`,
      bookingDotComUrl: 'https://listings.example/BOOKINGDOTCOM',
      homeAwayUrl: 'https://listings.example/VRBO',
      tripAdvisorUrl: 'https://listings.example/TRIP_ADVISOR',
      hvmiUrl: null,
    })
  })
})

describe('direct booking of an agency', () => {
  it('returns featured properties in the given order', async () => {
    const { agencyUid, propertyUid, ofAgency, putAgency, request } = await makeCase()
    const nothing = { agencyUid, dbsEnabled: false, website: null, featuredProperties: [] }
    assert.deepEqual(await ofAgency(), nothing)
    const idle = await makeProperty(server, agencyUid, { is_active: false })
    const last = await makeProperty(server, agencyUid)
    const uids = [last, idle, propertyUid]
    const { body } = await putAgency({
      dbsEnabled: true,
      website,
      featuredProperties: [...uids, last],
    })
    const expected = { agencyUid, dbsEnabled: true, website, featuredProperties: uids }
    assert.deepEqual(body.dbs, expected)
    assert.deepEqual(await ofAgency(), expected)
    for (const version of ['v3', 'v3.0', 'v3.1', 'v3.2', 'v3.3']) {
      const path = `/api/${version}/agencies/${agencyUid}/featured-properties`
      const { body: list } = await request('GET', path)
      const presented = await Promise.all(
        [last, propertyUid].map(uid => request('GET', `/api/${version}/properties/${uid}`)),
      )
      const properties = presented.map(({ body: { property } }) => {
        const { rooms: _, ...rest } = property
        return rest
      })
      assert.deepEqual(list.featuredProperties, properties, version)
      assert.deepEqual(list._metadata, { count: 2, totalCount: 2 })
    }
    await putAgency({ dbsEnabled: true })
    assert.deepEqual(await ofAgency(), { ...nothing, dbsEnabled: true })
  })

  it('403 for a property of another agency, 400 for more than 50', async () => {
    const { putAgency } = await makeCase()
    const { propertyUid: strange } = await makeCase()
    const put = async (featuredProperties: string[]) =>
      (await putAgency({ dbsEnabled: true, featuredProperties })).body
    const { code, parameter } = await put([strange])
    assert.deepEqual([code, parameter], ['ACCESS_DENIED', 'featuredProperties[0]'])
    const many = Array.from({ length: 51 }, () => randomUUID())
    assert.equal((await put(many)).code, 'INVALID_PARAMETER')
    assert.equal((await putAgency({})).body.code, 'REQUIRED_PARAMETER')
  })
})

describe('changes of direct booking', () => {
  it('emit DBS_UPDATED once, for the property or the agency', async () => {
    const { agencyUid, propertyUid, putProperty, putAgency, tells } = await makeCase()
    const site = { dbsEnabled: true, website, featuredProperties: [propertyUid] }
    for (const _ of [1, 2]) await putProperty({ enabled: true, slug: 'cabin' })
    for (const _ of [1, 2]) await putAgency(site)
    const [ofProperty, ofAgency, ...otherUids] = await tells()
    const common = { agency_uid: agencyUid, event_type: 'DBS_UPDATED' }
    assert.deepEqual(otherUids, [])
    assert.deepEqual(ofProperty!.payload, { ...common, property_uid: propertyUid })
    assert.deepEqual(ofProperty!.changes, { enabled: [false, true], slug: [null, 'cabin'] })
    assert.deepEqual(ofAgency!.payload, common)
    assert.deepEqual(ofAgency!.changes, { dbsEnabled: [false, true], website: [null, website] })
  })
})

describe('GET /dbs', () => {
  it('returns the data of a property, of an agency, or of the only agency', async () => {
    const { agencyUid, propertyUid, get, request } = await makeCase()
    assert.deepEqual(await get(`?propertyUid=${propertyUid}`), off)
    const own = { agencyUid, dbsEnabled: false, website: null, featuredProperties: [] }
    assert.deepEqual(await get(`?agencyUid=${agencyUid}`), own)
    assert.deepEqual(await get(''), own)
    const both = `/api/v3.2/dbs?agencyUid=${agencyUid}&propertyUid=${propertyUid}`
    assert.equal((await request('GET', both)).body.code, 'CONFLICTING_PARAMETERS')
    const strange = `/api/v3.2/dbs?propertyUid=${randomUUID()}`
    assert.equal((await request('GET', strange)).body.code, 'ACCESS_DENIED')
  })

  it('404 before v3.2; rejects writes before v3.3', async () => {
    const { agencyUid, propertyUid, request } = await makeCase()
    const paths = ['', `/properties/${propertyUid}`, `/agencies/${agencyUid}`]
    for (const path of paths) {
      for (const version of ['v3', 'v3.0', 'v3.1']) {
        const { status, body } = await request('GET', `/api/${version}/dbs${path}`)
        assert.deepEqual([status, body.apiErrorMessage], [404, 'Unknown api: '])
      }
    }
    const { status } = await request('PUT', `/api/v3.2/dbs${paths[1]}`, { enabled: true })
    assert.equal(status, 405)
  })

  it('a partner reads granted objects, and writes properties only', async () => {
    const { agencyUid, propertyUid, putAgency, get, request } = await makeCase()
    const hidden = await makeProperty(server, agencyUid)
    await putAgency({ dbsEnabled: true, featuredProperties: [hidden, propertyUid] })
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    const token = await makeToken(server, partnerUid, agencyUid)
    assert.deepEqual((await get('', token)).featuredProperties, [propertyUid])
    const path = `/api/v3.3/agencies/${agencyUid}/featured-properties`
    const { body } = await request('GET', path, undefined, token)
    assert.deepEqual(
      body.featuredProperties.map(({ uid }: { uid: string }) => uid),
      [propertyUid],
    )
    const put = (at: string, fields: object) => request('PUT', `/api/v3.3/dbs/${at}`, fields, token)
    assert.equal((await put(`properties/${propertyUid}`, { enabled: true })).status, 200)
    assert.equal((await put(`properties/${hidden}`, { enabled: true })).status, 404)
    const refused = await put(`agencies/${agencyUid}`, { dbsEnabled: false })
    assert.equal(refused.body.code, 'OPERATION_NOT_PERMITTED')
  })
})
