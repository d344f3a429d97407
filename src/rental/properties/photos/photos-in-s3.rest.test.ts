/** Uploaded photos of a server that keeps its files in an S3-compatible store. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { getFile, jpeg, makePhoto } from '../../../../test/fixtures/pictures.ts'
import { makeAgency } from '../../../../test/fixtures/rows.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { startS3 } from '../../../../test/support/s3.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer({ RUN_WORKER: 'true', ...(await startS3('lodgepole')) })
const agency = await makeAgency(server)

describe('an uploaded photo', () => {
  it('is kept in the store until it is deleted', async () => {
    const { uid } = await makePhoto(server, agency, jpeg)
    assert.deepEqual(Buffer.from((await getFile(server, uid)).bytes), jpeg)
    const { status, bytes } = await getFile(server, uid, '?w=720')
    assert.deepEqual([status, (await sharp(bytes).metadata()).width], [200, 720])
    assert.notEqual(await server.blobs.open(`photos/${uid}/720`), null)
    const { key } = agency
    const deleted = await server.request('DELETE', `/api/v3.3/photos/${uid}`, { key })
    assert.equal(deleted.status, 204)
    for (const query of ['', '?w=720']) {
      await eventually(async () => (await getFile(server, uid, query)).status === 404)
    }
  })
})
