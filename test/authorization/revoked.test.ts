/**
 * contract/general.md §3 and §11 on every route, query and webhook: access is checked for each
 * response. The partner has access to personal data; that is revoked first, then its grants.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { callsAnywhere, deliverDue } from '../fixtures/webhooks.ts'
import { startServer, type TestResponse } from '../support/server.ts'
import { startReceiver } from '../support/webhook-receiver/receiver.ts'
import { isAgencyOnly, isWebhookRoute } from './exceptions.ts'
import { endpoints, listQueries } from './queries.ts'
import { type AnyRoute, type ApiRequest, buildRequest, routeName } from './requests.ts'
import {
  dataRoutes,
  describeResponse,
  hasVersion,
  isRead,
  isWrite,
  openClient,
  type Surface,
  surfaces,
} from './surfaces.ts'
import type { Tenant } from './tenant.ts'
import { makeTenant } from './tenant-fixture.ts'
import { grantTenant, makePartnerToken } from './tokens.ts'
import { withWebhook } from './webhooks.ts'

const server = await startServer({ RATE_LIMIT_PER_HOUR: '0', ...callsAnywhere })
const receiver = await startReceiver()
const agency = await makeAgency(server)
const { agencyUid, key } = agency
const { send, listViolations } = openClient(server)
const db = server.database.kysely

const access = { access: 'READ_WRITE', personalData: true } as const
/** Fixture of reads, with a webhook for all of the agency. */
let readTenant: Tenant
let token: string
/** Fixtures with a failed delivery and with one that a disabled webhook holds. */
const webhookTenants: Record<string, Tenant> = {}
/** Writes that were sent before the access was revoked, each with an idempotency key. */
const writtenTenants: { surface: Surface; tenant: Tenant; writes: Write[] }[] = []

interface Write extends ApiRequest {
  name: string
  key: string
  firstResponse: TestResponse
}

before(async () => {
  const body = { v2LeadWrites: true }
  await server.request('PATCH', `/api/v3.3/agencies/${agencyUid}/settings`, { key, body })
  const tenant = await makeTenant(server, agency, 'seen')
  token = await makePartnerToken(server, tenant, access)
  const retained = { agencyUid, propertyUid: await makeProperty(server, agencyUid) }
  await grantTenant(server, token, retained, { access: 'READ' })
  for (const surface of [surfaces.at(-1)!, surfaces[0]])
    writtenTenants.push(await sendWrites(surface))
  readTenant = await addWebhook(tenant, 'seen')
  for (const name of ['failed', 'held']) webhookTenants[name] = await addWebhook(tenant, name)
  await server.request('POST', `/api/v3.3${webhookPath(webhookTenants.held!)}/disable`, {
    key: token,
  })
  receiver.respond({ status: 500 })
  const guestInformation = { lastName: `${tenant.personalText}-later` }
  const change = { key, body: { guestInformation } }
  await server.request('PATCH', `/api/v3.3/leads/${tenant.uids.leadUid}`, change)
  await deliverDue(server)
  receiver.respond({ status: 200 })
  receiver.clear()
})

const webhookPath = ({ uids }: Tenant) => `/webhooks/${uids.webhookUid}`

function addWebhook(tenant: Tenant, path: string): Promise<Tenant> {
  const callbackUrl = `${receiver.url}/${path}`
  return withWebhook(server, tenant, {
    agencyKey: key,
    key: token,
    callbackUrl,
    isAgencyWide: true,
  })
}

/** Sends every write except deletions for a new fixture, each with an idempotency key. */
async function sendWrites(surface: Surface) {
  const base = await makeTenant(server, agency, `${surface.scope}written`)
  await grantTenant(server, token, base.uids, access)
  const tenant = await addWebhook(base, surface.scope)
  const writes: Write[] = []
  for (const method of ['POST', 'PATCH', 'PUT']) {
    for (const route of dataRoutes(
      surface,
      route => route.method === method && !route.lifecycle.standalone,
    )) {
      const request = buildRequest(surface, route, tenant)
      const name = routeName(surface.scope, route)
      const write = { ...request, name, key: `${writes.length}` }
      writes.push({ ...write, firstResponse: await sendWrite(surface, write) })
    }
  }
  return { surface, tenant, writes }
}

function sendWrite({ prefix }: Surface, { method, path, body, key }: Omit<Write, 'firstResponse'>) {
  const headers = { 'idempotency-key': `${prefix}-${key}` }
  return server.request(method, path, { key: token, body, headers })
}

/** Lists forbidden texts in a response; an error may contain the requested uid. */
function listLeaks(
  { status, text }: TestResponse,
  forbidden: string[],
  { uids }: Tenant,
): string[] {
  const isRefused = [403, 404, 409].includes(status)
  const requestedUids = isRefused ? Object.values(uids) : []
  return forbidden.filter(
    hiddenText => !requestedUids.includes(hiddenText) && text.includes(hiddenText),
  )
}

