/** What contract/versions.md names beside operations, and no noun's own test shows. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { versions } from '../../src/rental/versions.ts'
import { makeAgency, makePartner, makeProperty } from '../fixtures/rows.ts'
import { callsAnywhere } from '../fixtures/webhooks.ts'
import { makeEstate } from '../reach/estate.ts'
import { startReceiver } from '../support/receiver.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({ SANDBOX: 'true', RATE_LIMIT_PER_HOUR: '0', ...callsAnywhere })
const receiver = await startReceiver()
const agency = await makeAgency(server)
const { agencyUid, key } = agency
const estate = await makeEstate(server, agency, 'matrix')
const { propertyUid, leadUid } = estate.uids

const every = versions.map(version => `/api/v${version}`)
const ask = (method: string, path: string, body?: object) =>
  server.request(method, path, { key, ...(body ? { body } : {}) })

describe('addresses', () => {
  it('addresses that never came to be are unknown', async () => {
    for (const prefix of every) {
      const { status, body } = await ask('GET', `${prefix}/multi-units/hotels`)
      assert.deepEqual([status, body.code], [404, 'UNKNOWN_API'])
    }
    const { status, body } = await ask('POST', '/v2/propertiesql', { query: '{ __typename }' })
    assert.deepEqual([status, body.apiErrorMessage], [404, 'Endpoint not found'])
  })

  it('the query of a version stands below its own address only', async () => {
    for (const prefix of every) {
      assert.equal(
        (await ask('POST', `${prefix}/graphql`, { query: '{ __typename }' })).status,
        200,
      )
      assert.equal((await ask('POST', `${prefix}/leadsql`, {})).body.code, 'UNKNOWN_API')
    }
    assert.equal((await ask('POST', '/v2/leadsql', { query: '{ __typename }' })).status, 200)
    assert.equal((await ask('POST', '/v2/graphql', {})).body.code, 'ENDPOINT_NOT_FOUND')
  })
})

describe('the GraphQL schemas', () => {
  const rootsOf = async (path: string) => {
    const query = '{ __schema { queryType { fields { name args { name } } } } }'
    const { body } = await ask('POST', path, { query })
    const all: { name: string; args: { name: string }[] }[] = body.data.__schema.queryType.fields
    return Object.fromEntries(all.map(({ name, args }) => [name, args.map(arg => arg.name)]))
  }

  it('the schemas have their arguments', async () => {
    const { leads } = await rootsOf('/v2/leadsql')
    const names = ['agencyUid', 'propertyUid', 'propertyUids', 'isActiveOrHasActiveSubUnits']
    assert.deepEqual(leads!.slice(0, 4), names)
    for (const prefix of every) {
      const roots = await rootsOf(`${prefix}/graphql`)
      const has = Object.values(roots).some(args => args.includes('isActiveOrHasActiveSubUnits'))
      assert.equal(has, prefix.endsWith('3.3'), prefix)
    }
  })

  it('shows both in every lead query', async () => {
    const fields = '{ uid agreementSigned hasCompletedPreArrivalForm }'
    const query = `{ leads(agencyUid: "${agencyUid}") ${fields} }`
    const { body } = await ask('POST', '/v2/leadsql', { query })
    const lead = body.data.leads.find(({ uid }: { uid: string }) => uid === leadUid)
    assert.deepEqual([lead.agreementSigned, lead.hasCompletedPreArrivalForm], [false, false])
  })
})

describe('shapes', () => {
  it('a pricing period needs none of its stay fields', async () => {
    const pricingPeriod = { propertyUid, date: '2027-05-01', price: 90 }
    for (const path of ['/v2/pricingperiods', ...every.map(one => `${one}/pricing-periods`)]) {
      const { status, text } = await ask('POST', path, { operation: 'SET', pricingPeriod })
      assert.ok(status < 300, `${path} ${text}`)
    }
  })

  it('a new webhook says its secret from v3.3 on', async () => {
    const wanted = { agencyUid, objectUid: propertyUid, eventType: 'NEW_BOOKING' }
    for (const prefix of every) {
      const body = { ...wanted, callbackUrl: `${receiver.url}${prefix}` }
      const answer = await ask('POST', `${prefix}/webhooks`, body)
      assert.equal(answer.status, 201, answer.text)
      assert.equal('secret' in answer.body.webhook, prefix.endsWith('3.3'), prefix)
    }
  })

  it('texts of custom data have the length of their version', async () => {
    const field = (type: string) => ({ agencyUid, name: `Of ${type}`, type, usage: 'OTHER' })
    const limits = { TEXT: () => 1_000, LONG_TEXT: (prefix: string) => longOf(prefix) }
    const longOf = (prefix: string) => (prefix.endsWith('3.3') ? 20_000 : 4_000)
    for (const [type, limitOf] of Object.entries(limits)) {
      const made = await ask('POST', '/api/v3.3/custom-data-fields', field(type))
      assert.equal(made.status, 201, made.text)
      const customDataFieldUid = made.body.customDataField.uid
      const paths = ['/v2/customdata', ...every.map(prefix => `${prefix}/custom-data`)]
      for (const path of paths) {
        const limit = limitOf(path.replace('/custom-data', ''))
        const put = (length: number) =>
          ask('POST', path, { propertyUid, customDataFieldUid, text: 'x'.repeat(length) })
        const fitting = await put(limit)
        assert.ok(fitting.status < 300, `${path} ${type} ${fitting.text.slice(0, 300)}`)
        assert.equal((await put(limit + 1)).status, 400, `${path} ${type}`)
      }
    }
  })

  it('leads have 13 sources, which v2 words in its way', async () => {
    for (const prefix of every) {
      const { body } = await ask('GET', `${prefix}/openapi.json`)
      assert.equal(body.components.schemas.LeadSource.enum.length, 13, prefix)
    }
    const { body } = await ask('GET', `/v2/leads/${leadUid}`)
    assert.equal(body.source, 'ORBIRENTAL_API')
  })

  it('unit types are known from v3.1 on', async () => {
    const { unitTypeUid, hotelUid } = estate.uids
    for (const prefix of every) {
      const { body } = await ask('GET', `${prefix}/properties/${unitTypeUid}`)
      const expected = prefix.endsWith('3.0') ? undefined : hotelUid
      assert.equal(body.property.hotelUid, expected, prefix)
    }
  })
})

describe('rules', () => {
  it('a removed property is not found in v3', async () => {
    const uid = await makeProperty(server, agencyUid)
    assert.equal((await ask('DELETE', `/api/v3.3/properties/${uid}`)).status, 204)
    for (const prefix of every) {
      const { status, body } = await ask('GET', `${prefix}/properties/${uid}`)
      assert.deepEqual([status, body.code], [404, 'PROPERTY_NOT_FOUND'], prefix)
    }
  })

  it('a new lead needs its agency from v3.3 on', async () => {
    const block = { propertyUid, type: 'BLOCK', status: 'BLOCKED' }
    for (const [i, prefix] of every.entries()) {
      const day = (n: number) => `2027-08-${10 + 2 * i + n}`
      const dates = { checkInLocalDate: day(0), checkOutLocalDate: day(1) }
      const answer = await ask('POST', `${prefix}/leads`, { ...block, ...dates })
      if (!prefix.endsWith('3.3')) assert.equal(answer.status, 201, answer.text)
      else assert.deepEqual([answer.status, answer.body.parameter], [400, 'agencyUid'])
    }
  })

  it("a partner's version changes no answer", async () => {
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
  it('a wrong message type is replaced, or refused', async () => {
    const sent = { leadUid, type: 'PIGEON', content: { text: 'Hello' } }
    for (const prefix of every) {
      const { status, headers, body } = await ask('POST', `${prefix}/messages`, sent)
      const warning = headers.get('x-lodgepole-warning') ?? ''
      if (prefix.endsWith('3.3')) {
        assert.deepEqual([status, body.code], [400, 'INVALID_MESSAGE_TYPE'])
      } else {
        assert.equal(status, 201, prefix)
        assert.match(warning, /^message\.type 'PIGEON' replaced by (EMAIL|DIRECT_MESSAGE)$/)
      }
    }
  })

  it('conversations are of guests in v2, of leads in v3', async () => {
    const { threadUid, conversationUid } = estate.uids
    const typesOf = (thread: { participants: { participantType: string }[] }) =>
      thread.participants.map(({ participantType }) => participantType).sort()
    const old = await ask('GET', `/v2/threads/${conversationUid}`)
    assert.deepEqual(typesOf(old.body), ['AGENCY', 'GUEST'])
    for (const prefix of every.slice(2)) {
      const { body } = await ask('GET', `${prefix}/threads/${threadUid}`)
      assert.deepEqual(typesOf(body.thread), ['AGENCY', 'LEAD'], prefix)
      assert.equal((await ask('GET', `${prefix}/threads/${conversationUid}`)).status, 404)
    }
    for (const prefix of every.slice(0, 2)) {
      assert.equal((await ask('GET', `${prefix}/threads`)).body.code, 'UNKNOWN_API')
    }
  })

  it('threads of v2 are not searched by lead', async () => {
    const { status, body } = await ask('GET', `/v2/threads?leadUid=${leadUid}`)
    assert.deepEqual([status, body.code, body.parameter], [400, 'INVALID_PARAMETER', 'leadUid'])
  })
})
