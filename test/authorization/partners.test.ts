/**
 * contract/general.md §3: access of partners on every route of every version. Requests are
 * generated from the route tables, so new routes are included; a route without a generated request
 * fails here.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { existsIn } from '../../src/platform/rest/version.ts'
import { makeAgency } from '../fixtures/rows.ts'
import { callsAnywhere, deliverDue } from '../fixtures/webhooks.ts'
import { startServer } from '../support/server.ts'
import { startReceiver } from '../support/webhook-receiver/receiver.ts'
import {
  calculationRoutes,
  isAgencyOnly,
  isWebhookRoute,
  notPermittedRoutes,
} from './exceptions.ts'
import { fingerprintTables } from './fingerprints.ts'
import type { AnyRoute } from './requests.ts'
import { describeResponse, isRead, isWrite, openClient, surfaces } from './surfaces.ts'
import type { Tenant } from './tenant.ts'
import { makeTenant, shareGuest } from './tenant-fixture.ts'
import { makePartnerToken } from './tokens.ts'
import { withWebhook } from './webhooks.ts'

const server = await startServer({ RATE_LIMIT_PER_HOUR: '0', ...callsAnywhere })
const receiver = await startReceiver()
const agency = await makeAgency(server)
let granted: Tenant
/** Fixture whose webhook belongs to the agency. */
let hidden: Tenant
/** Fixtures of the accessible resources by caller, each with a webhook of the caller. */
const ownTenants: Record<string, Tenant> = {}
const tokens: Record<string, string> = {}
const { send, listViolations } = openClient(server)

before(async () => {
  // Disabled writes through v2 would be refused before a grant is checked.
  const { agencyUid, key } = agency
  const settings = { key, body: { v2LeadWrites: true } }
  await server.request('PATCH', `/api/v3.3/agencies/${agencyUid}/settings`, settings)
  granted = await makeTenant(server, agency, 'granted')
  hidden = await addWebhook(await makeTenant(server, agency, 'hidden'), 'AGENCY', agency.key)
  await shareGuest(server, granted, hidden)
  tokens.NONE = await makePartnerToken(server, granted)
  tokens.READ = await makePartnerToken(server, granted, { access: 'READ' })
  tokens.READ_PERSONAL = await makePartnerToken(server, granted, {
    access: 'READ',
    personalData: true,
  })
  tokens.READ_WRITE = await makePartnerToken(server, granted, { access: 'READ_WRITE' })
  for (const caller of ['READ', 'READ_PERSONAL', 'READ_WRITE']) {
    ownTenants[caller] = await addWebhook(granted, caller, tokens[caller]!)
  }
})

function addWebhook(base: Tenant, caller: string, key: string): Promise<Tenant> {
  const callbackUrl = `${receiver.url}/${caller}`
  return withWebhook(server, base, { agencyKey: agency.key, key, callbackUrl })
}

for (const surface of surfaces) {
  describe(`partners on ${surface.prefix}`, () => {
    for (const caller of ['NONE', 'READ_WRITE'] as const) {
      it(`${caller}: responses neither contain nor reveal what was not granted`, async () => {
        const violations = await listViolations(surface, isRead, async route => {
          const response = await send(surface, route, hidden, tokens[caller]!)
          const { status, text } = response
          if (status >= 500 || status === 400) return describeResponse(response)
          const isRefused = status === 403 || status === 404 || status === 409
          // An error contains the requested uid, and nothing else.
          const hiddenTexts = isRefused ? hidden.hiddenTexts.slice(0, 1) : hidden.hiddenTexts
          return hiddenTexts.some(hiddenText => text.includes(hiddenText))
            ? describeResponse(response)
            : null
        })
        assert.deepEqual(violations, [])
      })

      it(`${caller}: cannot write what was not granted`, async () => {
        const earlier = await fingerprintTables(server, agency.agencyUid)
        const violations = await listViolations(surface, isWrite, async (route, name) => {
          const allowedStatuses = calculationRoutes.includes(name) ? [200, 403, 404] : [403, 404]
          if (createsResource(name) && caller === 'READ_WRITE') return null
          const response = await send(surface, route, hidden, tokens[caller]!)
          return allowedStatuses.includes(response.status) ? null : describeResponse(response)
        })
        assert.deepEqual(violations, [])
        assert.deepEqual(await fingerprintTables(server, agency.agencyUid), earlier)
      })
    }

    it('READ: reads what was granted, without personal data', async () => {
      const violations = await listViolations(surface, isRead, async (route, name) => {
        const response = await send(surface, route, ownTenants.READ!, tokens.READ!)
        if (isAgencyOnly(route)) return response.status === 403 ? null : describeResponse(response)
        if (response.status !== 200) return `${name} ${describeResponse(response)}`
        const { text } = response
        const hiddenTexts = [granted.personalText, ...hidden.hiddenTexts]
        const leaks = hiddenTexts.some(hiddenText => text.includes(hiddenText))
        return leaks ? describeResponse(response) : null
      })
      assert.deepEqual(violations, [])
    })

    it('READ: writes nothing; the error says that the grant is for reading', async () => {
      const earlier = await fingerprintTables(server, agency.agencyUid)
      const isGranted = (route: AnyRoute) => isWrite(route) && !isWebhookRoute(route)
      const violations = await listViolations(surface, isGranted, async (route, name) => {
        const response = await send(surface, route, ownTenants.READ!, tokens.READ!)
        if (calculationRoutes.includes(name))
          return response.status === 200 ? null : describeResponse(response)
        const { code } = response.body ?? {}
        const expected = isAgencyOnly(route) ? 'OPERATION_NOT_PERMITTED' : readOnlyCode(name)
        return response.status === 403 && code === expected ? null : describeResponse(response)
      })
      assert.deepEqual(violations, [])
      assert.deepEqual(await fingerprintTables(server, agency.agencyUid), earlier)
    })
  })

  describe(`partners with personal data on ${surface.prefix}`, () => {
    it('READ: reads guests, but not from events, which store none of their values', async () => {
      const { uids } = ownTenants.READ_PERSONAL!
      const includesPersonalText = async (path: string) => {
        const url = `${surface.prefix}${path}`
        const { status, text } = await server.request('GET', url, { key: tokens.READ_PERSONAL! })
        assert.equal(status, 200, path)
        return text.includes(granted.personalText)
      }
      assert.ok(await includesPersonalText(`/leads/${uids.leadUid}`))
      if (!existsIn(surface.version, { since: '3.3' })) return
      const delivery = `/webhooks/${uids.webhookUid}/deliveries/${uids.deliveryUid}`
      for (const path of [`/events/${uids.eventUid}`, delivery]) {
        assert.equal(await includesPersonalText(path), false, path)
      }
    })

    it('READ: receives nothing of a guest that only another lead contains', async () => {
      const violations = await listViolations(surface, isRead, async route => {
        const response = await send(
          surface,
          route,
          ownTenants.READ_PERSONAL!,
          tokens.READ_PERSONAL!,
        )
        // Employees belong to the agency.
        const text = response.text.replaceAll(`${hidden.personalText}@staff.example`, '')
        return hidden.hiddenTexts.some(hiddenText => text.includes(hiddenText))
          ? describeResponse(response)
          : null
      })
      assert.deepEqual(violations, [])
    })
  })
}

