import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readLimitCounts } from '../limits/limit-metrics.ts'
import { type Document, DocumentCache } from './document-cache.ts'

const document = (text: string): Document => ({
  text,
  operations: [],
  fragments: {},
  directiveVariables: [],
  selected: null,
  bytes: 0,
})
const documentText = (i: number) => `{ a${String(i).padStart(95)} }`
const kilobyte = 1_024

/** Reads a document like an endpoint. */
function read(cache: DocumentCache, text: string, { owner = 'a', endpoint = '/v2' } = {}): boolean {
  if (cache.get(endpoint, text)) return true
  cache.set(owner, endpoint, document(text))
  return false
}

describe('DocumentCache', () => {
  it('limits the bytes of all endpoints together', () => {
    const cache = new DocumentCache(256 * kilobyte)
    const before = readLimitCounts().get('graphql_documents')!
    for (let i = 0; i < 1_000; i++) read(cache, documentText(i), { endpoint: `/v${i % 5}` })
    assert.ok(cache.bytes > 32 * kilobyte && cache.bytes <= 256 * kilobyte, String(cache.bytes))
    assert.ok(readLimitCounts().get('graphql_documents')! > before + 900)
  })

  it('does not evict documents of another credential', () => {
    const cache = new DocumentCache(256 * kilobyte)
    read(cache, documentText(-1), { owner: 'b' })
    for (let i = 0; i < 1_000; i++) read(cache, documentText(i))
    assert.ok(read(cache, documentText(-1), { owner: 'b' }))
    assert.ok(read(cache, documentText(999)))
    assert.equal(read(cache, documentText(0)), false)
  })

  it('counts the bytes of plans, and evicts documents over the limit', () => {
    const cache = new DocumentCache(256 * kilobyte)
    read(cache, documentText(1))
    const { bytes } = cache
    cache.grow('/v2', cache.get('/v2', documentText(1))!, 10 * kilobyte)
    assert.equal(cache.bytes, bytes + 10 * kilobyte)
    cache.grow('/v2', cache.get('/v2', documentText(1))!, 300 * kilobyte)
    assert.equal(cache.get('/v2', documentText(1)), null)
    assert.equal(cache.bytes, 0)
  })

  it('separates the documents of endpoints', () => {
    const cache = new DocumentCache()
    read(cache, documentText(1), { endpoint: '/a' })
    assert.equal(cache.get('/ab', documentText(1)), null)
    assert.equal([...cache.listByEndpoint('/a')].length, 1)
  })
})
