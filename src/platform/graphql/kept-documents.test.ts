import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { limitsReached } from '../limits/reached.ts'
import type { Document } from './kept-documents.ts'
import { KeptDocuments } from './kept-documents.ts'

const document = (text: string): Document => ({
  text,
  operations: [],
  fragments: {},
  switches: [],
})
const textOf = (i: number) => `{ a${String(i).padStart(95)} }`
const kilobyte = 1_024

/** Keeps what is asked for, as an endpoint does. */
function ask(kept: KeptDocuments, text: string, endpoint = '/v2'): boolean {
  if (kept.find(endpoint, text)) return true
  kept.keep(endpoint, text, document(text))
  return false
}

describe('documents that are kept', () => {
  it('take a bounded number of bytes, over all endpoints together', () => {
    const kept = new KeptDocuments(256 * kilobyte)
    const before = limitsReached().get('graphql_documents')!
    for (let i = 0; i < 1_000; i++) ask(kept, textOf(i), `/v${i % 5}`)
    assert.ok(kept.bytes > 32 * kilobyte && kept.bytes <= 256 * kilobyte, String(kept.bytes))
    assert.ok(limitsReached().get('graphql_documents')! > before + 900)
  })

  it('stay when they are used again, whoever sends others', () => {
    const kept = new KeptDocuments(256 * kilobyte)
    for (const _ of [1, 2]) ask(kept, textOf(-1))
    for (let i = 0; i < 1_000; i++) ask(kept, textOf(i))
    assert.ok(ask(kept, textOf(-1)))
    assert.ok(ask(kept, textOf(999)))
    assert.equal(ask(kept, textOf(0)), false)
  })

  it('weigh more with every plan, and go when they weigh too much', () => {
    const kept = new KeptDocuments(256 * kilobyte)
    for (const _ of [1, 2]) ask(kept, textOf(1))
    const { bytes } = kept
    kept.grow(kept.find('/v2', textOf(1))!, 10 * kilobyte)
    assert.equal(kept.bytes, bytes + 10 * kilobyte)
    kept.grow(kept.find('/v2', textOf(1))!, 300 * kilobyte)
    assert.equal(kept.find('/v2', textOf(1)), undefined)
    assert.equal(kept.bytes, 0)
  })

  it('are another one for each endpoint', () => {
    const kept = new KeptDocuments()
    ask(kept, textOf(1), '/a')
    assert.equal(kept.find('/ab', textOf(1)), undefined)
    assert.deepEqual([...kept.of('/a')].length, 1)
  })
})
