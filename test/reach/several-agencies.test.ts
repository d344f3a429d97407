/**
 * contract/general.md §3: the key of a partner reads of several agencies what its tokens read of
 * each. On a cluster these agencies lie on several nodes.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { grant, makeAgency, makePartner, makeToken } from '../fixtures/rows.ts'
import { type Answer, startServer } from '../support/server.ts'
import { makeEstate } from './estate.ts'
import { agencyOnly, ofWebhooks } from './known.ts'
import type { AnyRoute } from './requests.ts'
import { isRead, scopes, surfacesOf, told } from './surfaces.ts'
import type { Estate } from './uids.ts'

const server = await startServer({ RATE_LIMIT_PER_HOUR: '0', SANDBOX: 'true' })
const { ask, findings } = surfacesOf(server)
const estates: { estate: Estate; token: string }[] = []
let key: string

before(async () => {
  const partner = await makePartner(server)
  key = partner.key
  for (const mark of ['first', 'second']) {
    const agency = await makeAgency(server)
    const { agencyUid } = agency
    const estate = await makeEstate(server, agency, mark)
    const { propertyUid, hotelUid } = estate.uids
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
    estates.push({ estate, token: await makeToken(server, partner.partnerUid, agencyUid) })
  }
})

/** Those that are asked for what an estate has. */
const isOfOne = (route: AnyRoute) =>
  isRead(route) &&
  !agencyOnly(route) &&
  !ofWebhooks(route) &&
  !/^\/(agencies|events)\b/.test(route.path)

/** Links to files are signed anew for each answer, and each refusal has a uid of its own. */
const comparable = ({ status, text }: Answer) => {
  const unsigned = text.replaceAll(/token=[\w.-]+/g, '')
  return status < 400 ? unsigned : unsigned.replaceAll(/"uid":"[^"]*"/g, '')
}

for (const at of [scopes[0], scopes.at(-1)!]) {
  describe(`a partner's key on ${at.prefix}`, () => {
    it('reads of each of its agencies what a token for it reads', async () => {
      const wrong = await findings(at, isOfOne, async route => {
        for (const { estate, token } of estates) {
          const byKey = await ask(at, route, estate, key)
          const byToken = await ask(at, route, estate, token)
          const isSame = comparable(byKey) === comparable(byToken)
          if (byKey.status !== byToken.status || !isSame) return `${told(byKey)}\n${told(byToken)}`
        }
        return null
      })
      assert.deepEqual(wrong, [])
    })
  })
}

describe('one answer of several agencies', () => {
  const get = async (path: string, credential: string) => {
    const { status, text, body } = await server.request('GET', `/api/v3.3${path}`, {
      key: credential,
    })
    assert.equal(status, 200, text)
    return body
  }

  it('has the calendars of the properties of all', async () => {
    const range = 'from=2026-06-01&to=2026-06-20'
    const ofOne = await Promise.all(
      estates.map(async ({ estate: { uids }, token }) => {
        const path = `/property-calendar?propertiesUids=${uids.propertyUid}&${range}`
        return (await get(path, token)).calendars
      }),
    )
    const named = estates.map(({ estate }) => estate.uids.propertyUid).join()
    const { calendars } = await get(`/property-calendar?propertiesUids=${named}&${range}`, key)
    assert.deepEqual(calendars, ofOne.flat())
  })
})
