/** Consent pages over HTTP: contract/general.md §2.3. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  authorizeUrl,
  type Form,
  findConsentSession,
  makeManager,
  makeOAuthPartner,
  type OAuthPartner,
  password,
  postForm,
  redirectUri,
} from '../../../../test/fixtures/oauth.ts'
import { makeAgency, makeHotel, makeProperty } from '../../../../test/fixtures/rows.ts'
import { raw } from '../../../../test/support/raw-http.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const iss = `iss=${encodeURIComponent(server.config.publicUrl)}`
const { agencyUid } = await makeAgency(server)
const email = 'grace@cedarstays.example'
const cabin = await makeProperty(server, agencyUid, { name: 'Cabin <script>' })
const barn = await makeProperty(server, agencyUid, { name: 'Barn' })
const hotel = await makeHotel(server, agencyUid)
const double = await makeProperty(server, agencyUid, { name: 'Double', hotel_uid: hotel })
const foreign = await makeAgency(server, { name: 'Pine Lodges' })
const foreignProperty = await makeProperty(server, foreign.agencyUid)
let partner: OAuthPartner

before(async () => {
  await makeManager(server, agencyUid)
  partner = await makeOAuthPartner(server)
})

const get = (path: string) => fetch(`${server.url}${path}`, { redirect: 'manual' })

describe('GET …/auth/oauth/authorize', () => {
  for (const prefix of ['/api', '/api/v3', '/v3.2', '/api/v3.3']) {
    it(`200 at ${prefix}: returns a page without scripts that cannot be framed`, async () => {
      const response = await get(authorizeUrl(partner, {}, prefix))
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
      const policy = response.headers.get('content-security-policy')!
      assert.match(policy, /default-src 'none'/)
      assert.match(policy, /frame-ancestors 'none'/)
      assert.equal(policy.includes('unsafe'), false)
      assert.equal(response.headers.get('x-frame-options'), 'DENY')
      assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
      const page = await response.text()
      assert.match(page, /Lock maker/)
      assert.match(policy, /img-src data:;/)
      assert.match(page, /<link rel="icon" href="data:image/)
      assert.equal(/<script|src=|href="(?!data:)|style="/.test(page), false)
    })
  }

  it('200: accepts the standard names', async () => {
    const { clientId: client_id } = partner
    const query = new URLSearchParams({
      client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
    })
    assert.equal((await get(`/api/auth/oauth/authorize?${query}`)).status, 200)
  })

  const incorrect: Record<string, string>[] = [
    { scope: 'READ' },
    { grantType: 'CODE' },
    { response_type: 'token' },
    { codeChallenge: 'x'.repeat(43), codeChallengeMethod: 'plain' },
    { codeChallenge: 'x'.repeat(43) },
    { codeChallenge: 'short', codeChallengeMethod: 'S256' },
    { codeChallengeMethod: 'plain' },
  ]
  for (const query of incorrect) {
    it(`302 INCORRECT_REQUEST: returns the state for ${JSON.stringify(query)}`, async () => {
      const response = await get(authorizeUrl(partner, { state: 'a b', ...query }))
      assert.equal(response.status, 302)
      const location = response.headers.get('location')
      const error = query.response_type ? '&error=invalid_request' : ''
      assert.equal(location, `${redirectUri}?state=a+b${error}&status=INCORRECT_REQUEST&${iss}`)
    })
  }

  const unknown: Record<string, string>[] = [
    { clientId: 'x' },
    { clientId: 'a\0b' },
    { redirectUri: 'https://evil.example/' },
  ]
  for (const query of unknown) {
    it(`400: does not redirect for ${JSON.stringify(query)}`, async () => {
      const response = await get(authorizeUrl(partner, query))
      assert.equal(response.status, 400)
      assert.equal(response.headers.get('location'), null)
      assert.match(await response.text(), /INCORRECT_REQUEST/)
    })
  }

  it('400: rejects the uid of the partner as client id', async () => {
    assert.equal((await get(authorizeUrl(partner, { clientId: partner.partnerUid }))).status, 400)
  })

  it('403: rejects an email address that PostgreSQL cannot store', async () => {
    const form: Form = [
      ['step', 'sign-in'],
      ['email', 'a\0b'],
      ['password', password],
    ]
    assert.equal((await postForm(server, authorizeUrl(partner), form)).status, 403)
  })

  it('405: rejects another method', async () => {
    const response = await server.request('DELETE', '/api/auth/oauth/authorize')
    assert.deepEqual([response.status, response.body.code], [405, 'METHOD_NOT_ALLOWED'])
  })
})

describe('the state', () => {
  const incorrectUrl = (state: string) => `${authorizeUrl(partner, { scope: 'x' })}&state=${state}`

  for (const state of [
    'plain',
    'a+b%20c',
    '%F0%9F%8F%A1',
    '%FF%00',
    '%7b%22a%22:[1]}',
    '100%',
    'a=b==',
    '',
    '\'"<>',
  ]) {
    it(`is returned byte for byte: ${state}`, async () => {
      const { headers } = await raw(server, incorrectUrl(state))
      const location = headers.location!
      const returned = /[?&]state=([^&]*)&status=/.exec(location)![1]!
      const bytes = (text: string) =>
        Buffer.from(
          text.replace(/%([0-9a-f]{2})/gi, (_, hex) =>
            String.fromCharCode(Number.parseInt(hex, 16)),
          ),
          'latin1',
        ).toString('hex')
      assert.equal(bytes(returned.replace(/%25$/, '%')), bytes(state))
      assert.ok(/^[\x21-\x7e]*$/.test(location))
    })
  }

  it('may have 1,024 characters', async () => {
    const state = 'ü'.repeat(1_024)
    const response = await get(authorizeUrl(partner, { state }))
    assert.equal(response.status, 200)
    const long = await get(authorizeUrl(partner, { state: `${state}x` }))
    assert.equal(long.headers.get('location'), `${redirectUri}?status=INCORRECT_REQUEST&${iss}`)
  })
})

const signIn = (form: Record<string, string>) =>
  postForm(server, authorizeUrl(partner), [
    ['step', 'sign-in'],
    ...Object.entries({ email, password, ...form }),
  ])

describe('sign-in', () => {
  it('200: lists the objects of the agency, escaped', async () => {
    const { status, text } = await signIn({ email: ' Grace@CedarStays.example ' })
    assert.equal(status, 200)
    for (const uid of [cabin, barn, hotel, double]) assert.ok(text.includes(uid))
    assert.equal(text.includes(foreignProperty), false)
    assert.equal(text.includes('<script>'), false)
    assert.match(text, /Cabin &#60;script&#62;/)
  })

  it('200: accepts a form submitted by a script, without the name of the button', async () => {
    const path = authorizeUrl(partner)
    const signed = await postForm(server, path, Object.entries({ email, password }))
    assert.equal(signed.status, 200)
    assert.ok(signed.text.includes(cabin))
    const wrong = await postForm(server, path, Object.entries({ email, password: 'wrong' }))
    assert.equal(wrong.status, 403)
    assert.match(wrong.text, /Wrong e-mail or password/)
  })

  it('403: returns the same error for a wrong password and an unknown address', async () => {
    const wrong = await signIn({ password: 'wrong password' })
    const unknown = await signIn({ email: 'nobody@cedarstays.example' })
    assert.deepEqual([wrong.status, unknown.status], [403, 403])
    assert.equal(
      wrong.text.replace(email, ''),
      unknown.text.replace('nobody@cedarstays.example', ''),
    )
    assert.match(wrong.text, /role="alert"/)
  })

  it('403: rejects STAFF and inactive employees', async () => {
    await makeManager(server, agencyUid, { email: 'staff@x.example', role: 'STAFF' })
    await makeManager(server, agencyUid, { email: 'gone@x.example', is_active: false })
    for (const one of ['staff@x.example', 'gone@x.example']) {
      assert.equal((await signIn({ email: one })).status, 403)
    }
  })

  it('429: rejects attempts after ten failures, which a success resets', async () => {
    await makeManager(server, agencyUid, { email: 'ada@x.example' })
    const attempt = (password: string) => signIn({ email: 'ada@x.example', password })
    server.clock.advance(60_000)
    for (let i = 0; i < 6; i++) await attempt('wrong password')
    assert.equal((await attempt(password)).status, 200)
    const responses = await Promise.all(Array.from({ length: 12 }, () => attempt('wrong password')))
    const statuses = responses.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [...Array(10).fill(403), 429, 429])
    const refused = await attempt(password)
    assert.equal(refused.status, 429)
    assert.equal(refused.headers.get('retry-after'), '1')
  })
})

describe('a user of two agencies', () => {
  it('chooses one of them, also after a form with an unknown agency', async () => {
    const [both] = ['both@x.example']
    server.clock.advance(60_000)
    await makeManager(server, agencyUid, { email: both })
    await makeManager(server, foreign.agencyUid, { email: both })
    const path = authorizeUrl(partner)
    const page = await signIn({ email: both })
    assert.match(page.text, /Pine Lodges/)
    const unknown = await postForm(server, path, [
      ['ticket', findConsentSession(page.text)],
      ['agency', hotel],
    ])
    assert.match(unknown.text, /Pine Lodges/)
    const next = await postForm(server, path, [
      ['ticket', findConsentSession(page.text)],
      ['agency', foreign.agencyUid],
    ])
    assert.ok(next.text.includes(foreignProperty))
    assert.equal(next.text.includes(cabin), false)
  })
})

describe('a form of another site', () => {
  const send = async (headers: Record<string, string>) => {
    const body = new URLSearchParams({ step: 'sign-in', email, password })
    return fetch(`${server.url}${authorizeUrl(partner)}`, { method: 'POST', body, headers })
  }

  it('403: requires sign-in again, to prevent login CSRF', async () => {
    const { host } = new URL(server.url)
    const foreign = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: `http://${host}` },
      { origin: 'https://evil.example' },
      { origin: `http://evil.${host}` },
    ]
    for (const headers of foreign) {
      const response = await send(headers as Record<string, string>)
      assert.equal(response.status, 403, JSON.stringify(headers))
      assert.equal((await response.text()).includes(cabin), false)
    }
    const own = [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, { origin: `http://${host}` }]
    for (const headers of [...own, { origin: server.config.publicUrl }]) {
      assert.equal((await send(headers as Record<string, string>)).status, 200)
    }
  })
})
