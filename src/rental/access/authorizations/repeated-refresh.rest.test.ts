/** contract/general.md §2.3: a refresh whose answer was lost. */
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
import { type Answer, startServer } from '../../../../test/support/server.ts'

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

function refused({ status, body }: Answer, code: string): void {
  assert.deepEqual([status, body.code], [400, code])
}

const repeatable = (token: string, key: string, whose = partner) =>
  server.request('POST', '/api/auth/oauth/token-refresh', {
    headers: { authorization: whose.basic, 'idempotency-key': key },
    body: { refreshToken: token },
  })

describe('a refresh with an Idempotency-Key', () => {
  it('200: gives the same refresh token again, and an access token', async () => {
    const { refreshToken } = await newTokens()
    const answers = [await repeatable(refreshToken, 'a'), await repeatable(refreshToken, 'a')]
    for (const { status, body } of answers) {
      assert.equal(status, 200)
      assert.equal(body.refreshToken, answers[0]!.body.refreshToken)
      assert.equal((await read(body.accessToken)).status, 200)
    }
    const { body } = answers[1]!
    assert.equal((await refresh(server, partner, body.refreshToken)).status, 200)
    refused(await repeatable(refreshToken, 'a'), 'INVALID_GRANT')
  })

  it('gives one new refresh token to many at the same time', async () => {
    const { refreshToken } = await newTokens()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => repeatable(refreshToken, 'many')),
    )
    const given = new Set(answers.map(({ body }) => body.refreshToken))
    assert.deepEqual([given.size, given.has(undefined)], [1, false])
  })

  it('400 INVALID_GRANT for another key, none, or another partner', async () => {
    const { refreshToken } = await newTokens()
    const { body } = await repeatable(refreshToken, 'a')
    refused(await repeatable(refreshToken, 'b'), 'INVALID_GRANT')
    refused(await refresh(server, partner, refreshToken), 'INVALID_GRANT')
    refused(await repeatable(refreshToken, 'a', other), 'INVALID_GRANT')
    const plain = (await refresh(server, partner, body.refreshToken)).body
    refused(await repeatable(body.refreshToken, 'a'), 'INVALID_GRANT')
    assert.equal((await refresh(server, partner, plain.refreshToken)).status, 200)
  })

  it('ends its family after 60 s, as without', async () => {
    const { refreshToken } = await newTokens()
    const { body } = await repeatable(refreshToken, 'a')
    const now = server.clock.now()
    server.clock.advance(60_000)
    assert.equal((await repeatable(refreshToken, 'a')).status, 200)
    server.clock.advance(1)
    refused(await repeatable(refreshToken, 'a'), 'INVALID_GRANT')
    server.clock.set(now)
    assert.equal((await read(body.accessToken)).status, 401)
    refused(await refresh(server, partner, body.refreshToken), 'INVALID_GRANT')
  })

  it('200 at the token endpoint of the standard', async () => {
    const { refreshToken } = await newTokens()
    const ask = () =>
      server.request('POST', '/api/auth/oauth/token', {
        headers: {
          authorization: partner.basic,
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': 'a',
        },
        body: `${new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })}`,
      })
    const [first, second] = [await ask(), await ask()]
    assert.deepEqual([first.status, second.status], [200, 200])
    assert.equal(second.body.refresh_token, first.body.refresh_token)
  })

  it('400 INVALID_IDEMPOTENCY_KEY for one that is none, which uses up nothing', async () => {
    const { refreshToken } = await newTokens()
    refused(await repeatable(refreshToken, 'a b'), 'INVALID_IDEMPOTENCY_KEY')
    assert.equal((await refresh(server, partner, refreshToken)).status, 200)
  })
})
