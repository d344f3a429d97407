import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { decodedBody } from './http-decoding.ts'

const body = Buffer.from('BEGIN:VCALENDAR')

describe('a coded body', () => {
  it('is decoded', async () => {
    const cases: [Buffer, string | undefined][] = [
      [body, undefined],
      [body, 'identity'],
      [gzipSync(body), 'gzip'],
      [gzipSync(body), ' X-GZip '],
      [brotliCompressSync(body), 'br'],
    ]
    for (const [coded, encoding] of cases) {
      assert.deepEqual(await decodedBody(coded, encoding, 100), body, encoding ?? 'none')
    }
  })

  it('is refused when it is larger than it may be', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000))
    assert.equal((await decodedBody(bomb, 'gzip', 1_000_000))?.length, 1_000_000)
    assert.equal(await decodedBody(bomb, 'gzip', 999_999), null)
  })

  it('is refused when it is damaged or coded otherwise', async () => {
    assert.equal(await decodedBody(body, 'gzip', 100), null)
    assert.equal(await decodedBody(gzipSync(body).subarray(0, -4), 'gzip', 100), null)
    assert.equal(await decodedBody(deflateSync(body), 'deflate', 100), null)
    assert.equal(await decodedBody(gzipSync(gzipSync(body)), 'gzip, gzip', 100), null)
  })
})
