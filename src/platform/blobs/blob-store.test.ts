import assert from 'node:assert/strict'
import { mkdtemp, readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createNetServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startS3 } from '../../../test/support/outside/s3.ts'
import { removeFolder } from '../../../test/support/temporary.ts'
import { limitsReached } from '../limits/reached.ts'
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

const bytesOf = async (store: BlobStore, key: string) => {
  const found = await store.open(key)
  if (found === null) return null
  const bytes = await buffer(found.stream)
  assert.equal(found.size, bytes.length)
  return bytes
}

for (const [name, store] of Object.entries(stores)) {
  describe(name, () => {
    it('give back what was put', async () => {
      const bytes = Buffer.alloc(3_000_000, 'lodge')
      await store.put('a/b/large', bytes)
      assert.deepEqual(await bytesOf(store, 'a/b/large'), bytes)
    })

    it('give nothing for a key that nothing was put under', async () => {
      assert.equal(await store.open('a/b/none'), null)
      assert.equal(await store.open('none/at/all'), null)
    })

    it('replace what was there', async () => {
      await store.put('a/twice', Buffer.from('first'))
      await store.put('a/twice', Buffer.from('second'))
      assert.equal(String(await bytesOf(store, 'a/twice')), 'second')
    })

    // The store that stands in for S3 here writes in place; S3 itself does not.
    it('keep the last of many that are put at once, whole', {
      skip: name !== 'files',
    }, async () => {
      const all = Array.from({ length: 8 }, (_, i) => Buffer.alloc(200_000, i + 1))
      await Promise.all(all.map(bytes => store.put('a/race', bytes)))
      const kept = await bytesOf(store, 'a/race')
      assert.ok(all.some(bytes => bytes.equals(kept!)))
    })

    it('list what a folder holds between two names', async () => {
      const keys = ['f/a/1', 'f/b/1', 'f/b/2', 'f/c/1', 'f/file']
      for (const key of keys) await store.put(key, Buffer.from(key))
      const listed = (folder: string, from: string, to: string) =>
        Array.fromAsync(store.list(folder, from, to))
      assert.deepEqual(await listed('f', '', '~'), ['a', 'b', 'c', 'file'])
      assert.deepEqual(await listed('f', 'aa', 'c'), ['b', 'c'])
      assert.deepEqual(await listed('f/b', '', '~'), ['1', '2'])
      assert.deepEqual(await listed('none', '', '~'), [])
    })

    it('forget what is removed and nothing else', async () => {
      for (const key of ['c/1', 'c/2', 'c/3']) await store.put(key, Buffer.from(key))
      await store.remove(['c/1', 'c/2', 'c/none'])
      assert.equal(await store.open('c/1'), null)
      assert.equal(String(await bytesOf(store, 'c/3')), 'c/3')
    })
  })
}

describe('files', () => {
  it('leave neither an unfinished file nor an empty folder', async () => {
    const store = fileBlobs(join(folder, 'tidy'))
    await Promise.all([1, 2, 3].map(() => store.put('d/one', Buffer.from('x'))))
    assert.deepEqual(await readdir(join(folder, 'tidy/d')), ['one'])
    await store.remove(['d/one'])
    assert.deepEqual(await readdir(join(folder, 'tidy')), [])
  })
})

describe('an S3-compatible store', () => {
  it('keeps prefixes apart', async () => {
    await stores['an S3-compatible store']!.put('e', Buffer.from('x'))
    assert.equal(await at(AWS_ENDPOINT_URL!, '').open('e'), null)
    assert.equal(String(await bytesOf(at(AWS_ENDPOINT_URL!, ''), 'some/prefix/e')), 'x')
  })

  it('503 SERVICE_UNAVAILABLE when there is no such bucket', async () => {
    const endpoint = AWS_ENDPOINT_URL!
    const other = s3Blobs({ bucket: 'others', prefix: '', region: 'us-east-1', endpoint })
    await assert.rejects(other.put('x', Buffer.from('x')), { code: 'SERVICE_UNAVAILABLE' })
  })

  it('503 SERVICE_UNAVAILABLE in time when somebody is there and says nothing', async () => {
    const silent = createNetServer(socket => socket.on('error', () => {}).resume())
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const patience = { connectMs: 1_000, silentMs: 10_000, totalMs: 200, fileMs: 1_000 }
    const location = { bucket: 'blobs', prefix: '', region: 'us-east-1' }
    const store = s3Blobs({ ...location, endpoint: `http://127.0.0.1:${port}` }, patience)
    const before = limitsReached().get('file_store')!
    const calls = [store.put('x', Buffer.from('x')), store.open('x'), store.remove(['x'])]
    const started = performance.now()
    for (const call of await Promise.allSettled(calls)) {
      assert.equal(call.status === 'rejected' && call.reason.code, 'SERVICE_UNAVAILABLE')
    }
    assert.ok(performance.now() - started < 5_000)
    assert.equal(limitsReached().get('file_store'), before + 3)
    silent.close()
  })

  it('503 SERVICE_UNAVAILABLE in time when an answer drips, which is never silent', async () => {
    const drips = new Set<NodeJS.Timeout>()
    const dripping = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/xml' })
      drips.add(setInterval(() => response.write(' '), 20))
    })
    await new Promise<void>(resolve => dripping.listen(0, '127.0.0.1', resolve))
    const { port } = dripping.address() as AddressInfo
    const patience = { connectMs: 1_000, silentMs: 10_000, totalMs: 200, fileMs: 1_000 }
    const location = { bucket: 'blobs', prefix: '', region: 'us-east-1' }
    const store = s3Blobs({ ...location, endpoint: `http://127.0.0.1:${port}` }, patience)
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

  it('503 SERVICE_UNAVAILABLE when nobody is there', async () => {
    const gone = createServer()
    await new Promise<void>(resolve => gone.listen(0, '127.0.0.1', resolve))
    const { port } = gone.address() as AddressInfo
    await new Promise(resolve => gone.close(resolve))
    const store = at(`http://127.0.0.1:${port}`)
    await assert.rejects(store.open('x'), { code: 'SERVICE_UNAVAILABLE', status: 503 })
  })
})
