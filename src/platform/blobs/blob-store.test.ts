import assert from 'node:assert/strict'
import { mkdtemp, readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createNetServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startS3 } from '../../../test/support/external-services/s3.ts'
import { removeFolder } from '../../../test/support/temporary.ts'
import { readLimitCounts } from '../limits/limit-metrics.ts'
import type { BlobStore } from './blob-store.ts'
import { fileBlobs } from './files.ts'
import { s3Blobs } from './s3.ts'

const { AWS_ENDPOINT_URL } = await startS3('blobs')
const folder = await mkdtemp(join(tmpdir(), 'lodgepole-blobs-'))
after(() => removeFolder(folder))

const at = (endpoint: string, prefix = 'some/prefix') =>
  s3Blobs({ bucket: 'blobs', prefix, region: 'us-east-1', endpoint })
const stores: Record<string, BlobStore> = {
  files: fileBlobs(folder),
  'an S3-compatible store': at(AWS_ENDPOINT_URL!),
}

const readBytes = async (store: BlobStore, key: string) => {
  const blob = await store.open(key)
  if (blob === null) return null
  const bytes = await buffer(blob.stream)
  assert.equal(blob.size, bytes.length)
  return bytes
}

for (const [name, store] of Object.entries(stores)) {
  describe(name, () => {
    it('returns the bytes that were stored', async () => {
      const bytes = Buffer.alloc(3_000_000, 'lodge')
      await store.put('a/b/large', bytes)
      assert.deepEqual(await readBytes(store, 'a/b/large'), bytes)
    })

    it('returns null for an unknown key', async () => {
      assert.equal(await store.open('a/b/none'), null)
      assert.equal(await store.open('none/at/all'), null)
    })

    it('replaces the bytes of a key', async () => {
      await store.put('a/twice', Buffer.from('first'))
      await store.put('a/twice', Buffer.from('second'))
      assert.equal(String(await readBytes(store, 'a/twice')), 'second')
    })

    // The test double for S3 writes in place; S3 itself does not.
    it('stores one of several concurrent writes, complete', {
      skip: name !== 'files',
    }, async () => {
      const all = Array.from({ length: 8 }, (_, i) => Buffer.alloc(200_000, i + 1))
      await Promise.all(all.map(bytes => store.put('a/race', bytes)))
      const stored = await readBytes(store, 'a/race')
      assert.ok(all.some(bytes => bytes.equals(stored!)))
    })

    it('lists the entries of a folder between two names', async () => {
      const keys = ['f/a/1', 'f/b/1', 'f/b/2', 'f/c/1', 'f/file']
      for (const key of keys) await store.put(key, Buffer.from(key))
      const listed = (folder: string, from: string, to: string) =>
        Array.fromAsync(store.list(folder, from, to))
      assert.deepEqual(await listed('f', '', '~'), ['a', 'b', 'c', 'file'])
      assert.deepEqual(await listed('f', 'aa', 'c'), ['b', 'c'])
      assert.deepEqual(await listed('f/b', '', '~'), ['1', '2'])
      assert.deepEqual(await listed('none', '', '~'), [])
    })

    it('deletes the given keys only', async () => {
      for (const key of ['c/1', 'c/2', 'c/3']) await store.put(key, Buffer.from(key))
      await store.remove(['c/1', 'c/2', 'c/none'])
      assert.equal(await store.open('c/1'), null)
      assert.equal(String(await readBytes(store, 'c/3')), 'c/3')
    })

    it('deletes a folder, and nothing beside it', async () => {
      const numbered = Array.from({ length: 45 }, (_, i) => `r/one/${i}`)
      const others = ['r/one-more/1', 'r/other/1']
      for (const key of [...numbered, 'r/one/deep/er', ...others]) {
        await store.put(key, Buffer.from(key))
      }
      await store.removeFolder('r/one')
      await store.removeFolder('r/none')
      for (const key of [...numbered, 'r/one/deep/er']) assert.equal(await store.open(key), null)
      for (const key of others) assert.equal(String(await readBytes(store, key)), key)
    })
  })
}

