/** Features of contract/versions.md other than operations, without a test elsewhere. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { versions } from '../../src/rental/versions.ts'
import { makeTenant } from '../authorization/tenant-fixture.ts'
import { makeAgency, makePartner, makeProperty } from '../fixtures/rows.ts'
import { callsAnywhere } from '../fixtures/webhooks.ts'
import { startServer } from '../support/server.ts'
import { startReceiver } from '../support/webhook-receiver/receiver.ts'

const server = await startServer({ SANDBOX: 'true', RATE_LIMIT_PER_HOUR: '0', ...callsAnywhere })
const receiver = await startReceiver()
const agency = await makeAgency(server)
const { agencyUid, key } = agency
const tenant = await makeTenant(server, agency, 'matrix')
const { propertyUid, leadUid } = tenant.uids

const prefixes = versions.map(version => `/api/v${version}`)
const send = (method: string, path: string, body?: object) =>
  server.request(method, path, { key, ...(body ? { body } : {}) })

describe('addresses', () => {
  it('404: addresses that no version has', async () => {
    for (const prefix of prefixes) {
      const { status, body } = await send('GET', `${prefix}/multi-units/hotels`)
      assert.deepEqual([status, body.code], [404, 'UNKNOWN_API'])
    }
    const { status, body } = await send('POST', '/v2/propertiesql', { query: '{ __typename }' })
    assert.deepEqual([status, body.apiErrorMessage], [404, 'Endpoint not found'])
  })

  it('each version serves GraphQL only at its own path', async () => {
    for (const prefix of prefixes) {
      assert.equal(
        (await send('POST', `${prefix}/graphql`, { query: '{ __typename }' })).status,
        200,
      )
      assert.equal((await send('POST', `${prefix}/leadsql`, {})).body.code, 'UNKNOWN_API')
    }
    assert.equal((await send('POST', '/v2/leadsql', { query: '{ __typename }' })).status, 200)
    assert.equal((await send('POST', '/v2/graphql', {})).body.code, 'ENDPOINT_NOT_FOUND')
  })
})

describe('the GraphQL schemas', () => {
  const listRoots = async (path: string) => {
    const query = '{ __schema { queryType { fields { name args { name } } } } }'
    const { body } = await send('POST', path, { query })
    const all: { name: string; args: { name: string }[] }[] = body.data.__schema.queryType.fields
    return Object.fromEntries(all.map(({ name, args }) => [name, args.map(arg => arg.name)]))
  }

  it('the schemas have the arguments of their version', async () => {
    const { leads } = await listRoots('/v2/leadsql')
    const names = ['agencyUid', 'propertyUid', 'propertyUids', 'isActiveOrHasActiveSubUnits']
    assert.deepEqual(leads!.slice(0, 4), names)
    for (const prefix of prefixes) {
      const roots = await listRoots(`${prefix}/graphql`)
      const has = Object.values(roots).some(args => args.includes('isActiveOrHasActiveSubUnits'))
      assert.equal(has, prefix.endsWith('3.3'), prefix)
    }
  })

  it('the lead query returns agreementSigned and hasCompletedPreArrivalForm', async () => {
    const fields = '{ uid agreementSigned hasCompletedPreArrivalForm }'
    const query = `{ leads(agencyUid: "${agencyUid}") ${fields} }`
    const { body } = await send('POST', '/v2/leadsql', { query })
    const lead = body.data.leads.find(({ uid }: { uid: string }) => uid === leadUid)
    assert.deepEqual([lead.agreementSigned, lead.hasCompletedPreArrivalForm], [false, false])
  })
})

describe('bodies', () => {
  it('a pricing period needs none of its stay fields', async () => {
    const pricingPeriod = { propertyUid, date: '2027-05-01', price: 90 }
    for (const path of [
      '/v2/pricingperiods',
      ...prefixes.map(prefix => `${prefix}/pricing-periods`),
    ]) {
      const { status, text } = await send('POST', path, { operation: 'SET', pricingPeriod })
      assert.ok(status < 300, `${path} ${text}`)
    }
  })

  it('a new webhook contains its secret from v3.3 on', async () => {
    const subscription = { agencyUid, objectUid: propertyUid, eventType: 'NEW_BOOKING' }
    for (const prefix of prefixes) {
      const body = { ...subscription, callbackUrl: `${receiver.url}${prefix}` }
      const response = await send('POST', `${prefix}/webhooks`, body)
      assert.equal(response.status, 201, response.text)
      assert.equal('secret' in response.body.webhook, prefix.endsWith('3.3'), prefix)
    }
  })

  it('texts of custom data have the length of their version', async () => {
    const field = (type: string) => ({ agencyUid, name: `Of ${type}`, type, usage: 'OTHER' })
    const limits = { TEXT: () => 1_000, LONG_TEXT: (prefix: string) => longLimit(prefix) }
    const longLimit = (prefix: string) => (prefix.endsWith('3.3') ? 20_000 : 4_000)
    for (const [type, getLimit] of Object.entries(limits)) {
      const created = await send('POST', '/api/v3.3/custom-data-fields', field(type))
      assert.equal(created.status, 201, created.text)
      const customDataFieldUid = created.body.customDataField.uid
      const paths = ['/v2/customdata', ...prefixes.map(prefix => `${prefix}/custom-data`)]
      for (const path of paths) {
        const limit = getLimit(path.replace('/custom-data', ''))
        const put = (length: number) =>
          send('POST', path, { propertyUid, customDataFieldUid, text: 'x'.repeat(length) })
        const accepted = await put(limit)
        assert.ok(accepted.status < 300, `${path} ${type} ${accepted.text.slice(0, 300)}`)
        assert.equal((await put(limit + 1)).status, 400, `${path} ${type}`)
      }
    }
  })

  it('leads have 13 sources, which v2 names differently', async () => {
    for (const prefix of prefixes) {
      const { body } = await send('GET', `${prefix}/openapi.json`)
      assert.equal(body.components.schemas.LeadSource.enum.length, 13, prefix)
    }
    const { body } = await send('GET', `/v2/leads/${leadUid}`)
    assert.equal(body.source, 'ORBIRENTAL_API')
  })

  it('unit types contain their hotel from v3.1 on', async () => {
    const { unitTypeUid, hotelUid } = tenant.uids
    for (const prefix of prefixes) {
      const { body } = await send('GET', `${prefix}/properties/${unitTypeUid}`)
      const expected = prefix.endsWith('3.0') ? undefined : hotelUid
      assert.equal(body.property.hotelUid, expected, prefix)
    }
  })
})

describe('rules', () => {
  it('404: v3 does not find a deleted property', async () => {
    const uid = await makeProperty(server, agencyUid)
    assert.equal((await send('DELETE', `/api/v3.3/properties/${uid}`)).status, 204)
    for (const prefix of prefixes) {
      const { status, body } = await send('GET', `${prefix}/properties/${uid}`)
      assert.deepEqual([status, body.code], [404, 'PROPERTY_NOT_FOUND'], prefix)
    }
  })

  it('a new lead needs its agency from v3.3 on', async () => {
    const block = { propertyUid, type: 'BLOCK', status: 'BLOCKED' }
    for (const [i, prefix] of prefixes.entries()) {
      const day = (n: number) => `2027-08-${10 + 2 * i + n}`
      const dates = { checkInLocalDate: day(0), checkOutLocalDate: day(1) }
      const response = await send('POST', `${prefix}/leads`, { ...block, ...dates })
      if (!prefix.endsWith('3.3')) assert.equal(response.status, 201, response.text)
      else assert.deepEqual([response.status, response.body.parameter], [400, 'agencyUid'])
    }
  })

  it('the stored version of a partner changes no response', async () => {
    const { clientId, clientSecret } = await makePartner(server)
    const headers = { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` }
    const { body } = await server.request('GET', '/api/version', { headers })
    const { status } = await server.request('PUT', '/api/v3.0/version', { headers, body })
    assert.equal(status, 404)
    const again = await server.request('PUT', '/api/version', { headers, body })
    assert.deepEqual([again.status, again.body], [200, body])
  })
})

describe('messages', () => {
  it('an unknown message type is replaced, or rejected from v3.3 on', async () => {
    const sent = { leadUid, type: 'PIGEON', content: { text: 'Hello' } }
    for (const prefix of prefixes) {
      const { status, headers, body } = await send('POST', `${prefix}/messages`, sent)
      const warning = headers.get('x-lodgepole-warning') ?? ''
      if (prefix.endsWith('3.3')) {
        assert.deepEqual([status, body.code], [400, 'INVALID_MESSAGE_TYPE'])
      } else {
        assert.equal(status, 201, prefix)
        assert.match(warning, /^message\.type 'PIGEON' replaced by (EMAIL|DIRECT_MESSAGE)$/)
      }
    }
  })

  it('threads have guests as participants in v2, leads in v3', async () => {
    const { threadUid, conversationUid } = tenant.uids
    const participantTypes = (thread: { participants: { participantType: string }[] }) =>
      thread.participants.map(({ participantType }) => participantType).sort()
    const legacy = await send('GET', `/v2/threads/${conversationUid}`)
    assert.deepEqual(participantTypes(legacy.body), ['AGENCY', 'GUEST'])
    for (const prefix of prefixes.slice(2)) {
      const { body } = await send('GET', `${prefix}/threads/${threadUid}`)
      assert.deepEqual(participantTypes(body.thread), ['AGENCY', 'LEAD'], prefix)
      assert.equal((await send('GET', `${prefix}/threads/${conversationUid}`)).status, 404)
    }
    for (const prefix of prefixes.slice(0, 2)) {
      assert.equal((await send('GET', `${prefix}/threads`)).body.code, 'UNKNOWN_API')
    }
  })

  it('400: v2 cannot filter threads by lead', async () => {
    const { status, body } = await send('GET', `/v2/threads?leadUid=${leadUid}`)
    assert.deepEqual([status, body.code, body.parameter], [400, 'INVALID_PARAMETER', 'leadUid'])
  })
})
