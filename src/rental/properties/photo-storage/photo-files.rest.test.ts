/** Public files of uploaded photos: contract/properties.md §6.1. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import {
  asFile,
  canvas,
  getFile,
  jpeg,
  makePhoto,
  png,
  upload,
  webp,
} from '../../../../test/fixtures/pictures.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ RUN_WORKER: 'true' })
const agency = await makeAgency(server)
const { agencyUid, key } = agency
/** Photo of the demo: a flat colour would be smaller as JPEG. */
const photoFile = join(import.meta.dirname, '../../../../demo/pictures/bedroom-city.jpg')

describe('GET /files/photos/{uid}', () => {
  for (const side of [1600, 1024, 720, 480, 96]) {
    it(`200: w=${side} is the longest side, also in a second request`, async () => {
      const { uid } = await makePhoto(server, agency, jpeg)
      const { status, bytes, headers } = await getFile(server, uid, `?w=${side}`)
      const { width, height, format } = await sharp(bytes).metadata()
      assert.deepEqual([status, width, height, format], [200, side, side / 2, 'jpeg'])
      assert.equal(headers.get('content-type'), 'image/jpeg')
      assert.deepEqual((await getFile(server, uid, `?w=${side}`)).bytes, bytes)
    })
  }

  it('200: does not enlarge a small picture', async () => {
    const { uid } = await makePhoto(server, agency, webp)
    const { width, format } = await sharp((await getFile(server, uid, '?w=480')).bytes).metadata()
    assert.deepEqual([width, format], [300, 'webp'])
  })

  it('200: returns the same for concurrent requests', async () => {
    const { uid } = await makePhoto(server, agency, jpeg)
    const all = await Promise.all(Array.from({ length: 8 }, () => getFile(server, uid, '?w=720')))
    for (const { status, bytes } of all) assert.deepEqual([status, bytes], [200, all[0]!.bytes])
  })

  it('200: rotates the picture upright and removes the metadata of the camera', async () => {
    const photographed = await canvas(400, 200)
      .withExif({ IFD0: { Copyright: 'Grace' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    assert.ok((await sharp(photographed).metadata()).exif)
    const { uid } = await makePhoto(server, agency, photographed)
    for (const query of ['', '?w=480']) {
      const { exif, orientation, width, height } = await sharp(
        (await getFile(server, uid, query)).bytes,
      ).metadata()
      assert.deepEqual([exif, orientation, width, height], [undefined, undefined, 200, 400])
    }
  })
})

describe('GET /files/photos/{uid} of a client that accepts WebP', () => {
  const accept = 'image/avif,image/webp,image/apng,*/*;q=0.8'

  it('200: returns a scaled picture as WebP, which has fewer bytes', async () => {
    const photo = await readFile(photoFile)
    const { uid } = await makePhoto(server, agency, photo)
    const other = await getFile(server, uid, '?w=720', { accept: 'image/*,*/*' })
    assert.equal(other.headers.get('content-type'), 'image/jpeg')
    for (const _ of ['created', 'stored']) {
      const { status, bytes, headers } = await getFile(server, uid, '?w=720', { accept })
      const { width, height, format } = await sharp(bytes).metadata()
      assert.deepEqual([status, width, height, format], [200, 720, 480, 'webp'])
      assert.equal(headers.get('content-type'), 'image/webp')
      assert.match(headers.get('vary')!, /\baccept(,|$)/)
      assert.match(headers.get('cache-control')!, /immutable/)
      assert.ok(bytes.length < other.bytes.length, `${bytes.length}, ${other.bytes.length}`)
    }
    const { bytes, headers } = await getFile(server, uid, '?w=720', { accept: '*/*' })
    assert.deepEqual(bytes, other.bytes)
    assert.match(headers.get('vary')!, /\baccept(,|$)/)
  })

  it('304 only for the ETag of the same format', async () => {
    const { uid } = await makePhoto(server, agency, jpeg)
    const tag = (await getFile(server, uid, '?w=480', { accept })).headers.get('etag')!
    const repeated = { accept, 'if-none-match': tag }
    assert.equal((await getFile(server, uid, '?w=480', repeated)).status, 304)
    assert.equal((await getFile(server, uid, '?w=480', { 'if-none-match': tag })).status, 200)
  })

  it('200: returns the original in its own format', async () => {
    const { uid } = await makePhoto(server, agency, png)
    const { bytes, headers } = await getFile(server, uid, '', { accept })
    assert.deepEqual([Buffer.from(bytes), headers.get('content-type')], [png, 'image/png'])
    assert.doesNotMatch(headers.get('vary')!, /\baccept(,|$)/)
  })

  it('200: returns the format of the original if WebP is refused', async () => {
    const { uid } = await makePhoto(server, agency, png)
    const { headers } = await getFile(server, uid, '?w=480', { accept: 'image/webp;q=0, */*' })
    assert.equal(headers.get('content-type'), 'image/png')
  })
})

describe('response of GET /files/photos/{uid}', () => {
  it('is cacheable for a year, has nosniff, and needs no credential', async () => {
    const { uid } = await makePhoto(server, agency, png)
    const { headers } = await getFile(server, uid)
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('content-length'), String(png.length))
    assert.equal(headers.get('x-ratelimit-limit'), null)
  })

  it('304 for the current ETag, 200 for another', async () => {
    const { uid } = await makePhoto(server, agency, png)
    const tag = (await getFile(server, uid)).headers.get('etag')!
    const { status, bytes } = await getFile(server, uid, '', { 'if-none-match': `"x", W/${tag}` })
    assert.deepEqual([status, bytes.length], [304, 0])
    assert.equal((await getFile(server, uid, '?w=480', { 'if-none-match': tag })).status, 200)
  })

  it('HEAD returns the same headers without a body', async () => {
    const { uid } = await makePhoto(server, agency, png)
    const response = await fetch(`${server.url}/files/photos/${uid}`, { method: 'HEAD' })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-length'), String(png.length))
    assert.equal(response.headers.get('content-type'), 'image/png')
  })
})

describe('errors of GET /files/photos/{uid}', () => {
  for (const w of ['500', '0', '-480', 'large', '480.0', '1e9']) {
    it(`400 for w=${w}`, async () => {
      const { uid } = await makePhoto(server, agency, png)
      const { status, body } = await server.request('GET', `/files/photos/${uid}?w=${w}`)
      assert.deepEqual([status, body.code], [400, 'INVALID_ENUM_VALUE'])
      assert.deepEqual(body.allowedValues, ['1600', '1024', '720', '480', '96'])
    })
  }

  for (const uid of [randomUUID(), 'x', '..%2f..%2fsecret-key', '%2e%2e', '%00']) {
    it(`404 for ${uid.length === 36 ? 'an unknown uid' : uid}, not cacheable`, async () => {
      const { status, headers } = await server.request('GET', `/files/photos/${uid}?w=480`)
      assert.deepEqual([status, headers.get('cache-control')], [404, 'no-store'])
    })
  }

  it('404 for a photo that was added by URL', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const body = { propertyUid, originalImageUrl: 'https://img.example.org/1.jpg' }
    const { photo } = (await server.request('POST', '/api/v3.3/photos', { key, body })).body
    assert.equal((await getFile(server, photo.uid)).status, 404)
  })

  it('405 for another method, 404 for another path', async () => {
    assert.equal((await server.request('DELETE', `/files/photos/${randomUUID()}`)).status, 405)
    assert.equal((await server.request('GET', '/files/secret-key')).status, 404)
  })
})

describe('files of a photo', () => {
  const stored = async (uid: string) => {
    const folder = join(server.config.dataDir, 'files/photos', uid)
    return access(folder).then(
      () => true,
      () => false,
    )
  }

  it('are deleted with the photo', async () => {
    const { uid } = await makePhoto(server, agency, jpeg)
    for (const accept of ['*/*', 'image/webp']) await getFile(server, uid, '?w=480', { accept })
    assert.equal(await stored(uid), true)
    const { status } = await server.request('DELETE', `/api/v3.3/photos/${uid}`, { key })
    assert.equal(status, 204)
    await eventually(async () => !(await stored(uid)))
    for (const query of ['', '?w=480', '?w=720'])
      assert.equal((await getFile(server, uid, query)).status, 404)
  })

  it('are deleted when a URL replaces them, and stay for their own URL', async () => {
    const { uid } = await makePhoto(server, agency, jpeg)
    const put = (body: unknown) => server.request('PUT', `/api/v3.3/photos/${uid}`, { key, body })
    const { photo } = (await server.request('GET', `/api/v3.3/photos/${uid}`, { key })).body
    assert.equal((await put({ ...photo, description: 'Porch' })).body.photo.description, 'Porch')
    assert.equal((await getFile(server, uid)).status, 200)
    const originalImageUrl = 'https://img.example.org/2.jpg'
    const changed = (await put({ originalImageUrl })).body.photo
    assert.equal(changed.mediumScaleImageUrl, originalImageUrl)
    await eventually(async () => !(await stored(uid)))
  })
})

describe('a photo above the maximum', () => {
  it('400: leaves no file behind', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const now = new Date()
    const photos = Array.from({ length: 200 }, (_, i) => ({
      agency_uid: agencyUid,
      uid: randomUUID(),
      property_uid: propertyUid,
      display_order: i,
      original_image_url: 'https://img.example.org/1.jpg',
      created_at: now,
      updated_at: now,
    }))
    await server.database.kysely.insertInto('photos').values(photos).execute()
    const put = server.blobs.put
    const keys: string[] = []
    server.blobs.put = async (key, bytes) => {
      keys.push(key)
      await put(key, bytes)
    }
    const { status, body } = await upload(server, key, { propertyUid, file: asFile(png) })
    server.blobs.put = put
    assert.deepEqual([status, body.code], [400, 'PAYLOAD_RULE_VIOLATION'])
    assert.equal(keys.length, 1)
    assert.equal(await server.blobs.open(keys[0]!), null)
  })
})
