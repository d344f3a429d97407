/** OAuth with a standard library: contract/general.md §2.3. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import * as oauth from 'oauth4webapi'
import {
  makeManager,
  makeOAuthPartner,
  type OAuthPartner,
  openConsentSession,
  postForm,
} from '../../../../test/fixtures/oauth.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const issuer = 'https://lodgepole.example'
const server = await startServer({ PUBLIC_URL: issuer })
const { agencyUid } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
await makeManager(server, agencyUid)

/** Redirects requests for the public URL to the server, as a proxy would. */
const viaProxy = {
  [oauth.customFetch]: ((url: string, options: RequestInit) =>
    fetch(url.replace(issuer, server.url), options)) as typeof fetch,
}
const verifier = oauth.generateRandomCodeVerifier()
const state = oauth.generateRandomState()
let as: oauth.AuthorizationServer
let partner: OAuthPartner
let client: oauth.Client
let secret: oauth.ClientAuth

before(async () => {
  const address = new URL(issuer)
  const options = { algorithm: 'oauth2', ...viaProxy } as const
  as = await oauth.processDiscoveryResponse(address, await oauth.discoveryRequest(address, options))
  partner = await makeOAuthPartner(server)
  client = { client_id: partner.clientId }
  secret = oauth.ClientSecretBasic(partner.clientSecret)
})

/** Opens the authorization endpoint as a manager and presses a button. */
async function authorize(step: 'approve' | 'decline', more: Record<string, string> = {}) {
  const url = new URL(as.authorization_endpoint!)
  const parameters = {
    client_id: client.client_id,
    redirect_uri: partner.redirectUri,
    response_type: 'code',
    scope: 'FULL',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const path = url.pathname + url.search
  const first = await fetch(server.url + path, { redirect: 'manual' })
  if (first.status === 302) return new URL(first.headers.get('location')!)
  const ticket = await openConsentSession(server, path)
  const { status, headers } = await postForm(server, path, [
    ['ticket', ticket],
    ['step', step],
    ['object', propertyUid],
  ])
  assert.equal(status, 302)
  return new URL(headers.get('location')!)
}

const codeIn = (address: URL) => oauth.validateAuthResponse(as, client, address, state)

async function exchange(address: URL, { auth = secret, by = verifier } = {}) {
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    auth,
    codeIn(address),
    partner.redirectUri,
    by,
    viaProxy,
  )
  return oauth.processAuthorizationCodeResponse(as, client, response)
}

async function refresh(token: string) {
  const response = await oauth.refreshTokenGrantRequest(as, client, secret, token, viaProxy)
  return oauth.processRefreshTokenResponse(as, client, response)
}

async function read(token: string): Promise<number> {
  const url = new URL(`${issuer}/api/v3.3/properties/${propertyUid}`)
  const response = await oauth.protectedResourceRequest(
    token,
    'GET',
    url,
    undefined,
    undefined,
    viaProxy,
  )
  return response.status
}

describe('an OAuth library', () => {
  it('gets tokens for a code with PKCE, and reads granted objects', async () => {
    const tokens = await exchange(await authorize('approve'))
    assert.equal(tokens.token_type, 'bearer')
    assert.deepEqual([tokens.expires_in, tokens.scope], [86_400, 'FULL'])
    assert.equal(await read(tokens.access_token), 200)
  })

  it('gets new tokens for a refresh token, and revokes them', async () => {
    const first = await exchange(await authorize('approve'))
    const second = await refresh(first.refresh_token!)
    assert.equal(await read(second.access_token), 200)
    await assert.rejects(refresh(first.refresh_token!), { error: 'invalid_grant' })
    const { refresh_token: token } = second
    const revoked = await oauth.revocationRequest(as, client, secret, token!, viaProxy)
    await oauth.processRevocationResponse(revoked)
    await assert.rejects(refresh(token!), { error: 'invalid_grant' })
    await assert.rejects(read(second.access_token), { status: 401 })
  })

  it('receives the standard error when a manager declines', async () => {
    const declined = await authorize('decline')
    assert.throws(() => codeIn(declined), { error: 'access_denied' })
    const wrong = await authorize('approve', { scope: 'openid' })
    assert.throws(() => codeIn(wrong), { error: 'invalid_request' })
  })

  it('receives standard errors when it is rejected', async () => {
    const stranger = oauth.ClientSecretBasic('wrong')
    const readError = exchange(await authorize('approve'), { auth: stranger })
    await assert.rejects(readError, { status: 401 })
    const other = exchange(await authorize('approve'), { by: `${verifier}x` })
    await assert.rejects(other, { error: 'invalid_grant', status: 400 })
  })
})

describe('POST /api/auth/oauth/token', () => {
  const post = async (form: Record<string, string>, authorization = partner.basic) => {
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
    const body = `${new URLSearchParams(form)}`
    const response = await server.request('POST', '/api/auth/oauth/token', { headers, body })
    const { error, error_description: text, code } = response.body
    return [response.status, error, code, text]
  }

  it('400, 401: returns error and error_description, and our own error code', async () => {
    assert.deepEqual(await post({ grant_type: 'password' }), [
      400,
      'unsupported_grant_type',
      'UNSUPPORTED_GRANT_TYPE',
      'grant_type must be authorization_code or refresh_token',
    ])
    const readError = async (form: Record<string, string>, basic?: string) =>
      (await post(form, basic)).slice(0, 3)
    const none = [400, 'invalid_request', 'REQUIRED_PARAMETER']
    assert.deepEqual(await readError({ grant_type: 'authorization_code' }), none)
    assert.deepEqual(await readError({ grant_type: 'refresh_token' }), none)
    assert.deepEqual(await readError({ x: '' }), none)
    const scoped = { grant_type: 'refresh_token', refresh_token: 'x', scope: 'openid' }
    assert.deepEqual(await readError(scoped), [400, 'invalid_scope', 'INVALID_SCOPE'])
    const stranger = [401, 'invalid_client', 'INVALID_CLIENT']
    assert.deepEqual(await readError({ x: '' }, 'Basic eDp5'), stranger)
    assert.deepEqual((await readError({ x: '' }, '')).slice(0, 2), [401, 'invalid_client'])
  })
})
