/** Uploaded photos: contract/properties.md §6.1. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  asFile,
  canvas,
  type Fields,
  form,
  getFile,
  jpeg,
  makePhoto,
  png,
  upload,
  webp,
} from '../../../../test/fixtures/pictures.ts'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const agency = await makeAgency(server)
const { agencyUid, key } = agency

const refused: Record<string, [Fields, string]> = {
  'a text': [{ file: asFile(Buffer.from('hello')) }, 'INVALID_PARAMETER'],
  'an empty file': [{ file: asFile(Buffer.alloc(0)) }, 'INVALID_PARAMETER'],
  'a GIF': [{ file: asFile(await canvas(2, 2).gif().toBuffer()) }, 'INVALID_PARAMETER'],
  'an SVG': [
    { file: asFile(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')) },
    'INVALID_PARAMETER',
  ],
  'a picture cut off': [{ file: asFile(jpeg.subarray(0, jpeg.length / 2)) }, 'INVALID_PARAMETER'],
  'the head of a PNG': [{ file: asFile(png.subarray(0, 20)) }, 'INVALID_PARAMETER'],
  'no file': [{ description: 'x' }, 'REQUIRED_PARAMETER'],
  'a file under another name': [{ photo: asFile(jpeg) }, 'REQUIRED_PARAMETER'],
  'a file and an address': [
    { file: asFile(png), originalImageUrl: 'https://a.example/1' },
    'CONFLICTING_PARAMETERS',
  ],
  'a bad display order': [{ file: asFile(png), displayOrder: 'first' }, 'INVALID_PARAMETER'],
  'a long description': [{ file: asFile(png), description: 'x'.repeat(256) }, 'INVALID_PARAMETER'],
}

describe('POST /photos as multipart/form-data', () => {
  it('201: returns the URLs of the photo', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const file = asFile(jpeg)
    const { status, body } = await upload(server, key, {
      propertyUid,
      file,
      description: 'Deck',
      displayOrder: '3',
    })
    assert.equal(status, 201)
    const original = `${server.config.publicUrl}/files/photos/${body.photo.uid}`
    assert.deepEqual(body.photo, {
      uid: body.photo.uid,
      propertyUid,
      hotelUid: null,
      description: 'Deck',
      displayOrder: 3,
      airbnbRoomId: null,
      originalImageUrl: original,
      largeScaleImageUrl: `${original}?w=1600`,
      mediumScaleImageUrl: `${original}?w=1024`,
      largeThumbnailScaleImageUrl: `${original}?w=720`,
      mediumThumbnailScaleImageUrl: `${original}?w=480`,
    })
    const { picture_link } = await server.database.kysely
      .selectFrom('properties')
      .select('picture_link')
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', propertyUid)
      .executeTakeFirstOrThrow()
    assert.equal(picture_link, `${original}?w=1600`)
  })

  for (const [type, file] of Object.entries({ jpeg, png, webp })) {
    it(`201: stores ${type} unchanged, whatever content type the part has`, async () => {
      const { uid } = await makePhoto(server, agency, file)
      const { status, headers, bytes } = await getFile(server, uid)
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), `image/${type}`)
      assert.deepEqual(Buffer.from(bytes), file)
    })
  }
})

describe('refusals of uploads', () => {
  for (const [what, [fields, code]] of Object.entries(refused)) {
    it(`400 ${code} for ${what}`, async () => {
      const propertyUid = await makeProperty(server, agencyUid)
      const { status, body } = await upload(server, key, { propertyUid, ...fields })
      assert.deepEqual([status, body.code], [400, code])
      const list = await server.request('GET', `/api/v3.3/photos?propertyUid=${propertyUid}`, {
        key,
      })
      assert.deepEqual(list.body.photos, [])
    })
  }

  it('400 for two files', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const data = form({ propertyUid, file: asFile(png) })
    data.append('file', asFile(png))
    const { status, body } = await server.request('POST', '/api/v3.3/photos', { key, body: data })
    assert.deepEqual([status, body.code, body.parameter], [400, 'INVALID_PARAMETER', 'file'])
  })

  for (const [what, type, text] of [
    ['without a boundary', 'multipart/form-data', '--x'],
    ['that ends early', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data'],
    ['that is JSON', 'multipart/form-data; boundary=x', '{"propertyUid":"x"}'],
    ['that is nothing', 'multipart/form-data; boundary=x', ''],
  ] as const) {
    it(`400 MALFORMED_BODY for a body ${what}`, async () => {
      const headers = { 'content-type': type }
      const { status, body } = await server.request('POST', '/api/v3.3/photos', {
        key,
        headers,
        body: text,
      })
      assert.deepEqual([status, body.code], [400, 'MALFORMED_BODY'])
    })
  }

  it('400: rejects fields that are not UTF-8; the file need not be', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const part = (head: string, content: Buffer) =>
      Buffer.concat([
        Buffer.from(`--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
        content,
        Buffer.from('\r\n'),
      ])
    const sent = (description: Buffer) => {
      const file = part('name="file"; filename="a.png"\r\nContent-Type: image/png', png)
      const fields = [
        part('name="propertyUid"', Buffer.from(propertyUid)),
        part('name="description"', description),
      ]
      const body = new Blob([...fields, file, Buffer.from('--x--')] as Buffer<ArrayBuffer>[])
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      return server.request('POST', '/api/v3.3/photos', { key, headers, body })
    }
    const refused = await sent(Buffer.from('Küche', 'latin1'))
    assert.deepEqual([refused.status, refused.body.code], [400, 'MALFORMED_BODY'])
    const accepted = await sent(Buffer.from('Küche'))
    assert.deepEqual([accepted.status, accepted.body.photo.description], [201, 'Küche'])
  })
})

describe('an upload that is too large', () => {
  it('400: rejects too many pixels, and the server keeps running', async () => {
    const bomb = await canvas(12_000, 12_000).png().toBuffer()
    const propertyUid = await makeProperty(server, agencyUid)
    const { status, body } = await upload(server, key, { propertyUid, file: asFile(bomb) })
    assert.deepEqual([status, body.code, body.parameter], [400, 'INVALID_PARAMETER', 'file'])
    assert.equal((await server.request('GET', '/healthz')).status, 200)
  })

  it('201 for 20 MiB, 413 PAYLOAD_TOO_LARGE for one byte more and for much more', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const most = 20 * 1_048_576
    const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
    assert.equal(
      (await upload(server, key, { propertyUid, file: asFile(padded(most)) })).status,
      201,
    )
    for (const size of [most + 1, most + 2 * 1_048_576]) {
      const { status, body } = await upload(server, key, {
        propertyUid,
        file: asFile(padded(size)),
      })
      assert.deepEqual([status, body.code, body.limit], [413, 'PAYLOAD_TOO_LARGE', most])
    }
  })

  it('413 for a large JSON body, 400 for a form below v3.3', async () => {
    const body = JSON.stringify({ description: 'x'.repeat(1_048_576) })
    const large = await server.request('POST', '/api/v3.3/photos', { key, body })
    assert.deepEqual([large.status, large.body.limit], [413, 1_048_576])
    const propertyUid = await makeProperty(server, agencyUid)
    for (const version of ['v3.0', 'v3.1', 'v3.2']) {
      const { status, body } = await upload(
        server,
        key,
        { propertyUid, file: asFile(png) },
        { version },
      )
      assert.deepEqual([status, body.code], [400, 'MALFORMED_BODY'])
    }
  })
})

describe('an upload', () => {
  it('the idempotency key covers the file', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const headers = { 'idempotency-key': randomUUID() }
    const first = await upload(server, key, { propertyUid, file: asFile(png) }, { headers })
    const again = await upload(server, key, { propertyUid, file: asFile(png) }, { headers })
    assert.deepEqual([again.status, again.body], [201, first.body])
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    const other = await upload(server, key, { propertyUid, file: asFile(webp) }, { headers })
    assert.deepEqual([other.status, other.body.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
    const list = await server.request('GET', `/api/v3.3/photos?propertyUid=${propertyUid}`, { key })
    assert.equal(list.body.photos.length, 1)
  })

  it('403 for a partner with a READ grant or none, 201 with READ_WRITE', async () => {
    const [granted, readable, foreign] = await Promise.all(
      [1, 2, 3].map(() => makeProperty(server, agencyUid)),
    )
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: granted! })
    await grant(server, { agencyUid, partnerUid, objectUid: readable!, access: 'READ' })
    const as = await makeToken(server, partnerUid, agencyUid)
    const statusAndCode = async (propertyUid: string) => {
      const { status, body } = await upload(server, as, { propertyUid, file: asFile(png) })
      return [status, body.code]
    }
    assert.deepEqual(await statusAndCode(granted!), [201, undefined])
    assert.deepEqual(await statusAndCode(readable!), [403, 'READ_ONLY_GRANT'])
    assert.deepEqual(await statusAndCode(foreign!), [403, 'ACCESS_DENIED'])
  })

  it('401 without a credential', async () => {
    const { status } = await server.request('POST', '/api/v3.3/photos', {
      body: form({ file: asFile(png) }),
    })
    assert.equal(status, 401)
  })
})