describe('files', () => {
  it('leaves neither an unfinished file nor an empty folder', async () => {
    const store = fileBlobs(join(folder, 'tidy'))
    await Promise.all([1, 2, 3].map(() => store.put('d/one', Buffer.from('x'))))
    assert.deepEqual(await readdir(join(folder, 'tidy/d')), ['one'])
    await store.remove(['d/one'])
    assert.deepEqual(await readdir(join(folder, 'tidy')), [])
  })
})

describe('an S3-compatible store', () => {
  it('separates the keys of different prefixes', async () => {
    await stores['an S3-compatible store']!.put('e', Buffer.from('x'))
    assert.equal(await at(AWS_ENDPOINT_URL!, '').open('e'), null)
    assert.equal(String(await readBytes(at(AWS_ENDPOINT_URL!, ''), 'some/prefix/e')), 'x')
  })

  it('503 SERVICE_UNAVAILABLE: the bucket does not exist', async () => {
    const endpoint = AWS_ENDPOINT_URL!
    const other = s3Blobs({ bucket: 'others', prefix: '', region: 'us-east-1', endpoint })
    await assert.rejects(other.put('x', Buffer.from('x')), { code: 'SERVICE_UNAVAILABLE' })
  })

  it('503 SERVICE_UNAVAILABLE: times out when the server never responds', async () => {
    const silent = createNetServer(socket => socket.on('error', () => {}).resume())
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const timeouts = { connectMs: 1_000, silentMs: 10_000, totalMs: 200, fileMs: 1_000 }
    const location = { bucket: 'blobs', prefix: '', region: 'us-east-1' }
    const store = s3Blobs({ ...location, endpoint: `http://127.0.0.1:${port}` }, timeouts)
    const before = readLimitCounts().get('file_store')!
    const calls = [store.put('x', Buffer.from('x')), store.open('x'), store.remove(['x'])]
    const started = performance.now()
    for (const call of await Promise.allSettled(calls)) {
      assert.equal(call.status === 'rejected' && call.reason.code, 'SERVICE_UNAVAILABLE')
    }
    assert.ok(performance.now() - started < 5_000)
    assert.equal(readLimitCounts().get('file_store'), before + 3)
    silent.close()
  })

  it('503 SERVICE_UNAVAILABLE: times out when the response arrives byte by byte', async () => {
    const drips = new Set<NodeJS.Timeout>()
    const dripping = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/xml' })
      drips.add(setInterval(() => response.write(' '), 20))
    })
    await new Promise<void>(resolve => dripping.listen(0, '127.0.0.1', resolve))
    const { port } = dripping.address() as AddressInfo
    const timeouts = { connectMs: 1_000, silentMs: 10_000, totalMs: 200, fileMs: 1_000 }
    const location = { bucket: 'blobs', prefix: '', region: 'us-east-1' }
    const store = s3Blobs({ ...location, endpoint: `http://127.0.0.1:${port}` }, timeouts)
    try {
      const listed = Array.fromAsync(store.list('d', 'a', 'z')).catch(({ code }) => code)
      assert.equal(
        await Promise.race([listed, sleep(5_000, 'still dripping')]),
        'SERVICE_UNAVAILABLE',
      )
    } finally {
      for (const drip of drips) clearInterval(drip)
      dripping.closeAllConnections()
      dripping.close()
    }
  })

  it('503 SERVICE_UNAVAILABLE: the connection is refused', async () => {
    const closed = createServer()
    await new Promise<void>(resolve => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise(resolve => closed.close(resolve))
    const store = at(`http://127.0.0.1:${port}`)
    await assert.rejects(store.open('x'), { code: 'SERVICE_UNAVAILABLE', status: 503 })
  })
})
