/** Storage quota of an agency: contract/general.md §6, §7. */
import assert from 'node:assert/strict'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, it } from 'node:test'
import { asFile, jpeg, upload } from '../../../../test/fixtures/pictures.ts'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { doWork } from '../../../../test/fixtures/workers.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ STORAGE_QUOTA_MIB: '1' })
const db = server.database.kysely
const mebibyte = 1_048_576

let agencyUid: string
let key: string
let propertyUid: string
let leadUid: string

beforeEach(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  propertyUid = await makeProperty(server, agencyUid)
  leadUid = await makeLead(server, agencyUid, { property_uid: propertyUid, email: 'a@b.example' })
})

const send = (method: string, path: string, body?: unknown) =>
  server.request(method, `/api/v3.3${path}`, { key, ...(body ? { body } : {}) })

/** Sends a message with a file of this size. */
const message = (bytes: number, path = '/messages', more: object = {}) => {
  const contentBase64 = Buffer.alloc(bytes, 'x').toString('base64')
  const attachments = [{ fileName: 'a.txt', fileType: 'text/plain', contentBase64 }]
  const content = { text: 'See the file' }
  return send('POST', path, { type: 'EMAIL', leadUid, content, attachments, ...more })
}
const photo = () => upload(server, key, { propertyUid, file: asFile(jpeg) })

async function readUsedBytes(): Promise<number> {
  const row = await db
    .selectFrom('agency_storage')
    .select('bytes')
    .where('agency_uid', '=', agencyUid)
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

async function listFileSizes(): Promise<number[]> {
  const folder = join(server.config.dataDir, 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries.filter(one => one.isFile()).map(one => join(one.parentPath, one.name))
  return Promise.all(paths.map(async path => (await stat(path)).size))
}

describe('a file beyond the quota', () => {
  it('409: returns the storage used, and stores nothing', async () => {
    assert.equal((await message(mebibyte - 10)).status, 201)
    const [files, messages] = [
      await listFileSizes(),
      await send('GET', `/messages?leadUid=${leadUid}`),
    ]
    for (const refused of [
      await message(11),
      await message(11, '/messages/inbound'),
      await photo(),
    ]) {
      assert.partialDeepStrictEqual(refused.body, {
        status: 409,
        code: 'STORAGE_QUOTA_EXCEEDED',
        limit: mebibyte,
        usedBytes: mebibyte - 10,
      })
      assert.match(refused.body.apiErrorMessage, /1048566 of 1048576 bytes used, \d+ more/)
    }
    assert.deepEqual(await listFileSizes(), files)
    const after = await send('GET', `/messages?leadUid=${leadUid}`)
    assert.deepEqual(after.body._metadata, messages.body._metadata)
    assert.equal(await readUsedBytes(), mebibyte - 10)
    assert.equal((await message(10)).status, 201)
  })

  it('is one of two concurrent uploads', async () => {
    const both = await Promise.all([1, 2].map(() => message(600_000, '/messages/inbound')))
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
    assert.equal(await readUsedBytes(), 600_000)
  })

  it('is accepted for another agency', async () => {
    await message(mebibyte)
    const other = await makeAgency(server)
    const property = await makeProperty(server, other.agencyUid)
    const file = asFile(jpeg)
    assert.equal((await upload(server, other.key, { propertyUid: property, file })).status, 201)
  })
})

describe('storage used', () => {
  it('counts each file once, until its photo is deleted or replaced', async () => {
    const photos = [(await photo()).body.photo, (await photo()).body.photo]
    const size = (await readUsedBytes()) / 2
    assert.ok((await listFileSizes()).includes(size))
    await send('PUT', `/photos/${photos[0].uid}`, { originalImageUrl: 'https://a.example/1.jpg' })
    assert.equal(await readUsedBytes(), size)
    await send('PUT', `/photos/${photos[0].uid}`, { description: 'Deck' })
    for (const { uid } of photos) await send('DELETE', `/photos/${uid}`)
    assert.equal(await readUsedBytes(), 0)
  })

  it('does not count earlier incoming messages', async () => {
    const again = () => message(400_000, '/messages/inbound', { externalId: 'm-1' })
    assert.deepEqual([(await again()).status, (await again()).status], [201, 200])
    assert.deepEqual([(await again()).status, await readUsedBytes()], [200, 400_000])
  })

  it('is released by erasing a guest', async () => {
    await message(1_000)
    await message(500, '/messages/inbound')
    const { body } = await send('GET', `/guests?agencyUid=${agencyUid}`)
    await send('POST', `/guests/${body.guests[0].uid}/erase`)
    assert.equal(await readUsedBytes(), 0)
  })

  it('is computed once for photos that are older than the quota', async () => {
    const { uid } = (await photo()).body.photo
    const size = await readUsedBytes()
    await db
      .updateTable('photos')
      .set({ file_size: null })
      .where('agency_uid', '=', agencyUid)
      .execute()
    await db.deleteFrom('agency_storage').where('agency_uid', '=', agencyUid).execute()
    for (let i = 0; i < 2; i++) await doWork(server, 'measure-photo-files')
    assert.equal(await readUsedBytes(), size)
    await send('DELETE', `/photos/${uid}`)
    assert.equal(await readUsedBytes(), 0)
  })
})
