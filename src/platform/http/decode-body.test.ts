import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { decodeBody } from './decode-body.ts'

const body = Buffer.from('BEGIN:VCALENDAR')

describe('decodedBody', () => {
  it('decodes a body', async () => {
    const cases: [Buffer, string | undefined][] = [
      [body, undefined],
      [body, 'identity'],
      [gzipSync(body), 'gzip'],
      [gzipSync(body), ' X-GZip '],
      [brotliCompressSync(body), 'br'],
    ]
    for (const [coded, encoding] of cases) {
      assert.deepEqual(await decodeBody(coded, encoding, 100), body, encoding ?? 'none')
    }
  })

  it('returns null for a body over the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000))
    assert.equal((await decodeBody(bomb, 'gzip', 1_000_000))?.length, 1_000_000)
    assert.equal(await decodeBody(bomb, 'gzip', 999_999), null)
  })

  it('returns null for a damaged body and for an unknown encoding', async () => {
    assert.equal(await decodeBody(body, 'gzip', 100), null)
    assert.equal(await decodeBody(gzipSync(body).subarray(0, -4), 'gzip', 100), null)
    assert.equal(await decodeBody(deflateSync(body), 'deflate', 100), null)
    assert.equal(await decodeBody(gzipSync(gzipSync(body)), 'gzip, gzip', 100), null)
  })
})
