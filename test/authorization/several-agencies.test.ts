/**
 * contract/general.md §3: with a key, a partner reads the same data of several agencies as with a
 * token of each. On a cluster these agencies are on several nodes.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { grant, makeAgency, makePartner, makeToken } from '../fixtures/rows.ts'
import { startServer, type TestResponse } from '../support/server.ts'
import { isAgencyOnly, isWebhookRoute } from './exceptions.ts'
import type { AnyRoute } from './requests.ts'
import { describeResponse, isRead, openClient, surfaces } from './surfaces.ts'
import type { Tenant } from './tenant.ts'
import { makeTenant } from './tenant-fixture.ts'

const server = await startServer({ RATE_LIMIT_PER_HOUR: '0', SANDBOX: 'true' })
const { send, listViolations } = openClient(server)
const tenants: { tenant: Tenant; token: string }[] = []
let key: string

before(async () => {
  const partner = await makePartner(server)
  key = partner.key
  for (const name of ['first', 'second']) {
    const agency = await makeAgency(server)
    const { agencyUid } = agency
    const tenant = await makeTenant(server, agency, name)
    const { propertyUid, hotelUid } = tenant.uids
    const options = { access: 'READ', personalData: true } as const
    await grant(server, {
      agencyUid,
      partnerUid: partner.partnerUid,
      objectUid: propertyUid!,
      ...options,
    })
    await grant(server, {
      agencyUid,
      partnerUid: partner.partnerUid,
      objectUid: hotelUid!,
      ...options,
      isHotel: true,
    })
    tenants.push({ tenant, token: await makeToken(server, partner.partnerUid, agencyUid) })
  }
})

const isTenantRead = (route: AnyRoute) =>
  isRead(route) &&
  !isAgencyOnly(route) &&
  !isWebhookRoute(route) &&
  !/^\/(agencies|events)\b/.test(route.path)

/**
 * Removes what differs between equal responses: links to files are signed for each response, and
 * each error has a uid.
 */
const comparable = ({ status, text }: TestResponse) => {
  const unsigned = text.replaceAll(/token=[\w.-]+/g, '')
  return status < 400 ? unsigned : unsigned.replaceAll(/"uid":"[^"]*"/g, '')
}

for (const surface of [surfaces[0], surfaces.at(-1)!]) {
  describe(`a partner's key on ${surface.prefix}`, () => {
    it('returns for each agency what a token of that agency returns', async () => {
      const violations = await listViolations(surface, isTenantRead, async route => {
        for (const { tenant, token } of tenants) {
          const byKey = await send(surface, route, tenant, key)
          const byToken = await send(surface, route, tenant, token)
          const isSame = comparable(byKey) === comparable(byToken)
          if (byKey.status !== byToken.status || !isSame)
            return `${describeResponse(byKey)}\n${describeResponse(byToken)}`
        }
        return null
      })
      assert.deepEqual(violations, [])
    })
  })
}

describe('a response for several agencies', () => {
  const get = async (path: string, credential: string) => {
    const { status, text, body } = await server.request('GET', `/api/v3.3${path}`, {
      key: credential,
    })
    assert.equal(status, 200, text)
    return body
  }

  it('contains the calendars of the properties of every agency', async () => {
    const range = 'from=2026-06-01&to=2026-06-20'
    const expected = await Promise.all(
      tenants.map(async ({ tenant: { uids }, token }) => {
        const path = `/property-calendar?propertiesUids=${uids.propertyUid}&${range}`
        return (await get(path, token)).calendars
      }),
    )
    const propertyUids = tenants.map(({ tenant }) => tenant.uids.propertyUid).join()
    const { calendars } = await get(
      `/property-calendar?propertiesUids=${propertyUids}&${range}`,
      key,
    )
    assert.deepEqual(calendars, expected.flat())
  })
})
