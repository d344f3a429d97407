/** Exchange of codes and refresh tokens: contract/general.md §2.3. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, it } from 'node:test'
import {
  approve,
  asPartner,
  exchange,
  makeManager,
  makeOAuthPartner,
  type OAuthPartner,
  refresh,
} from '../../../../test/fixtures/oauth.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer, type TestResponse } from '../../../../test/support/server.ts'
import { listSecurityEvents } from '../security-events/security-events.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
await makeManager(server, agencyUid)
let partner: OAuthPartner
let other: OAuthPartner

before(async () => {
  partner = await makeOAuthPartner(server)
  other = await makeOAuthPartner(server, { redirectUri: 'https://other.example/' })
})

const newCode = (query: Record<string, string> = {}) =>
  approve(server, partner, [propertyUid], { query })

async function newTokens(): Promise<{ accessToken: string; refreshToken: string }> {
  return (await exchange(server, partner, await newCode())).body
}

const read = (token: string) =>
  server.request('GET', `/api/v3.3/properties/${propertyUid}`, { key: token })

function expectError({ status, body }: TestResponse, code: string): void {
  assert.deepEqual([status, body.code], [400, code])
}

describe('POST /api/auth/oauth/code-exchange', () => {
  it('200: returns tokens with which the partner reads granted objects', async () => {
    const { status, headers, body } = await exchange(server, partner, await newCode())
    assert.equal(status, 200)
    const { accessToken, refreshToken, ...rest } = body
    assert.deepEqual(rest, { expiresIn: 86400, tokenType: 'Bearer', scope: 'FULL', agencyUid })
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal((await read(accessToken)).status, 200)
    assert.ok(refreshToken.length >= 32)
  })

  it('200: accepts a form with standard names, below a version', async () => {
    const form = new URLSearchParams({
      code: await newCode(),
      redirect_uri: partner.redirectUri,
      grant_type: 'REFRESH_TOKEN',
    })
    const { clientId, clientSecret } = partner
    const response = await server.request('POST', '/v3.1/auth/oauth/code-exchange', {
      headers: {
        authorization: `Basic ${clientId}:${clientSecret}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: `${form}`,
    })
    assert.equal(response.status, 200, response.text)
    assert.equal(response.headers.get('x-api-version'), 'v3.1')
  })

  it('400 INVALID_GRANT: rejects a used code; of concurrent requests one succeeds', async () => {
    const code = await newCode()
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => exchange(server, partner, code)),
    )
    const successful = responses.filter(({ status }) => status === 200)
    assert.equal(successful.length, 1)
    for (const response of responses)
      if (response !== successful[0]) expectError(response, 'INVALID_GRANT')
    assert.equal((await read(successful[0]!.body.accessToken)).status, 200)
  })
})

describe('rejected POST /api/auth/oauth/code-exchange', () => {
  it('400 INVALID_GRANT: rejects a code of another partner, which stays valid', async () => {
    const code = await newCode()
    expectError(
      await exchange(server, other, code, { redirectUri: partner.redirectUri }),
      'INVALID_GRANT',
    )
    assert.equal((await exchange(server, partner, code)).status, 200)
  })

  it('400 INVALID_GRANT: records another redirect URI, and invalidates the code', async () => {
    const code = await newCode()
    const elsewhere = { redirectUri: 'https://x.example' }
    expectError(await exchange(server, partner, code, elsewhere), 'INVALID_GRANT')
    expectError(await exchange(server, partner, code), 'INVALID_GRANT')
    const recorded = await listSecurityEvents({ db: server.database.kysely }, agencyUid, 1_000)
    assert.equal(recorded.filter(({ event }) => event === 'code.refused').length, 1)
  })

  it('400 INVALID_GRANT: rejects a code after 10 minutes, and an unknown one', async () => {
    const code = await newCode()
    const now = server.clock.now()
    server.clock.advance(600_000)
    expectError(await exchange(server, partner, code), 'INVALID_GRANT')
    server.clock.set(now)
    for (const invalidCode of ['', 'x', code.toUpperCase(), 'x'.repeat(5_000)]) {
      expectError(await exchange(server, partner, invalidCode), 'INVALID_GRANT')
    }
  })

  it('400: rejects missing fields, and another scope or grant type', async () => {
    const code = await newCode()
    const missing = await asPartner(server, partner, 'code-exchange', { redirectUri: 'x' })
    expectError(missing, 'REQUIRED_PARAMETER')
    assert.equal(missing.body.parameter, 'code')
    expectError(await asPartner(server, partner, 'code-exchange', { code }), 'REQUIRED_PARAMETER')
    expectError(await exchange(server, partner, code, { scope: 'READ' }), 'INVALID_SCOPE')
    const kind = { grantType: 'AUTHORIZATION_CODE' }
    expectError(await exchange(server, partner, code, kind), 'UNSUPPORTED_GRANT_TYPE')
    assert.equal((await exchange(server, partner, code)).status, 200)
  })

  it('revokes the tokens of a code that is used again much later', async () => {
    const code = await newCode()
    const { body } = await exchange(server, partner, code)
    const now = server.clock.now()
    server.clock.advance(61_000)
    expectError(await exchange(server, partner, code), 'INVALID_GRANT')
    server.clock.set(now)
    assert.equal((await read(body.accessToken)).status, 401)
    expectError(await refresh(server, partner, body.refreshToken), 'INVALID_GRANT')
  })
})

describe('POST /api/auth/oauth/code-exchange with PKCE', () => {
  const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const proof = { codeChallenge, codeChallengeMethod: 'S256' }

  it('200: accepts the verifier; a wrong or missing one invalidates the code', async () => {
    const right = { codeVerifier }
    assert.equal((await exchange(server, partner, await newCode(proof), right)).status, 200)
    for (const wrong of [{}, { codeVerifier: 'x' }]) {
      const code = await newCode(proof)
      expectError(await exchange(server, partner, code, wrong), 'INVALID_GRANT')
      expectError(await exchange(server, partner, code, right), 'INVALID_GRANT')
    }
  })

  it('400: rejects a verifier for a code without a challenge', async () => {
    expectError(await exchange(server, partner, await newCode(), { codeVerifier }), 'INVALID_GRANT')
  })
})

describe('POST /api/auth/oauth/token-refresh', () => {
  it('200: returns new tokens, and invalidates only the former refresh token', async () => {
    const first = await newTokens()
    const { status, body } = await refresh(server, partner, first.refreshToken)
    assert.equal(status, 200)
    assert.equal(body.agencyUid, agencyUid)
    assert.notEqual(body.refreshToken, first.refreshToken)
    assert.equal((await read(body.accessToken)).status, 200)
    assert.equal((await read(first.accessToken)).status, 200)
    expectError(await refresh(server, partner, first.refreshToken), 'INVALID_GRANT')
    assert.equal((await refresh(server, partner, body.refreshToken)).status, 200)
  })

  it('200: accepts one of many concurrent requests, and revokes nothing', async () => {
    const { refreshToken } = await newTokens()
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => refresh(server, partner, refreshToken)),
    )
    const successful = responses.filter(({ status }) => status === 200)
    assert.equal(successful.length, 1)
    assert.equal((await refresh(server, partner, successful[0]!.body.refreshToken)).status, 200)
  })

  it('revokes one authorization if a token rotated over 60 s ago is used', async () => {
    const stolen = await newTokens()
    const untouched = await newTokens()
    const { body } = await refresh(server, partner, stolen.refreshToken)
    const now = server.clock.now()
    server.clock.advance(60_001)
    expectError(await refresh(server, partner, stolen.refreshToken), 'INVALID_GRANT')
    expectError(await refresh(server, partner, body.refreshToken), 'INVALID_GRANT')
    server.clock.set(now)
    assert.equal((await read(body.accessToken)).status, 401)
    assert.equal((await read(untouched.accessToken)).status, 200)
    assert.equal((await refresh(server, partner, untouched.refreshToken)).status, 200)
  })

  it('400 INVALID_GRANT: rejects a token unused for 90 days, or of another partner', async () => {
    const { refreshToken } = await newTokens()
    expectError(await refresh(server, other, refreshToken), 'INVALID_GRANT')
    const now = server.clock.now()
    server.clock.advance(90 * 86_400_000)
    expectError(await refresh(server, partner, refreshToken), 'INVALID_GRANT')
    server.clock.advance(-1)
    assert.equal((await refresh(server, partner, refreshToken)).status, 200)
    server.clock.set(now)
  })

  it('400: rejects missing fields, and another scope or grant type', async () => {
    const { refreshToken } = await newTokens()
    const post = (body: object) => asPartner(server, partner, 'token-refresh', body)
    expectError(await post({}), 'REQUIRED_PARAMETER')
    expectError(await post({ refreshToken, scope: 'x' }), 'INVALID_SCOPE')
    expectError(await post({ refreshToken, grantType: 'x' }), 'UNSUPPORTED_GRANT_TYPE')
    const two = { refreshToken, refresh_token: 'x' }
    expectError(await post(two), 'CONFLICTING_PARAMETERS')
    const kind = { scope: 'FULL', grant_type: 'REFRESH_TOKEN' }
    assert.equal((await post({ refresh_token: refreshToken, ...kind })).status, 200)
  })
})

describe('POST /api/auth/oauth/revoke', () => {
  const revoke = (partner: OAuthPartner, token: unknown) =>
    asPartner(server, partner, 'revoke', { token })

  it('200: revokes an access token, but not its refresh token', async () => {
    const { accessToken, refreshToken } = await newTokens()
    // A process with the token in its credential cache must reject it, too.
    for (let i = 0; i < 3; i++) assert.equal((await read(accessToken)).status, 200)
    const { status, text } = await revoke(partner, accessToken)
    assert.deepEqual([status, text], [200, '{}'])
    assert.equal((await read(accessToken)).status, 401)
    assert.equal((await refresh(server, partner, refreshToken)).status, 200)
  })

  it('200: revokes a refresh token with its access tokens', async () => {
    const { accessToken, refreshToken } = await newTokens()
    for (let i = 0; i < 3; i++) assert.equal((await read(accessToken)).status, 200)
    assert.equal((await revoke(partner, refreshToken)).status, 200)
    assert.equal((await read(accessToken)).status, 401)
    expectError(await refresh(server, partner, refreshToken), 'INVALID_GRANT')
  })

  it('200: ignores tokens of other partners and invalid tokens', async () => {
    const { accessToken, refreshToken } = await newTokens()
    for (const token of [accessToken, refreshToken, 'x', '', 'eyJh.e30.x']) {
      assert.equal((await revoke(other, token)).status, 200, token)
    }
    assert.equal((await read(accessToken)).status, 200)
    assert.equal((await refresh(server, partner, refreshToken)).status, 200)
  })

  it('400: requires a token', async () =>
    expectError(await revoke(partner, null), 'REQUIRED_PARAMETER'))
})

describe('operations for partners only', () => {
  for (const operation of ['code-exchange', 'token-refresh', 'revoke']) {
    const post = (headers: Record<string, string>) =>
      server.request('POST', `/api/auth/oauth/${operation}`, { headers, body: {} })

    it(`${operation}: 401 with a Basic challenge for missing or invalid credentials`, async () => {
      for (const headers of [
        {},
        { authorization: 'Basic eDp5' },
        { 'x-hostfully-apikey': 'bad' },
      ]) {
        const response = await post(headers as Record<string, string>)
        assert.equal(response.status, 401)
        assert.equal(response.headers.get('www-authenticate'), 'Basic realm="lodgepole"')
      }
    })

    it(`${operation}: 403 for an API key of an agency and for an access token`, async () => {
      const { accessToken } = await newTokens()
      for (const credential of [key, accessToken]) {
        const { status, body } = await post({ 'x-hostfully-apikey': credential })
        assert.deepEqual([status, body.code], [403, 'OPERATION_NOT_PERMITTED'])
      }
    })

    it(`${operation}: 405 for GET, 404 for a similar path`, async () => {
      const path = `/api/auth/oauth/${operation}`
      const wrongMethod = await server.request('GET', path)
      assert.deepEqual([wrongMethod.status, wrongMethod.body.code], [405, 'METHOD_NOT_ALLOWED'])
      assert.match(wrongMethod.headers.get('allow')!, /POST/)
      const unknownPath = await server.request('POST', `${path}x`)
      assert.deepEqual([unknownPath.status, unknownPath.body.code], [404, 'ENDPOINT_NOT_FOUND'])
    })
  }

  it('ignore an Idempotency-Key: a code can be used once', async () => {
    const { redirectUri, basic: authorization } = partner
    const body = { code: await newCode(), redirectUri }
    const headers = { authorization, 'idempotency-key': 'again' }
    const post = () => server.request('POST', '/api/auth/oauth/code-exchange', { headers, body })
    assert.equal((await post()).status, 200)
    expectError(await post(), 'INVALID_GRANT')
  })
})
