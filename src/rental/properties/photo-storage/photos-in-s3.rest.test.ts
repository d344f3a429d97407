/** Uploaded photos of a server with an S3-compatible blob store. */
import assert from 'node:assert/strict'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import sharp from 'sharp'
import { getFile, jpeg, makePhoto } from '../../../../test/fixtures/pictures.ts'
import { makeAgency } from '../../../../test/fixtures/rows.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { startS3 } from '../../../../test/support/external-services/s3.ts'
import { startServer } from '../../../../test/support/server.ts'
import { newUid } from '../../../platform/uid.ts'

const store = await startS3('lodgepole')
const proxy = await startProxy(Number(new URL(store.AWS_ENDPOINT_URL!).port))
const server = await startServer({ RUN_WORKER: 'true', ...store, AWS_ENDPOINT_URL: proxy.url })
const agency = await makeAgency(server)

/** Starts a proxy of a port. While it hangs, it accepts data and does not respond. */
async function startProxy(port: number) {
  let isHung = false
  const sockets = new Set<Socket>()
  const listener = createServer(client => {
    const upstream = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', chunk => isHung || to.write(chunk))
      from.on('error', () => {})
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const end = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  after(() => {
    end()
    listener.close()
  })
  const { port: own } = listener.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}`,
    /** Number of open sockets, two for each connection. */
    open: () => sockets.size,
    hang: () => {
      isHung = true
    },
    goOn: () => {
      isHung = false
      end()
    },
  }
}

describe('an unresponsive store', () => {
  it('delays only uploads', async () => {
    const other = await makeAgency(server)
    proxy.hang()
    const uploads = Promise.all(Array.from({ length: 25 }, () => makePhoto(server, agency, jpeg)))
    await eventually(() => proxy.open() >= 40)
    const started = performance.now()
    const path = `/api/v3.3/properties?agencyUid=${other.agencyUid}`
    for (let i = 0; i < 5; i++) {
      assert.equal((await server.request('GET', path, { key: other.key })).status, 200)
    }
    assert.ok(performance.now() - started < 4_000)
    proxy.goOn()
    await uploads
  })
})

describe('files without a photo', () => {
  it('are deleted after a day; other files stay', async () => {
    const hoursAgo = (hours: number) => newUid(server.clock.now().getTime() - hours * 3_600_000)
    const [old, young] = [hoursAgo(30), hoursAgo(2)]
    for (const uid of [old, young]) await server.blobs.put(`photos/${uid}/original`, jpeg)
    server.clock.advance(-30 * 3_600_000)
    const { uid: stored } = await makePhoto(server, agency, jpeg)
    server.clock.advance(30 * 3_600_000)
    await server.tasks.send(server.database.kysely, 'sweep-photo-files', {})
    await eventually(async () => (await getFile(server, old)).status === 404)
    for (const uid of [young, stored]) assert.equal((await getFile(server, uid)).status, 200)
  })
})

describe('an uploaded photo', () => {
  it('is in the store until it is deleted', async () => {
    const { uid } = await makePhoto(server, agency, jpeg)
    assert.deepEqual(Buffer.from((await getFile(server, uid)).bytes), jpeg)
    const { status, bytes } = await getFile(server, uid, '?w=720')
    assert.deepEqual([status, (await sharp(bytes).metadata()).width], [200, 720])
    assert.notEqual(await server.blobs.open(`photos/${uid}/720`), null)
    const asWebp = await getFile(server, uid, '?w=720', { accept: 'image/webp' })
    assert.equal((await sharp(asWebp.bytes).metadata()).format, 'webp')
    assert.notEqual(await server.blobs.open(`photos/${uid}/720.webp`), null)
    const { key } = agency
    const deleted = await server.request('DELETE', `/api/v3.3/photos/${uid}`, { key })
    assert.equal(deleted.status, 204)
    for (const query of ['', '?w=720']) {
      await eventually(async () => (await getFile(server, uid, query)).status === 404)
    }
    assert.equal(await server.blobs.open(`photos/${uid}/720.webp`), null)
  })
})
