import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { readToken, signToken } from './signed-token.ts'

const [key, other] = [randomBytes(32), randomBytes(32)]
const now = new Date('2026-05-20T15:00:00Z')
const exp = now.getTime() / 1_000 + 60
const claims = { aud: 'x', sub: 'me', exp, more: ['é'] }
const token = signToken(claims, key)
const expected = { audience: 'x', subject: 'me', now }

describe('a signed token', () => {
  it('returns the claims signed by any of our keys, synchronously', () => {
    assert.deepEqual(readToken(token, [other, key], expected), claims)
  })

  it('is a JWT that other libraries verify: RFC 7515, appendix A.1', () => {
    const [head, body, signature] = token.split('.')
    const hmac = createHmac('sha256', key).update(`${head}.${body}`).digest('base64url')
    assert.equal(signature, hmac)
    assert.deepEqual(JSON.parse(String(Buffer.from(head!, 'base64url'))).alg, 'HS256')
  })

  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = (head: object, body: object) => {
    const text = `${part(head)}.${part(body)}`
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
  }
  const [head, body, signature] = token.split('.')
  const refused: Record<string, string> = {
    'with a changed body': `${head}.${part({ ...claims, sub: 'you' })}.${signature}`,
    'without a signature': `${head}.${body}.`,
    'without an algorithm': `${part({ alg: 'none' })}.${body}.`,
    'with another algorithm, signed by our key': signed({ alg: 'HS384' }, claims),
    'for another purpose': signToken({ ...claims, aud: 'y' }, key),
    'for another subject': signToken({ ...claims, sub: 'you' }, key),
    'that has expired': signToken({ ...claims, exp: exp - 60 }, key),
    'without an expiry': signToken({ aud: 'x', sub: 'me' }, key),
    'by a key that is not ours': signToken(claims, other),
    'that is malformed': 'eyJ.x.y',
    'in four parts': `${token}.x`,
    'that is empty': '',
  }
  for (const [kind, text] of Object.entries(refused)) {
    it(`rejects one ${kind}`, () => assert.equal(readToken(text, [key], expected), null))
  }
})
