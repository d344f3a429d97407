/** Photos added by URL: contract/properties.md §5.3, §6.1. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { makeAgency, makeHotel, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const url = (n: number | string) => `https://img.example.org/${n}.jpg`

const request = (method: string, path: string, body?: unknown, version = 'v3.3') =>
  server.request(method, version === 'v2' ? `/v2${path}` : `/api/${version}${path}`, { key, body })

async function add(owner: object, extra: object = {}) {
  const body = { ...owner, originalImageUrl: url(1), ...extra }
  const response = await request('POST', '/photos', body)
  assert.equal(response.status, 201, response.text)
  return response.body.photo
}

async function readPicture(table: 'properties' | 'hotels', uid: string): Promise<string | null> {
  const { picture_link } = await server.database.kysely
    .selectFrom(table)
    .select('picture_link')
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  return picture_link
}

describe('POST /photos', () => {
  it('201: returns the given URL for every size', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const photo = await add({ propertyUid }, { description: 'Deck', airbnbRoomId: '77' })
    assert.deepEqual(photo, {
      uid: photo.uid,
      propertyUid,
      hotelUid: null,
      description: 'Deck',
      displayOrder: 0,
      airbnbRoomId: '77',
      originalImageUrl: url(1),
      largeScaleImageUrl: url(1),
      mediumScaleImageUrl: url(1),
      largeThumbnailScaleImageUrl: url(1),
      mediumThumbnailScaleImageUrl: url(1),
    })
  })

  for (const type of [
    'application/json; charset=utf-8',
    'text/plain',
    'image/png',
    'none at all',
  ]) {
    it(`201: accepts JSON with content type ${type}`, async () => {
      const propertyUid = await makeProperty(server, agencyUid)
      const body = { propertyUid, originalImageUrl: url(1) }
      const headers = { 'content-type': type }
      const { status } = await server.request('POST', '/api/v3.3/photos', { key, headers, body })
      assert.equal(status, 201)
    })
  }
})

describe('display order of a photo', () => {
  it('201: adds the photo last by default', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const orders = [undefined, undefined, 40, undefined, 0].map(displayOrder => ({ displayOrder }))
    const assigned = []
    for (const order of orders) assigned.push((await add({ propertyUid }, order)).displayOrder)
    assert.deepEqual(assigned, [0, 1, 40, 41, 0])
    const { photos } = (await request('GET', `/photos?propertyUid=${propertyUid}`)).body
    const listed = photos.map((photo: { displayOrder: number }) => photo.displayOrder)
    assert.deepEqual(listed, [0, 0, 1, 40, 41])
  })

  it('201: concurrent photos get different positions', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const photos = await Promise.all(Array.from({ length: 8 }, () => add({ propertyUid })))
    const orders = photos.map(({ displayOrder }) => displayOrder).sort()
    assert.deepEqual(orders, [0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('400 PAYLOAD_RULE_VIOLATION above 200 photos, also for concurrent requests', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const now = new Date()
    const photos = Array.from({ length: 198 }, (_, i) => ({
      agency_uid: agencyUid,
      uid: randomUUID(),
      property_uid: propertyUid,
      display_order: i,
      original_image_url: url(i),
      created_at: now,
      updated_at: now,
    }))
    await server.database.kysely.insertInto('photos').values(photos).execute()
    const body = { propertyUid, originalImageUrl: url(1) }
    const all = Array.from({ length: 5 }, () => request('POST', '/photos', body))
    const responses = await Promise.all(all)
    const statuses = responses.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, 201, 400, 400, 400])
    const refused = responses.find(({ status }) => status === 400)!
    assert.deepEqual([refused.body.code, refused.body.limit], ['PAYLOAD_RULE_VIOLATION', 200])
  })
})

describe('refusals of POST /photos', () => {
  const bad: [string, object, string][] = [
    ['no address', { originalImageUrl: undefined }, 'REQUIRED_PARAMETER'],
    ['null as address', { originalImageUrl: null }, 'REQUIRED_PARAMETER'],
    ['no URL', { originalImageUrl: 'porch.jpg' }, 'INVALID_PARAMETER'],
    ['another scheme', { originalImageUrl: 'ftp://img.example.org/1.jpg' }, 'INVALID_PARAMETER'],
    ['a script', { originalImageUrl: 'javascript:alert(1)' }, 'INVALID_PARAMETER'],
    ['a long URL', { originalImageUrl: url('x'.repeat(2_048)) }, 'INVALID_PARAMETER'],
    ['a long description', { description: 'x'.repeat(256) }, 'INVALID_PARAMETER'],
    ['a half order', { displayOrder: 1.5 }, 'INVALID_PARAMETER'],
    ['a negative order', { displayOrder: -1 }, 'INVALID_PARAMETER'],
    ['a vast order', { displayOrder: 2_147_483_648 }, 'INVALID_PARAMETER'],
    ['no order', { displayOrder: null }, 'REQUIRED_PARAMETER'],
  ]
  for (const [what, extra, code] of bad) {
    it(`400 ${code} for ${what}`, async () => {
      const propertyUid = await makeProperty(server, agencyUid)
      const body = { propertyUid, originalImageUrl: url(1), ...extra }
      const response = await request('POST', '/photos', body)
      assert.deepEqual([response.status, response.body.code], [400, code])
    })
  }
})

describe('PUT and DELETE /photos/{uid}', () => {
  it('405 below v3.3', async () => {
    const { uid } = await add({ propertyUid: await makeProperty(server, agencyUid) })
    for (const version of ['v3.0', 'v3.1', 'v3.2']) {
      for (const method of ['PUT', 'DELETE']) {
        assert.equal((await request(method, `/photos/${uid}`, {}, version)).status, 405)
      }
    }
  })

  it('200: changes the URL', async () => {
    const { uid } = await add({ propertyUid: await makeProperty(server, agencyUid) })
    const { body } = await request('PUT', `/photos/${uid}`, { originalImageUrl: url(9) })
    assert.equal(body.photo.originalImageUrl, url(9))
    assert.equal(body.photo.mediumThumbnailScaleImageUrl, url(9))
  })

  it('404 for the second of two concurrent deletions', async () => {
    const { uid } = await add({ propertyUid: await makeProperty(server, agencyUid) })
    const both = [1, 2].map(() => request('DELETE', `/photos/${uid}`))
    const statuses = (await Promise.all(both)).map(({ status }) => status).sort()
    assert.deepEqual(statuses, [204, 404])
  })
})

describe('picture of a property or hotel', () => {
  for (const table of ['properties', 'hotels'] as const) {
    it(`is always the first photo of one of ${table}`, async () => {
      const isHotel = table === 'hotels'
      const uid = await (isHotel ? makeHotel : makeProperty)(server, agencyUid)
      const owner = isHotel ? { hotelUid: uid } : { propertyUid: uid }
      const first = await add(owner, { originalImageUrl: url(1) })
      assert.equal(await readPicture(table, uid), url(1))
      const second = await add(owner, { originalImageUrl: url(2) })
      assert.equal(await readPicture(table, uid), url(1))
      await request('PUT', `/photos/${first.uid}`, { displayOrder: 9 })
      assert.equal(await readPicture(table, uid), url(2))
      await request('PUT', `/photos/${second.uid}`, { originalImageUrl: url(3) })
      assert.equal(await readPicture(table, uid), url(3))
      await request('DELETE', `/photos/${second.uid}`)
      assert.equal(await readPicture(table, uid), url(1))
      await request('DELETE', `/photos/${first.uid}`)
      assert.equal(await readPicture(table, uid), null)
    })
  }

  it('is the older one of two photos with the same order', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    for (const n of [1, 2, 3]) {
      await add({ propertyUid }, { originalImageUrl: url(n), displayOrder: 5 })
    }
    assert.equal(await readPicture('properties', propertyUid), url(1))
  })
})

describe('/v2/photos', () => {
  it('returns an array and objects without a wrapper', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const body = { propertyUid, url: url(1), description: 'Deck' }
    const created = await request('POST', '/photos', body, 'v2')
    const { uid } = created.body
    const photo = { uid, description: 'Deck', url: url(1), displayOrder: 0, airbnbRoomId: null }
    assert.deepEqual([created.status, created.body], [201, photo])
    const list = await request('GET', `/photos?propertyUid=${propertyUid}`, undefined, 'v2')
    assert.deepEqual(list.body, [photo])
    const put = await request('PUT', `/photos/${uid}`, { url: url(2), displayOrder: 4 }, 'v2')
    assert.deepEqual(put.body, { ...photo, url: url(2), displayOrder: 4 })
    assert.equal((await request('DELETE', `/photos/${uid}`, undefined, 'v2')).status, 204)
  })

  it('201: accepts the property in the query', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const path = `/photos?propertyUid=${propertyUid}`
    assert.equal((await request('POST', path, { url: url(1) }, 'v2')).status, 201)
    const { body } = await request('POST', '/photos', { url: url(1) }, 'v2')
    assert.equal(body.apiErrorMessage, "Invalid parameter 'propertyUid' must not be null")
  })
})
