/** Purge of tokens, and OAuth metadata: contract/general.md §2.3. */
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
import { doWork } from '../../../../test/fixtures/workers.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
let partner: OAuthPartner

before(async () => {
  await makeManager(server, agencyUid)
  partner = await makeOAuthPartner(server)
})

const read = (key: string) => server.request('GET', `/api/v3.3/properties/${propertyUid}`, { key })

describe('GET /.well-known/oauth-authorization-server', () => {
  it('200: returns the URLs of existing operations below PUBLIC_URL', async () => {
    const { status, body } = await server.request('GET', '/.well-known/oauth-authorization-server')
    const { publicUrl } = server.config
    assert.equal(status, 200)
    assert.equal(body.issuer, publicUrl)
    assert.equal(body.authorization_response_iss_parameter_supported, true)
    const addresses = Object.entries(body).filter(([name]) => name.endsWith('_endpoint'))
    assert.equal(addresses.length, 4)
    for (const [name, address] of addresses as [string, string][]) {
      assert.ok(address.startsWith(`${publicUrl}/api/auth/oauth/`), name)
      const response = await server.request('GET', address.slice(publicUrl.length))
      assert.equal(response.status, name === 'authorization_endpoint' ? 400 : 405, name)
    }
  })
})

describe('expired tokens', () => {
  const { kysely: db } = server.database
  const count = async (table: 'access_tokens' | 'refresh_tokens' | 'authorizations') =>
    (await db.selectFrom(table).selectAll().execute()).length

  it('are deleted after a week; connections and valid tokens stay', async () => {
    const now = server.clock.now()
    for (let i = 0; i < 2; i++)
      await exchange(server, partner, await approve(server, partner, [propertyUid]))
    const { body } = await exchange(server, partner, await approve(server, partner, [propertyUid]))
    server.clock.advance(9 * 86_400_000)
    const past = await read(body.accessToken)
    await doWork(server, 'forget-tokens')
    assert.equal(await count('access_tokens'), 0)
    assert.ok((await count('refresh_tokens')) >= 3)
    const purged = await read(body.accessToken)
    assert.deepEqual(
      [past.body.code, purged.body.code],
      ['TOKEN_EXPIRED', 'TOKEN_EXPIRED'],
      'it is said of a token that nobody keeps any more, too',
    )
    assert.equal((await refresh(server, partner, body.refreshToken)).status, 200)
    server.clock.advance(98 * 86_400_000)
    await doWork(server, 'forget-tokens')
    assert.deepEqual(await Promise.all([count('refresh_tokens'), count('authorizations')]), [0, 1])
    server.clock.set(now)
  })
})