/** Asserts that no read, query, cached response or delivery contains a forbidden text. */
function itLeaksNothing(listForbidden: (tenant: Tenant) => string[]) {
  const isClean = (response: TestResponse, tenant: Tenant) =>
    listLeaks(response, listForbidden(tenant), tenant).length === 0

  for (const surface of surfaces) {
    it(`${surface.prefix}: is not in any read`, async () => {
      const violations = await listViolations(surface, isRead, async route => {
        const response = await send(surface, route, readTenant, token)
        return response.status < 500 && isClean(response, readTenant)
          ? null
          : describeResponse(response)
      })
      assert.deepEqual(violations, [])
    })
  }

  it('is not in the result of any query', async () => {
    for (const { path, schema } of endpoints) {
      for (const query of listQueries(schema, readTenant)) {
        const response = await server.request('POST', path, { key: token, body: { query } })
        // Errors repeat the arguments of the query.
        const text = JSON.stringify(response.body.data ?? null)
        assert.ok(isClean({ ...response, text }, readTenant), `${path} ${query} ${response.text}`)
      }
    }
  })

  it('is not in the response that is stored for any write', async () => {
    for (const { surface, tenant, writes } of writtenTenants) {
      const violations: string[] = []
      for (const write of writes) {
        const again = await sendWrite(surface, write)
        const isSame =
          again.status === write.firstResponse.status || [403, 404].includes(again.status)
        if (!isSame || !isClean(again, tenant))
          violations.push(`${write.name}: ${describeResponse(again)}`)
      }
      assert.deepEqual(violations, [])
    }
  })

  it('is not in any delivery, replay or redelivery', async () => {
    receiver.clear()
    const surface = surfaces.at(-1)!
    const replays = (route: AnyRoute) => isWebhookRoute(route) && /replay|test$/.test(route.path)
    for (const route of dataRoutes(surface, route => isWrite(route) && replays(route))) {
      if (route.method === 'POST') await send(surface, route, readTenant, token)
    }
    await sendWaiting()
    const sent = receiver.received.map(({ text }) => ({ status: 200, text }) as TestResponse)
    assert.deepEqual(
      sent.filter(response => !isClean(response, readTenant)).map(({ text }) => text),
      [],
    )
  })
}

async function sendWaiting(): Promise<void> {
  await server.request('POST', `/api/v3.3${webhookPath(webhookTenants.held!)}/enable`, {
    key: token,
  })
  server.clock.advance(3_600_000)
  await deliverDue(server)
}

describe('while a partner has access to personal data', () => {
  for (const surface of surfaces) {
    it(`${surface.prefix}: reads return it`, async () => {
      const withPersonalText = await listViolations(surface, isRead, async route => {
        const { status, text } = await send(surface, route, readTenant, token)
        if (!isAgencyOnly(route)) assert.equal(status, 200, `${route.path} ${text}`)
        return text.includes(readTenant.personalText) ? 'found' : null
      })
      assert.ok(
        withPersonalText.length >= (hasVersion(surface, '3.3') ? 5 : 2),
        `${withPersonalText}`,
      )
    })
  }

  it('writes return it, and repeated writes return the same response', async () => {
    for (const { surface, tenant, writes } of writtenTenants) {
      const withPersonalText = writes.filter(({ firstResponse }) =>
        firstResponse.text.includes(tenant.personalText),
      )
      assert.ok(
        withPersonalText.length >= (hasVersion(surface, '3.3') ? 3 : 1),
        `${surface.prefix} ${withPersonalText.length}`,
      )
      const again = await sendWrite(surface, withPersonalText[0]!)
      assert.deepEqual(
        [again.status, again.text],
        [withPersonalText[0]!.firstResponse.status, withPersonalText[0]!.firstResponse.text],
      )
    }
  })
})

describe('personal data after its access is revoked', () => {
  before(async () => {
    await db.updateTable('grants').set({ personal_data: false }).execute()
  })

  itLeaksNothing(({ personalText }) => [personalText])
})

describe('data of the agency after the grants are revoked', () => {
  before(async () => {
    for (const { uids } of [readTenant, ...writtenTenants.map(({ tenant }) => tenant)]) {
      const objects = [uids.propertyUid!, uids.hotelUid!]
      await db.deleteFrom('grants').where('object_uid', 'in', objects).execute()
    }
  })

  itLeaksNothing(({ uids, hiddenTexts }) => {
    const own = [uids.webhookUid, uids.secretUid, uids.replayUid]
    return hiddenTexts.filter(text => !own.includes(text))
  })
})
