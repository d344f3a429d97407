import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { limitsReached } from '../limits/reached.ts'
import { type Document, DocumentCache } from './document-cache.ts'

const document = (text: string): Document => ({
  text,
  operations: [],
  fragments: {},
  switches: [],
  bytes: 0,
})
const textOf = (i: number) => `{ a${String(i).padStart(95)} }`
const kilobyte = 1_024

/** Reads a document like an endpoint. */
function read(cache: DocumentCache, text: string, { owner = 'a', endpoint = '/v2' } = {}): boolean {
  if (cache.get(endpoint, text)) return true
  cache.set(owner, endpoint, document(text))
  return false
}

describe('cached documents', () => {
  it('take a bounded number of bytes, over all endpoints together', () => {
    const cache = new DocumentCache(256 * kilobyte)
    const before = limitsReached().get('graphql_documents')!
    for (let i = 0; i < 1_000; i++) read(cache, textOf(i), { endpoint: `/v${i % 5}` })
    assert.ok(cache.bytes > 32 * kilobyte && cache.bytes <= 256 * kilobyte, String(cache.bytes))
    assert.ok(limitsReached().get('graphql_documents')! > before + 900)
  })

  it('are not evicted by the documents of another credential', () => {
    const cache = new DocumentCache(256 * kilobyte)
    read(cache, textOf(-1), { owner: 'b' })
    for (let i = 0; i < 1_000; i++) read(cache, textOf(i))
    assert.ok(read(cache, textOf(-1), { owner: 'b' }))
    assert.ok(read(cache, textOf(999)))
    assert.equal(read(cache, textOf(0)), false)
  })

  it('take more with every plan, and are evicted when they take too much', () => {
    const cache = new DocumentCache(256 * kilobyte)
    read(cache, textOf(1))
    const { bytes } = cache
    cache.grow('/v2', cache.get('/v2', textOf(1))!, 10 * kilobyte)
    assert.equal(cache.bytes, bytes + 10 * kilobyte)
    cache.grow('/v2', cache.get('/v2', textOf(1))!, 300 * kilobyte)
    assert.equal(cache.get('/v2', textOf(1)), null)
    assert.equal(cache.bytes, 0)
  })

  it('differ by endpoint', () => {
    const cache = new DocumentCache()
    read(cache, textOf(1), { endpoint: '/a' })
    assert.equal(cache.get('/ab', textOf(1)), null)
    assert.equal([...cache.of('/a')].length, 1)
  })
})
