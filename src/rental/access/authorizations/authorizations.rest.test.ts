/** contract/general.md §2.3: what partners get for codes and refresh tokens. */
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
import { type Answer, startServer } from '../../../../test/support/server.ts'
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

function refused({ status, body }: Answer, code: string): void {
  assert.deepEqual([status, body.code], [400, code])
}

describe('POST /api/auth/oauth/code-exchange', () => {
  it('200: tokens with which the partner reads what was granted', async () => {
    const { status, headers, body } = await exchange(server, partner, await newCode())
    assert.equal(status, 200)
    const { accessToken, refreshToken, ...rest } = body
    assert.deepEqual(rest, { expiresIn: 86400, tokenType: 'Bearer', scope: 'FULL', agencyUid })
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal((await read(accessToken)).status, 200)
    assert.ok(refreshToken.length >= 32)
  })

  it('200 as a form, in the spelling of the standard, below a version', async () => {
    const form = new URLSearchParams({
      code: await newCode(),
      redirect_uri: partner.redirectUri,
      grant_type: 'REFRESH_TOKEN',
    })
    const { clientId, clientSecret } = partner
    const answer = await server.request('POST', '/v3.1/auth/oauth/code-exchange', {
      headers: {
        authorization: `Basic ${clientId}:${clientSecret}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: `${form}`,
    })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers.get('x-api-version'), 'v3.1')
  })

  it('400 INVALID_GRANT for a used code, 200 once for many at the same time', async () => {
    const code = await newCode()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => exchange(server, partner, code)),
    )
    const good = answers.filter(({ status }) => status === 200)
    assert.equal(good.length, 1)
    for (const answer of answers) if (answer !== good[0]) refused(answer, 'INVALID_GRANT')
    assert.equal((await read(good[0]!.body.accessToken)).status, 200)
  })
})

describe('POST /api/auth/oauth/code-exchange refuses', () => {
  it('400 INVALID_GRANT for a code of another partner, which it does not use up', async () => {
    const code = await newCode()
    refused(
      await exchange(server, other, code, { redirectUri: partner.redirectUri }),
      'INVALID_GRANT',
    )
    assert.equal((await exchange(server, partner, code)).status, 200)
  })

  it('400 INVALID_GRANT for another address, which uses the code up and is told of', async () => {
    const code = await newCode()
    const elsewhere = { redirectUri: 'https://x.example' }
    refused(await exchange(server, partner, code, elsewhere), 'INVALID_GRANT')
    refused(await exchange(server, partner, code), 'INVALID_GRANT')
    const told = await listSecurityEvents({ db: server.database.kysely }, agencyUid, 1_000)
    assert.equal(told.filter(({ event }) => event === 'code.refused').length, 1)
  })

  it('400 INVALID_GRANT after 10 minutes, and for no code', async () => {
    const code = await newCode()
    const now = server.clock.now()
    server.clock.advance(600_000)
    refused(await exchange(server, partner, code), 'INVALID_GRANT')
    server.clock.set(now)
    for (const bad of ['', 'x', code.toUpperCase(), 'x'.repeat(5_000)]) {
      refused(await exchange(server, partner, bad), 'INVALID_GRANT')
    }
  })

  it('400 for what is missing, and for another scope or kind of grant', async () => {
    const code = await newCode()
    const missing = await asPartner(server, partner, 'code-exchange', { redirectUri: 'x' })
    refused(missing, 'REQUIRED_PARAMETER')
    assert.equal(missing.body.parameter, 'code')
    refused(await asPartner(server, partner, 'code-exchange', { code }), 'REQUIRED_PARAMETER')
    refused(await exchange(server, partner, code, { scope: 'READ' }), 'INVALID_SCOPE')
    const kind = { grantType: 'AUTHORIZATION_CODE' }
    refused(await exchange(server, partner, code, kind), 'UNSUPPORTED_GRANT_TYPE')
    assert.equal((await exchange(server, partner, code)).status, 200)
  })

  it('ends what came of a code that is presented again much later', async () => {
    const code = await newCode()
    const { body } = await exchange(server, partner, code)
    const now = server.clock.now()
    server.clock.advance(61_000)
    refused(await exchange(server, partner, code), 'INVALID_GRANT')
    server.clock.set(now)
    assert.equal((await read(body.accessToken)).status, 401)
    refused(await refresh(server, partner, body.refreshToken), 'INVALID_GRANT')
  })
})

describe('POST /api/auth/oauth/code-exchange with PKCE', () => {
  const codeVerifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const proof = { codeChallenge, codeChallengeMethod: 'S256' }

  it('200 for the verifier; another or none uses the code up', async () => {
    const right = { codeVerifier }
    assert.equal((await exchange(server, partner, await newCode(proof), right)).status, 200)
    for (const wrong of [{}, { codeVerifier: 'x' }]) {
      const code = await newCode(proof)
      refused(await exchange(server, partner, code, wrong), 'INVALID_GRANT')
      refused(await exchange(server, partner, code, right), 'INVALID_GRANT')
    }
  })

  it('400 for a verifier of a code that was asked for without', async () => {
    refused(await exchange(server, partner, await newCode(), { codeVerifier }), 'INVALID_GRANT')
  })
})

describe('POST /api/auth/oauth/token-refresh', () => {
  it('200: new tokens; the old access token lives on, the old refresh token is dead', async () => {
    const first = await newTokens()
    const { status, body } = await refresh(server, partner, first.refreshToken)
    assert.equal(status, 200)
    assert.equal(body.agencyUid, agencyUid)
    assert.notEqual(body.refreshToken, first.refreshToken)
    assert.equal((await read(body.accessToken)).status, 200)
    assert.equal((await read(first.accessToken)).status, 200)
    refused(await refresh(server, partner, first.refreshToken), 'INVALID_GRANT')
    assert.equal((await refresh(server, partner, body.refreshToken)).status, 200)
  })

  it('one of many at the same time is answered, and the family lives on', async () => {
    const { refreshToken } = await newTokens()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => refresh(server, partner, refreshToken)),
    )
    const good = answers.filter(({ status }) => status === 200)
    assert.equal(good.length, 1)
    assert.equal((await refresh(server, partner, good[0]!.body.refreshToken)).status, 200)
  })

  it('a token that was rotated more than 60 s ago ends its family, and no other', async () => {
    const stolen = await newTokens()
    const untouched = await newTokens()
    const { body } = await refresh(server, partner, stolen.refreshToken)
    const now = server.clock.now()
    server.clock.advance(60_001)
    refused(await refresh(server, partner, stolen.refreshToken), 'INVALID_GRANT')
    refused(await refresh(server, partner, body.refreshToken), 'INVALID_GRANT')
    server.clock.set(now)
    assert.equal((await read(body.accessToken)).status, 401)
    assert.equal((await read(untouched.accessToken)).status, 200)
    assert.equal((await refresh(server, partner, untouched.refreshToken)).status, 200)
  })

  it('400 INVALID_GRANT after 90 days without use, and for another partner', async () => {
    const { refreshToken } = await newTokens()
    refused(await refresh(server, other, refreshToken), 'INVALID_GRANT')
    const now = server.clock.now()
    server.clock.advance(90 * 86_400_000)
    refused(await refresh(server, partner, refreshToken), 'INVALID_GRANT')
    server.clock.advance(-1)
    assert.equal((await refresh(server, partner, refreshToken)).status, 200)
    server.clock.set(now)
  })

  it('400 for what is missing, and for another scope or kind of grant', async () => {
    const { refreshToken } = await newTokens()
    const ask = (body: object) => asPartner(server, partner, 'token-refresh', body)
    refused(await ask({}), 'REQUIRED_PARAMETER')
    refused(await ask({ refreshToken, scope: 'x' }), 'INVALID_SCOPE')
    refused(await ask({ refreshToken, grantType: 'x' }), 'UNSUPPORTED_GRANT_TYPE')
    const two = { refreshToken, refresh_token: 'x' }
    refused(await ask(two), 'CONFLICTING_PARAMETERS')
    const kind = { scope: 'FULL', grant_type: 'REFRESH_TOKEN' }
    assert.equal((await ask({ refresh_token: refreshToken, ...kind })).status, 200)
  })
})

describe('POST /api/auth/oauth/revoke', () => {
  const revoke = (whose: OAuthPartner, token: unknown) =>
    asPartner(server, whose, 'revoke', { token })

  it('200: an access token ends, its refresh token does not', async () => {
    const { accessToken, refreshToken } = await newTokens()
    // A process that knows the token by then hears of it, too.
    for (let i = 0; i < 3; i++) assert.equal((await read(accessToken)).status, 200)
    const { status, text } = await revoke(partner, accessToken)
    assert.deepEqual([status, text], [200, '{}'])
    assert.equal((await read(accessToken)).status, 401)
    assert.equal((await refresh(server, partner, refreshToken)).status, 200)
  })

  it('200: a refresh token ends with its access tokens', async () => {
    const { accessToken, refreshToken } = await newTokens()
    for (let i = 0; i < 3; i++) assert.equal((await read(accessToken)).status, 200)
    assert.equal((await revoke(partner, refreshToken)).status, 200)
    assert.equal((await read(accessToken)).status, 401)
    refused(await refresh(server, partner, refreshToken), 'INVALID_GRANT')
  })

  it('200 without effect for tokens of others and what is none', async () => {
    const { accessToken, refreshToken } = await newTokens()
    for (const token of [accessToken, refreshToken, 'x', '', 'eyJh.e30.x']) {
      assert.equal((await revoke(other, token)).status, 200, token)
    }
    assert.equal((await read(accessToken)).status, 200)
    assert.equal((await refresh(server, partner, refreshToken)).status, 200)
  })

  it('400 without a token', async () => refused(await revoke(partner, null), 'REQUIRED_PARAMETER'))
})

describe('operations for partners only', () => {
  for (const operation of ['code-exchange', 'token-refresh', 'revoke']) {
    const ask = (headers: Record<string, string>) =>
      server.request('POST', `/api/auth/oauth/${operation}`, { headers, body: {} })

    it(`${operation}: 401 with a Basic challenge for no or bad credentials`, async () => {
      for (const headers of [
        {},
        { authorization: 'Basic eDp5' },
        { 'x-hostfully-apikey': 'bad' },
      ]) {
        const answer = await ask(headers as Record<string, string>)
        assert.equal(answer.status, 401)
        assert.equal(answer.headers.get('www-authenticate'), 'Basic realm="lodgepole"')
      }
    })

    it(`${operation}: 403 for an agency's key and an access token`, async () => {
      const { accessToken } = await newTokens()
      for (const one of [key, accessToken]) {
        const { status, body } = await ask({ 'x-hostfully-apikey': one })
        assert.deepEqual([status, body.code], [403, 'OPERATION_NOT_PERMITTED'])
      }
    })

    it(`${operation}: 405 for GET, 404 for an address beside it`, async () => {
      const path = `/api/auth/oauth/${operation}`
      const wrongMethod = await server.request('GET', path)
      assert.deepEqual([wrongMethod.status, wrongMethod.body.code], [405, 'METHOD_NOT_ALLOWED'])
      assert.match(wrongMethod.headers.get('allow')!, /POST/)
      const beside = await server.request('POST', `${path}x`)
      assert.deepEqual([beside.status, beside.body.code], [404, 'ENDPOINT_NOT_FOUND'])
    })
  }

  it('an Idempotency-Key is not looked at: a code is used once', async () => {
    const { redirectUri, basic: authorization } = partner
    const body = { code: await newCode(), redirectUri }
    const headers = { authorization, 'idempotency-key': 'again' }
    const ask = () => server.request('POST', '/api/auth/oauth/code-exchange', { headers, body })
    assert.equal((await ask()).status, 200)
    refused(await ask(), 'INVALID_GRANT')
  })
})
