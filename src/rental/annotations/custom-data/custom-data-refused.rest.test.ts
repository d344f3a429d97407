/** Errors of custom data, by version: contract/resources.md §4.2. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeHotel,
  makeLead,
  makePartner,
  makeProperty,
  makeToken,
  makeUnit,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const foreign = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const leadUid = await makeLead(server, agencyUid, { property_uid: propertyUid })
const hotelUid = await makeHotel(server, agencyUid)
const typeUid = await makeProperty(server, agencyUid, { hotel_uid: hotelUid })
const unitUid = await makeUnit(server.database.kysely, agencyUid, typeUid)

const call = (method: string, path: string, body?: unknown, by = key) =>
  server.request(method, path, { key: by, ...(body ? { body } : {}) })
const path = '/api/v3.3/custom-data'
const set = (body: object, by = key) => call('POST', path, body, by)

let count = 0
async function makeField(body: object = {}, of = { agencyUid, key }) {
  const field = { agencyUid: of.agencyUid, name: `Field ${++count}`, ...body }
  const response = await call('POST', '/api/v3.3/custom-data-fields', field, of.key)
  return response.body.customDataField
}

describe('the length of a text', () => {
  const longest = [
    ['/v2/customdata', 1_000, 4_000],
    ['/api/v3/custom-data', 1_000, 4_000],
    ['/api/v3.1/custom-data', 1_000, 4_000],
    ['/api/v3.2/custom-data', 1_000, 4_000],
    ['/api/v3.3/custom-data', 1_000, 20_000],
  ] as const
  for (const [all, short, long] of longest) {
    it(`200 up to ${short} and ${long} code points through ${all}, 400 for more`, async () => {
      for (const [type, limit] of [
        ['TEXT', short],
        ['LONG_TEXT', long],
      ] as const) {
        const { uid } = await makeField({ type })
        const named = { propertyUid, customDataFieldUid: uid }
        const text = '🗝'.repeat(limit)
        const { status } = await call('POST', all, { ...named, text })
        assert.equal(status, 200)
        const { status: refused, body } = await call('POST', all, { ...named, text: `${text}x` })
        assert.deepEqual([refused, body.code, body.limit], [400, 'PAYLOAD_RULE_VIOLATION', limit])
        const message = `Custom data text exceeds the maximum length of ${limit} characters`
        assert.equal(body.apiErrorMessage, message)
      }
    })
  }

  it('200: returns the whole text in every version', async () => {
    const object = await makeProperty(server, agencyUid)
    const { uid } = await makeField({ type: 'LONG_TEXT' })
    const text = 'x'.repeat(20_000)
    await set({ propertyUid: object, customDataFieldUid: uid, text })
    for (const version of ['v3', 'v3.1', 'v3.2']) {
      const { body } = await call('GET', `/api/${version}/custom-data?propertyUid=${object}`)
      assert.equal(body.customData[0].text, text)
    }
    const { body } = await call('GET', `/v2/customdata?propertyUid=${object}`)
    assert.equal(body[0].text, text)
  })
})

describe('invalid parameters', () => {
  it('400: rejects no object, several objects, no text and no field', async () => {
    const { uid } = await makeField()
    const three = "['propertyUid', 'leadUid', 'unitUid']"
    const refusals = [
      [await call('GET', path), `One of ${three} is required`],
      [await call('GET', '/api/v3/custom-data'), "One of ['propertyUid', 'leadUid'] is required"],
      [
        await call('GET', `/api/v3/custom-data?unitUid=${unitUid}`),
        "One of ['propertyUid', 'leadUid'] is required",
      ],
      [
        await call('GET', `${path}?propertyUid=${propertyUid}&leadUid=${leadUid}`),
        `Exactly one of ${three} must be given`,
      ],
      [await set({ customDataFieldUid: uid, text: 'x' }), `One of ${three} is required`],
      [
        await set({ propertyUid, unitUid, customDataFieldUid: uid, text: 'x' }),
        `Exactly one of ${three} must be given`,
      ],
      [
        await set({ propertyUid, customDataFieldUid: uid, text: null }),
        "Invalid parameter 'text' must not be null",
      ],
      [
        await set({ propertyUid, text: 'x' }),
        "Invalid parameter 'customDataFieldUid' must not be null",
      ],
      [
        await call('DELETE', `${path}?propertyUid=${propertyUid}`),
        "Invalid parameter 'customDataFieldUid' must not be null",
      ],
      [await call('DELETE', `${path}?customDataFieldUid=${uid}`), `One of ${three} is required`],
    ] as const
    for (const [{ status, body }, message] of refusals) {
      assert.deepEqual([status, body.apiErrorMessage], [400, message])
    }
  })
})

describe('unknown objects', () => {
  it('403, 404: rejects inaccessible objects; 404 for a field of another agency', async () => {
    const { uid } = await makeField()
    const foreignField = await makeField({}, foreign)
    const deletedLead = await makeLead(server, agencyUid, { deleted_at: new Date() })
    const deletedProperty = await makeProperty(server, agencyUid, { deleted_at: new Date() })
    const plainUnit = await makeUnit(server.database.kysely, agencyUid, propertyUid)
    for (const [object, code] of [
      [{ propertyUid: randomUUID() }, 'ACCESS_DENIED'],
      [{ propertyUid: deletedProperty }, 'ACCESS_DENIED'],
      [{ unitUid: randomUUID() }, 'ACCESS_DENIED'],
      [{ unitUid: plainUnit }, 'ACCESS_DENIED'],
      [{ leadUid: randomUUID() }, 'LEAD_NOT_FOUND'],
      [{ leadUid: deletedLead }, 'LEAD_NOT_FOUND'],
    ] as const) {
      const named = { ...object, customDataFieldUid: uid }
      const query = new URLSearchParams(object as Record<string, string>)
      for (const { body } of [
        await call('GET', `${path}?${query}`),
        await set({ ...named, text: 'x' }),
        await call('DELETE', path, named),
      ]) {
        assert.equal(body.code, code)
      }
    }
    for (const fieldUid of [foreignField.uid, randomUUID(), 'x']) {
      const named = { propertyUid, customDataFieldUid: fieldUid }
      for (const response of [
        await set({ ...named, text: 'x' }),
        await call('DELETE', path, named),
      ]) {
        assert.deepEqual(
          [response.status, response.body.code],
          [404, 'CUSTOM_DATA_FIELD_NOT_FOUND'],
        )
        const message = `Custom data field not found: ${fieldUid}`
        assert.equal(response.body.apiErrorMessage, message)
      }
    }
  })
})

describe('access to values', () => {
  it('values of a deleted lead or property are not accessible', async () => {
    const { uid } = await makeField()
    const object = await makeProperty(server, agencyUid)
    const lead = await makeLead(server, agencyUid, {
      property_uid: object,
      type: 'BLOCK',
      status: 'BLOCKED',
    })
    for (const one of [{ propertyUid: object }, { leadUid: lead }]) {
      await set({ ...one, customDataFieldUid: uid, text: 'x' })
    }
    await call('DELETE', `/api/v3.3/leads/${lead}`)
    await call('DELETE', `/api/v3.3/properties/${object}`)
    assert.equal((await call('GET', `${path}?leadUid=${lead}`)).status, 404)
    assert.equal((await call('GET', `${path}?propertyUid=${object}`)).status, 403)
  })

  it('partners access granted objects, and write with READ_WRITE', async () => {
    const { uid } = await makeField()
    const other = await makeProperty(server, agencyUid)
    const tokenWith = async (access: 'READ' | 'READ_WRITE') => {
      const { partnerUid } = await makePartner(server)
      await grant(server, { agencyUid, partnerUid, objectUid: propertyUid, access })
      await grant(server, { agencyUid, partnerUid, objectUid: hotelUid, access, isHotel: true })
      return makeToken(server, partnerUid, agencyUid)
    }
    const [reader, writer] = [await tokenWith('READ'), await tokenWith('READ_WRITE')]
    const objects: Record<string, string>[] = [{ propertyUid }, { leadUid }, { unitUid }]
    for (const object of objects) {
      const query = new URLSearchParams(object)
      assert.equal((await call('GET', `${path}?${query}`, undefined, reader)).status, 200)
      const body = { ...object, customDataFieldUid: uid, text: 'x' }
      assert.equal((await set(body, reader)).body.code, 'READ_ONLY_GRANT')
      assert.equal((await set(body, writer)).status, 200)
      assert.equal((await call('DELETE', path, body, reader)).body.code, 'READ_ONLY_GRANT')
    }
    const hidden = { propertyUid: other, customDataFieldUid: uid, text: 'x' }
    assert.equal((await set(hidden, writer)).body.code, 'ACCESS_DENIED')
  })
})
