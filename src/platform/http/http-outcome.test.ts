import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  describeError,
  errorOutcome,
  limitHeaders,
  readRetryAfter,
  toSnippet,
} from './http-outcome.ts'

describe('Retry-After', () => {
  const now = new Date('2026-05-20T15:00:00Z')
  const values: [value: string | undefined, at: string | null][] = [
    [undefined, null],
    ['0', '2026-05-20T15:00:00.000Z'],
    ['120', '2026-05-20T15:02:00.000Z'],
    ['86401', '2026-05-21T15:00:00.000Z'],
    ['9'.repeat(400), '2026-05-21T15:00:00.000Z'],
    ['Wed, 20 May 2026 15:00:10 GMT', '2026-05-20T15:00:10.000Z'],
    ['Wednesday, 20-May-26 15:00:10 GMT', '2026-05-20T15:00:10.000Z'],
    ['Wed May 20 15:00:10 2026', '2026-05-20T15:00:10.000Z'],
    ['Wed, 20 May 2026 14:00:00 GMT', '2026-05-20T15:00:00.000Z'],
    ['Fri, 01 Jan 2100 00:00:00 GMT', '2026-05-21T15:00:00.000Z'],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['Wed, 99 May 2026 15:00:10 GMT', null],
    ['', null],
  ]
  for (const [value, at] of values) {
    it(`${value?.slice(0, 40)} is ${at}`, () => {
      assert.equal(readRetryAfter(value, now)?.toISOString() ?? null, at)
    })
  }
})

describe('a snippet', () => {
  it('is the first 2,048 bytes, without half a character', () => {
    assert.equal(toSnippet(Buffer.from('é'.repeat(5_000))), 'é'.repeat(1_024))
    assert.equal(toSnippet(Buffer.from(`x${'é'.repeat(5_000)}`)), `x${'é'.repeat(1_023)}`)
    assert.equal(toSnippet(Buffer.from('\ufeffshort')), '\ufeffshort')
  })

  it('can be stored for any received bytes', () => {
    assert.equal(toSnippet(Buffer.from([0x61, 0, 0xff, 0x62])), 'a\ufffd\ufffdb')
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4_000 }), bytes => {
        const text = toSnippet(bytes)
        assert.ok(text.isWellFormed() && !text.includes('\0') && text.length <= 2_048)
      }),
    )
  })
})

describe('headers', () => {
  it('are limited to a total size', () => {
    const limited = limitHeaders({ A: ['1', '2'], long: 'x'.repeat(9_000), b: '3' })
    assert.deepEqual(limited, { a: '1, 2', b: '3' })
  })
})

describe('an error', () => {
  it('has the outcome of its code', () => {
    const outcome = (code: string) => errorOutcome(Object.assign(new Error('x'), { code }))
    for (const code of ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT', 'ETIMEOUT']) {
      assert.equal(outcome(code), 'TIMEOUT')
    }
    for (const code of ['CERT_HAS_EXPIRED', 'SELF_SIGNED_CERT_IN_CHAIN', 'EPROTO']) {
      assert.equal(outcome(code), 'TLS_ERROR')
    }
    for (const code of ['ECONNRESET', 'ECONNREFUSED', 'UND_ERR_SOCKET', 'HPE_INVALID_CONSTANT']) {
      assert.equal(outcome(code), 'CONNECTION_ERROR')
    }
    assert.equal(errorOutcome(null), 'CONNECTION_ERROR')
  })

  it('is described in one short line, the first of several', () => {
    assert.equal(describeError(new Error(`a\0\nb${'x'.repeat(999)}`)), `a b${'x'.repeat(297)}`)
    assert.equal(
      describeError(new AggregateError([new Error('first'), new Error('second')])),
      'first',
    )
    assert.equal(describeError('text'), 'text')
  })

  it('is described by a sentence if its code is known', () => {
    const described = (code: string) =>
      describeError(Object.assign(new Error(`queryA ${code} x`), { code }))
    assert.equal(described('ENOTFOUND'), 'The host name does not exist (ENOTFOUND)')
    assert.equal(described('ECONNREFUSED'), 'The host refused the connection (ECONNREFUSED)')
    assert.match(
      described('SELF_SIGNED_CERT_IN_CHAIN'),
      /^The certificate of the host is not from a trusted authority/,
    )
    assert.match(
      described('ERR_SSL_WRONG_VERSION_NUMBER'),
      /^The TLS connection with the host failed/,
    )
    assert.equal(described('ELSE'), 'queryA ELSE x')
  })
})
