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
  it('says at once, without a thread of the pool, what was signed by any of our keys', () => {
    assert.deepEqual(readToken(token, [other, key], expected), claims)
  })

  it('is one that others read: RFC 7515, appendix A.1', () => {
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
    'changed in its body': `${head}.${part({ ...claims, sub: 'you' })}.${signature}`,
    'without a signature': `${head}.${body}.`,
    'of no algorithm': `${part({ alg: 'none' })}.${body}.`,
    'of another algorithm, signed by our key': signed({ alg: 'HS384' }, claims),
    'for another purpose': signToken({ ...claims, aud: 'y' }, key),
    'about somebody else': signToken({ ...claims, sub: 'you' }, key),
    'that has ended': signToken({ ...claims, exp: exp - 60 }, key),
    'without an end': signToken({ aud: 'x', sub: 'me' }, key),
    'by a key that is not ours': signToken(claims, other),
    'that is none': 'eyJ.x.y',
    'in four parts': `${token}.x`,
    'of nothing': '',
  }
  for (const [what, text] of Object.entries(refused)) {
    it(`is refused: one ${what}`, () => assert.equal(readToken(text, [key], expected), null))
  }
})
