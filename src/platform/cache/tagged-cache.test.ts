import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ResponseCache } from './response-cache.ts'
import { cachedResponse } from './send-cached.ts'

const unlimited = { versions: 'v', tags: null, readAtMs: 0, expiresAtMs: Infinity }
const response = (bytes: number) => cachedResponse('x'.repeat(bytes))

describe('cached responses', () => {
  it('are valid under their versions and within their time', () => {
    const cache = new ResponseCache(10_000)
    cache.set('a', 'key', response(10), { ...unlimited, readAtMs: 100, expiresAtMs: 200 })
    const has = (versions: string, nowMs: number) => cache.get('key', versions, nowMs) !== null
    assert.deepEqual(
      [has('v', 100), has('v', 199), has('v', 200), has('v', 99), has('w', 150)],
      [true, true, false, false, false],
    )
  })

  it('stay below the byte limit and are evicted in order of use', () => {
    const cache = new ResponseCache(20_000)
    for (let i = 0; i < 100; i++) {
      cache.set('a', `key ${i}`, response(1_000), unlimited)
      assert.ok(cache.bytes <= 20_000)
      assert.ok(cache.get('key 0', 'v', 1), 'is used all the time')
    }
    assert.equal(cache.get('key 50', 'v', 1), null)
    assert.ok(cache.get('key 99', 'v', 1))
  })

  it('are not evicted by those of another owner', () => {
    const cache = new ResponseCache(20_000)
    for (let i = 0; i < 5; i++) cache.set('small', `small ${i}`, response(500), unlimited)
    for (let i = 0; i < 1_000; i++) cache.set('greedy', `greedy ${i}`, response(1_000), unlimited)
    for (let i = 0; i < 5; i++) assert.ok(cache.get(`small ${i}`, 'v', 1))
  })

  it('take at most an eighth of the cache, even after compression', () => {
    const cache = new ResponseCache(8_000)
    cache.set('a', 'long', response(1_000), unlimited)
    assert.equal(cache.count, 0)
    const grown = response(300)
    cache.set('a', 'key', grown, unlimited)
    grown.gzipped = Buffer.alloc(150)
    cache.updateSize('key')
    assert.equal(cache.count, 1)
    assert.ok(cache.bytes > 900)
    grown.gzipped = Buffer.alloc(900)
    cache.updateSize('key')
    assert.deepEqual([cache.count, cache.bytes], [0, 0])
  })

  it('are not counted after their key was overwritten', () => {
    const cache = new ResponseCache(10_000)
    cache.set('a', 'key', response(500), unlimited)
    const { bytes } = cache
    cache.set('b', 'key', response(500), { ...unlimited, versions: 'w' })
    assert.deepEqual([cache.count, cache.bytes], [1, bytes])
    assert.equal(cache.get('key', 'v', 1), null)
  })

  it('are not stored when the cache is off', () => {
    const cache = new ResponseCache(0)
    cache.set('a', 'key', response(1), unlimited)
    assert.deepEqual([cache.isOn, cache.count, cache.bytes], [false, 0, 0])
  })
})
