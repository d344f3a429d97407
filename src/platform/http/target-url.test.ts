/** URLs of other parties: contract/events.md §1.2, §1.4 and §1.5. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { addressGuard } from './address-guard.ts'
import {
  basicAuthorization,
  checkTargetUrl,
  readTargetUrl,
  type TargetUrl,
  withUserinfo,
} from './target-url.ts'

const strict = addressGuard(false)
const lifted = addressGuard(true)

function read(text: string, guard = strict): TargetUrl {
  const target = readTargetUrl(text, guard)
  if ('refusal' in target) throw new Error(target.refusal)
  return target
}

describe('a URL', () => {
  const refused: [text: string, refusal: string][] = [
    ['', 'MALFORMED'],
    ['example.com/x', 'NO_SCHEME'],
    ['example.com', 'NO_SCHEME'],
    ['localhost:25002', 'NO_SCHEME'],
    ['localhost', 'NO_SCHEME'],
    ['10.0.0.1:80?x', 'NO_SCHEME'],
    ['[::1]:80/', 'NO_SCHEME'],
    ['receiver:8080/x', 'NO_SCHEME'],
    ['/x', 'MALFORMED'],
    ['//example.com/x', 'MALFORMED'],
    ['https:/example.com/x', 'MALFORMED'],
    ['https:example.com', 'MALFORMED'],
    ['https://', 'MALFORMED'],
    ['https:///example.com/x', 'MALFORMED'],
    ['https://user@/x', 'MALFORMED'],
    ['https://example.com:65536/', 'MALFORMED'],
    ['https://example.com/a b', 'MALFORMED'],
    [' https://example.com/', 'MALFORMED'],
    ['https://example.com/\n', 'MALFORMED'],
    ['https://example.com/\u0000', 'MALFORMED'],
    ['https://example.com\\@10.0.0.1/', 'MALFORMED'],
    ['https://[::1/', 'MALFORMED'],
    [`https://example.com/${'x'.repeat(2_029)}`, 'MALFORMED'],
    ['https://example.com:/x', 'NO_PORT'],
    ['https://example.com:', 'NO_PORT'],
    ['https://[2606:4700::1111]:00/', 'NO_PORT'],
    ['http://example.com/', 'NOT_HTTPS'],
    ['ftp://example.com/', 'NOT_HTTPS'],
    ['file:///etc/passwd', 'NOT_HTTPS'],
    ['https://localhost/', 'ADDRESS_REFUSED'],
    ['https://10.0.0.1/', 'ADDRESS_REFUSED'],
    ['https://public.example@10.0.0.1/', 'ADDRESS_REFUSED'],
    ['https://example.com:25/', 'ADDRESS_REFUSED'],
  ]
  for (const [text, refusal] of refused) {
    it(`${JSON.stringify(text).slice(0, 50)} is refused: ${refusal}`, () => {
      assert.deepEqual(readTargetUrl(text, strict), { refusal })
    })
  }
})

describe('a URL that is accepted', () => {
  it('has at most 2,048 characters', () => {
    const text = `https://example.com/${'x'.repeat(2_028)}`
    assert.equal(read(text).url, text)
  })

  it('preserves path and query, without its fragment', () => {
    const text = 'https://example.com/%7Ea/../b//{c}?token=a%2Fb+c&é=%zz?&#part?x'
    assert.equal(read(text).url, text.slice(0, text.indexOf('#')))
  })

  it('has separate user information', () => {
    const { url, userinfo } = read('https://me:p@ss%20w:rd@Example.com:8443/x?y=a@b')
    assert.equal(url, 'https://Example.com:8443/x?y=a@b')
    assert.equal(userinfo, 'me:p@ss%20w:rd')
    assert.equal(withUserinfo(url, '***'), 'https://***@Example.com:8443/x?y=a@b')
    assert.equal(withUserinfo('https://a.example/x', null), 'https://a.example/x')
  })

  it('may use http, any name and any address if all are allowed', () => {
    const text = 'http://localhost:9000/x'
    assert.equal(read(text, lifted).url, text)
    assert.deepEqual(readTargetUrl('ftp://example.com/', lifted), { refusal: 'NOT_HTTPS' })
  })

  it('is refused or accepted for any text, and accepted again as stored', () => {
    const pieces = ['http://', '@', ':', '/', '?', '#', '[::1]', '%', '.', '443', 'a.example', 'É']
    const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })))
    fc.assert(
      fc.property(text, written => {
        const target = readTargetUrl(`https://${written.join('')}`, lifted)
        if ('refusal' in target) return
        const { url, userinfo, identity } = target
        assert.deepEqual(read(url, lifted).url, url)
        assert.deepEqual(read(withUserinfo(url, userinfo), lifted), target)
        assert.equal(read(identity, lifted).identity, identity)
      }),
    )
  })
})

describe('URLs count as the same', () => {
  const pairs: [one: string, other: string, isSame: boolean][] = [
    ['https://Example.COM/x', 'HTTPS://example.com/x', true],
    ['https://example.com:443/x', 'https://example.com/x', true],
    ['https://example.com/x#a', 'https://example.com/x#b', true],
    ['https://example.com:8443/x', 'https://example.com/x', false],
    ['https://example.com/X', 'https://example.com/x', false],
    ['https://example.com/%7e', 'https://example.com/~', false],
    ['https://example.com/?a=1', 'https://example.com/?A=1', false],
    ['https://example.com', 'https://example.com/', false],
    ['https://a:b@example.com/', 'https://a:B@example.com/', false],
    ['https://a:b@example.com/', 'https://example.com/', false],
  ]
  for (const [one, other, isSame] of pairs) {
    it(`${one} and ${other}: ${isSame}`, () => {
      assert.equal(read(one).identity === read(other).identity, isSame)
    })
  }
})

describe('a name', () => {
  const resolving = (...addresses: string[]) => ({
    guard: strict,
    resolve: async () => addresses.map(address => ({ address, family: 4 })),
  })

  it('is refused if one of its addresses is', async () => {
    const refusal = { refusal: 'ADDRESS_REFUSED' }
    const check = (...addresses: string[]) =>
      checkTargetUrl('https://example.com/', resolving(...addresses))
    assert.deepEqual(await check('10.0.0.1'), refusal)
    assert.deepEqual(await check('1.1.1.1', '::ffff:169.254.169.254'), refusal)
    assert.equal('url' in (await check('1.1.1.1', '2606:4700::1111')), true)
  })

  it('is accepted if it is unknown', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'))
    const target = await checkTargetUrl('https://example.com/', { guard: strict, resolve })
    assert.equal('url' in target, true)
  })
})

describe('user information', () => {
  const base64 = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

  it('is sent decoded', () => {
    assert.equal(basicAuthorization('me:p%20w%C3%A9:d'), base64('me:p wé:d'))
    assert.equal(basicAuthorization('me'), base64('me:'))
    assert.equal(basicAuthorization(':key'), base64(':key'))
    assert.equal(basicAuthorization('me:100%'), base64('me:100%'))
  })
})