for (const surface of surfaces) {
  describe(`webhooks of partners on ${surface.prefix}`, () => {
    it('404: a webhook of another partner is unknown, even with the same grants', async () => {
      const earlier = await fingerprintTables(server, agency.agencyUid)
      const isSingleWebhookRoute = (route: AnyRoute) =>
        isWebhookRoute(route) && route.path.includes(':uid')
      const violations = await listViolations(surface, isSingleWebhookRoute, async route => {
        const response = await send(surface, route, ownTenants.READ!, tokens.READ_WRITE!)
        return response.body?.code === 'WEBHOOK_NOT_FOUND' ? null : describeResponse(response)
      })
      assert.deepEqual(violations, [])
      assert.deepEqual(await fingerprintTables(server, agency.agencyUid), earlier)
    })

    it('READ: may change its own webhooks, which receive what was granted', async () => {
      const tenant = await addWebhook(granted, 'READ', tokens.READ!)
      const leaks = (text: string) =>
        [granted.personalText, ...hidden.hiddenTexts].some(hiddenText => text.includes(hiddenText))
      const isOwn = (route: AnyRoute) => isWrite(route) && isWebhookRoute(route)
      receiver.clear()
      const violations = await listViolations(surface, isOwn, async route => {
        const response = await send(surface, route, tenant, tokens.READ!)
        await deliverDue(server)
        return response.status >= 300 || leaks(response.text) ? describeResponse(response) : null
      })
      assert.deepEqual(violations, [])
      const sent = receiver.received.map(({ text }) => text)
      assert.ok(sent.some(text => text.includes(granted.uids.leadUid!)))
      assert.deepEqual(sent.filter(leaks), [])
    })
  })
}

/** Returns whether a command refers only to the agency, so that the partner creates a resource. */
function createsResource(name: string): boolean {
  const fields = ['v3 POST /custom-data-fields', 'v2 POST /customdatafields']
  return [...fields, 'v3 POST /properties', 'v2 POST /properties'].includes(name)
}

function readOnlyCode(name: string): string {
  return notPermittedRoutes.test(name) ? 'OPERATION_NOT_PERMITTED' : 'READ_ONLY_GRANT'
}

describe('writes of a partner with READ_WRITE on /api/v3.3 and /v2', () => {
  for (const surface of [surfaces.at(-1)!, surfaces[0]]) {
    it(`${surface.prefix}: responses contain no personal data`, async () => {
      const violations: string[] = []
      for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) {
        violations.push(
          ...(await listViolations(
            surface,
            route => route.method === method,
            async route => {
              const response = await send(
                surface,
                route,
                ownTenants.READ_WRITE!,
                tokens.READ_WRITE!,
              )
              const { status, text } = response
              const leaks = text.includes(granted.personalText) || text.includes('-hidden')
              return status >= 500 || status === 400 || leaks ? describeResponse(response) : null
            },
          )),
        )
      }
      assert.deepEqual(violations, [])
    })
  }
})
