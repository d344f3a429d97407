/** Retry of a refresh whose response was lost: contract/general.md §2.3. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  approve,
  exchange,
  makeManager,
  makeOAuthPartner,
  type OAuthPartner,
  refresh,
} from '../../../../test/fixtures/oauth.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer, type TestResponse } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
await makeManager(server, agencyUid)
let partner: OAuthPartner
let other: OAuthPartner

before(async () => {
  partner = await makeOAuthPartner(server)
  other = await makeOAuthPartner(server, { redirectUri: 'https://other.example/' })
})

async function newTokens(): Promise<{ accessToken: string; refreshToken: string }> {
  return (await exchange(server, partner, await approve(server, partner, [propertyUid]))).body
}

const read = (token: string) =>
  server.request('GET', `/api/v3.3/properties/${propertyUid}`, { key: token })

function assertRefused({ status, body }: TestResponse, code: string): void {
  assert.deepEqual([status, body.code], [400, code])
}

const refreshWith = (token: string, key: string, client = partner) =>
  server.request('POST', '/api/auth/oauth/token-refresh', {
    headers: { authorization: client.basic, 'idempotency-key': key },
    body: { refreshToken: token },
  })

describe('a refresh with an Idempotency-Key', () => {
  it('200: returns the same refresh token again, with an access token', async () => {
    const { refreshToken } = await newTokens()
    const responses = [await refreshWith(refreshToken, 'a'), await refreshWith(refreshToken, 'a')]
    for (const { status, body } of responses) {
      assert.equal(status, 200)
      assert.equal(body.refreshToken, responses[0]!.body.refreshToken)
      assert.equal((await read(body.accessToken)).status, 200)
    }
    const { body } = responses[1]!
    assert.equal((await refresh(server, partner, body.refreshToken)).status, 200)
    assertRefused(await refreshWith(refreshToken, 'a'), 'INVALID_GRANT')
  })

  it('returns one new refresh token to concurrent requests', async () => {
    const { refreshToken } = await newTokens()
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => refreshWith(refreshToken, 'many')),
    )
    const issued = new Set(responses.map(({ body }) => body.refreshToken))
    assert.deepEqual([issued.size, issued.has(undefined)], [1, false])
  })

  it('400 INVALID_GRANT: rejects another key, a missing key, and another partner', async () => {
    const { refreshToken } = await newTokens()
    const { body } = await refreshWith(refreshToken, 'a')
    assertRefused(await refreshWith(refreshToken, 'b'), 'INVALID_GRANT')
    assertRefused(await refresh(server, partner, refreshToken), 'INVALID_GRANT')
    assertRefused(await refreshWith(refreshToken, 'a', other), 'INVALID_GRANT')
    const plain = (await refresh(server, partner, body.refreshToken)).body
    assertRefused(await refreshWith(body.refreshToken, 'a'), 'INVALID_GRANT')
    assert.equal((await refresh(server, partner, plain.refreshToken)).status, 200)
  })

  it('revokes all tokens of the authorization after 60 s, as without a key', async () => {
    const { refreshToken } = await newTokens()
    const { body } = await refreshWith(refreshToken, 'a')
    const now = server.clock.now()
    server.clock.advance(60_000)
    assert.equal((await refreshWith(refreshToken, 'a')).status, 200)
    server.clock.advance(1)
    assertRefused(await refreshWith(refreshToken, 'a'), 'INVALID_GRANT')
    server.clock.set(now)
    assert.equal((await read(body.accessToken)).status, 401)
    assertRefused(await refresh(server, partner, body.refreshToken), 'INVALID_GRANT')
  })

  it('200: works at the standard token endpoint', async () => {
    const { refreshToken } = await newTokens()
    const post = () =>
      server.request('POST', '/api/auth/oauth/token', {
        headers: {
          authorization: partner.basic,
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': 'a',
        },
        body: `${new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })}`,
      })
    const [first, second] = [await post(), await post()]
    assert.deepEqual([first.status, second.status], [200, 200])
    assert.equal(second.body.refresh_token, first.body.refresh_token)
  })

  it('400 INVALID_IDEMPOTENCY_KEY: rejects an invalid key; the token stays valid', async () => {
    const { refreshToken } = await newTokens()
    assertRefused(await refreshWith(refreshToken, 'a b'), 'INVALID_IDEMPOTENCY_KEY')
    assert.equal((await refresh(server, partner, refreshToken)).status, 200)
  })
})
