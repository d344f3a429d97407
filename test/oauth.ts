/** A partner and a property manager, and the way from one to the other by OAuth. */
import assert from 'node:assert/strict'
import { hashPassword } from '../src/platform/passwords.ts'
import { storePassword } from '../src/rental/access/employees/employee-passwords.ts'
import { makeEmployee, makePartner, type TestPartner } from './fixtures.ts'
import type { Answer, TestServer } from './server.ts'

export const redirectUri = 'https://partner.example/callback'
export const password = 'correct horse battery'

/** Made at little cost, which the hash says. */
const passwordHash = await hashPassword(password, { ln: 4, r: 8, p: 1 })

export interface OAuthPartner extends TestPartner {
  redirectUri: string
  /** What partners-only operations want as `Authorization`. */
  basic: string
}

/** A partner that people may be sent back to. */
export async function makeOAuthPartner(
  server: TestServer,
  options: { redirectUri?: string; channel?: string } = {},
): Promise<OAuthPartner> {
  const partner = await makePartner(server)
  const { channel = null, redirectUri: uri = redirectUri } = options
  await server.database.kysely
    .updateTable('partners')
    .set({ redirect_uris: [uri], channel, kind: channel === null ? 'INTEGRATION' : 'CHANNEL' })
    .where('partner_uid', '=', partner.partnerUid)
    .execute()
  return { ...partner, redirectUri: uri, basic: basicOf(partner) }
}

export function basicOf({ clientId, clientSecret }: TestPartner): string {
  return `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
}

/** An employee who can sign in. */
export async function makeManager(
  server: TestServer,
  agencyUid: string,
  columns: { email?: string; role?: string; is_active?: boolean } = {},
): Promise<string> {
  const uid = await makeEmployee(server, agencyUid, columns)
  const { kysely: db } = server.database
  await storePassword({ db }, { agency_uid: agencyUid, uid }, passwordHash, server.clock.now())
  return uid
}

/** The address that a partner sends a manager to, below some prefix. */
export function authorizeUrl(
  partner: OAuthPartner,
  query: Record<string, string> = {},
  prefix = '/api',
): string {
  const { clientId, redirectUri } = partner
  const standard = { clientId, redirectUri, scope: 'FULL', grantType: 'REFRESH_TOKEN' }
  return `${prefix}/auth/oauth/authorize?${new URLSearchParams({ ...standard, ...query })}`
}

export type Form = [name: string, value: string][]

/** Posts a form, and follows no redirect. */
export async function postForm(server: TestServer, path: string, form: Form): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  const { status, headers } = response
  return { status, headers, text: await response.text(), body: undefined }
}

/** Signs in and gives the ticket of the page that follows. */
export async function ticketOf(
  server: TestServer,
  path: string,
  email = 'grace@cedarstays.example',
): Promise<string> {
  const page = await postForm(server, path, [
    ['step', 'sign-in'],
    ['email', email],
    ['password', password],
  ])
  assert.equal(page.status, 200, page.text)
  return ticketIn(page.text)
}

export function ticketIn(page: string): string {
  return /name="ticket" value="([^"]+)"/.exec(page)![1]!
}

/** The parameters of the address that somebody is redirected to. */
export function redirected({ status, headers, text }: Answer): URLSearchParams {
  assert.equal(status, 302, text)
  return new URL(headers.get('location')!).searchParams
}

/** Signs in and approves: the code. */
export async function approve(
  server: TestServer,
  partner: OAuthPartner,
  objects: string[],
  options: { query?: Record<string, string>; form?: Form; email?: string } = {},
): Promise<string> {
  const path = authorizeUrl(partner, options.query)
  const form: Form = [
    ['ticket', await ticketOf(server, path, options.email)],
    ['step', 'approve'],
    ...objects.map((uid): Form[number] => ['object', uid]),
    ...(options.form ?? []),
  ]
  return redirected(await postForm(server, path, form)).get('code')!
}

/** A request to one of the operations for partners only. */
export function asPartner(
  server: TestServer,
  partner: OAuthPartner,
  operation: string,
  body: unknown,
): Promise<Answer> {
  const headers = { authorization: partner.basic }
  return server.request('POST', `/api/auth/oauth/${operation}`, { headers, body })
}

/** Exchanges a code. */
export function exchange(
  server: TestServer,
  partner: OAuthPartner,
  code: string,
  more: object = {},
): Promise<Answer> {
  const { redirectUri } = partner
  const body = { code, redirectUri, scope: 'FULL', grantType: 'REFRESH_TOKEN', ...more }
  return asPartner(server, partner, 'code-exchange', body)
}

/** Uses up a refresh token. */
export function refresh(
  server: TestServer,
  partner: OAuthPartner,
  refreshToken: string,
): Promise<Answer> {
  return asPartner(server, partner, 'token-refresh', { refreshToken })
}
