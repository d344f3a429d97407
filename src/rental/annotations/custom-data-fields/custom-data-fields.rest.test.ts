/** Custom data fields: contract/resources.md §4.1. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import { readEventLog } from '../../../../test/fixtures/events/event-log.ts'
import {
  grant,
  makeAgency,
  makeLead,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { newUid } from '../../../platform/uid.ts'

const server = await startServer()
let agencyUid: string
let key: string

beforeEach(async () => {
  ;({ agencyUid, key } = await makeAgency(server))
})

const call = (method: string, path: string, body?: unknown, by = key) =>
  server.request(method, path, { key: by, ...(body ? { body } : {}) })
const path = '/api/v3.3/custom-data-fields'
const add = (body: object, by = key) => call('POST', path, { agencyUid, ...body }, by)
const list = async (args = '') => (await call('GET', `${path}?agencyUid=${agencyUid}${args}`)).body
const named = (fields: { name: string }[]) => fields.map(({ name }) => name)

async function makeFields(count: number): Promise<void> {
  const fields = Array.from({ length: count }, (_, i) => ({
    agency_uid: agencyUid,
    uid: newUid(),
    name: `Field ${i}`,
    type: 'TEXT',
    variable: `FIELD_${i}`,
    position: i + 1,
    usage: 'OTHER',
    created_at: server.clock.now(),
  }))
  await insertRows({ db: server.database.kysely }, 'custom_data_fields', fields)
}

describe('POST /custom-data-fields', () => {
  for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
    it(`201: derives defaults from the name in ${version}`, async () => {
      const all = `/api/${version}/custom-data-fields`
      const { status, body } = await call('POST', all, { agencyUid, name: ' Door-code 2' })
      assert.equal(status, 201)
      const { uid } = body.customDataField
      const created = { name: 'Door-code 2', type: 'TEXT', variable: 'DOOR_CODE_2', index: 1 }
      const customDataField = { uid, agencyUid, ...created, usage: 'CUSTOM_VARIABLES' }
      assert.deepEqual(body, { customDataField })
      assert.deepEqual((await call('GET', `${all}/${uid}`)).body, body)
      const listed = await call('GET', `${all}?agencyUid=${agencyUid}`)
      assert.deepEqual(listed.body, {
        customDataFields: [customDataField],
        _metadata: { count: 1, totalCount: null },
        _paging: { _limit: 1_000, _nextCursor: null },
      })
    })
  }

  it('201: accepts all fields; the next field is added last', async () => {
    const input = { type: 'LONG_TEXT', variable: 'RULES_1', index: 7, usage: 'PRE_ARRIVAL_FORM' }
    const { customDataField } = (await add({ name: 'Rules', ...input })).body
    const { type, variable, index, usage } = customDataField
    assert.deepEqual({ type, variable, index, usage }, input)
    assert.equal((await add({ name: 'Wifi' })).body.customDataField.index, 8)
    await add({ name: 'Last', index: 2_147_483_647 })
    assert.equal((await add({ name: 'Later' })).body.customDataField.index, 2_147_483_647)
  })

  it('201: treats null as the default, and shortens the variable to 64 characters', async () => {
    const none = { type: null, variable: null, index: null, usage: null }
    const { customDataField } = (await add({ name: 'é'.repeat(255), ...none })).body
    assert.deepEqual([customDataField.variable, customDataField.index], ['_'.repeat(64), 1])
  })

  it('400: rejects an invalid name, type, variable, index or usage', async () => {
    const wrong = [
      { name: undefined },
      { name: ' ' },
      { name: 'x'.repeat(256) },
      { type: 'NUMBER' },
      { variable: 'door' },
      { variable: '' },
      { variable: 'A'.repeat(65) },
      { index: 0 },
      { index: 1.5 },
      { usage: 'NONE' },
    ]
    for (const change of wrong) {
      assert.equal((await add({ name: 'Door', ...change })).status, 400, JSON.stringify(change))
    }
  })

  it('409 ALREADY_EXISTS: rejects a name, case-insensitive, and a variable in use', async () => {
    const { uid } = (await add({ name: 'Door' })).body.customDataField
    for (const body of [
      { name: 'DOOR', variable: 'OTHER' },
      { name: 'x', variable: 'DOOR' },
    ]) {
      const { status, body: response } = await add(body)
      assert.deepEqual([status, response.code, response.existingUid], [409, 'ALREADY_EXISTS', uid])
    }
  })

  it('creates one field per name and index for concurrent requests', async () => {
    const names = ['Door', 'door', 'Wifi', 'Gate', 'Pool']
    const responses = await Promise.all(names.map(name => add({ name })))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 201, 201, 201, 409])
    const { customDataFields } = await list()
    assert.deepEqual(
      customDataFields.map(({ index }: { index: number }) => index),
      [1, 2, 3, 4],
    )
  })

  it('409 STATE_CONFLICT: rejects more than 200 fields, also concurrent ones', async () => {
    await makeFields(199)
    const responses = await Promise.all(['Door', 'Wifi', 'Gate'].map(name => add({ name })))
    const codes = responses.map(({ status, body }) => body.code ?? status).sort()
    assert.deepEqual(codes, [201, 'STATE_CONFLICT', 'STATE_CONFLICT'])
  })
})

describe('GET /custom-data-fields', () => {
  beforeEach(async () => {
    await add({ name: 'Wifi', type: 'LONG_TEXT', variable: 'A_WIFI', usage: 'OTHER' })
    await add({ name: 'Door', variable: 'Z_DOOR', index: 9 })
    await add({ name: 'Gate', type: 'LONG_TEXT', variable: 'M_GATE', index: 5 })
  })

  for (const [query, names] of [
    ['', ['Wifi', 'Gate', 'Door']],
    ['&sortDirection=DESC', ['Door', 'Gate', 'Wifi']],
    ['&sort=SORT_BY_NAME', ['Door', 'Gate', 'Wifi']],
    ['&sort=SORT_BY_NAME&sortDirection=DESC', ['Wifi', 'Gate', 'Door']],
    ['&sort=SORT_BY_TYPE', ['Wifi', 'Gate', 'Door']],
    ['&sort=SORT_BY_TYPE&sortDirection=DESC', ['Door', 'Gate', 'Wifi']],
    ['&sort=SORT_BY_VARIABLE', ['Wifi', 'Gate', 'Door']],
    ['&usage=OTHER', ['Wifi']],
    ['&usage=PRE_ARRIVAL_FORM', []],
  ] as const) {
    it(`200: returns '${query}' as a whole and in pages of one`, async () => {
      assert.deepEqual(named((await list(query)).customDataFields), names)
      const walked: string[] = []
      let cursor = ''
      while (true) {
        const page = await list(`${query}&_limit=1&_total=true&_cursor=${cursor}`)
        walked.push(...named(page.customDataFields))
        assert.equal(page._metadata.totalCount, names.length)
        cursor = page._paging._nextCursor
        if (!cursor) break
      }
      assert.deepEqual(walked, names)
    })
  }

  it('400: rejects an unknown sort, direction, usage or cursor', async () => {
    const { _paging } = await list('&_limit=1')
    const forged = (k: unknown) =>
      Buffer.from(JSON.stringify({ offset: 1, k, s: 'SORT_BY_INDEX ASC' })).toString('base64url')
    for (const [query, code] of [
      ['&sort=NAME', 'INVALID_ENUM_VALUE'],
      ['&sortDirection=UP', 'INVALID_ENUM_VALUE'],
      ['&usage=ALL', 'INVALID_ENUM_VALUE'],
      [`&sort=SORT_BY_NAME&_cursor=${_paging._nextCursor}`, 'INVALID_CURSOR'],
      [`&_cursor=${forged(['x', randomUUID()])}`, 'INVALID_CURSOR'],
      [`&_cursor=${forged(['9999999999', randomUUID()])}`, 'INVALID_CURSOR'],
      ['&_limit=0', 'INVALID_PARAMETER'],
    ] as const) {
      assert.equal((await list(query)).code, code, query)
    }
    assert.equal((await call('GET', path)).body.code, 'REQUIRED_PARAMETER')
    const foreign = await call('GET', `${path}?agencyUid=${randomUUID()}`)
    assert.equal(foreign.body.code, 'ACCESS_DENIED')
  })
})

describe('DELETE /custom-data-fields/{uid}', () => {
  it('204: deletes its values, with events except for deleted objects', async () => {
    const { uid } = (await add({ name: 'Door' })).body.customDataField
    const propertyUid = await makeProperty(server, agencyUid)
    const ofProperty = { property_uid: propertyUid }
    const leadUid = await makeLead(server, agencyUid, ofProperty)
    const block = { type: 'BLOCK', status: 'BLOCKED' }
    const deleted = await makeLead(server, agencyUid, { ...ofProperty, ...block })
    const sample = await makeLead(server, agencyUid, { ...ofProperty, status: 'SAMPLE' })
    const objects = [{ propertyUid }, ...[leadUid, deleted, sample].map(leadUid => ({ leadUid }))]
    for (const object of objects) {
      const body = { ...object, customDataFieldUid: uid, text: '1234' }
      assert.equal((await call('POST', '/api/v3.3/custom-data', body)).status, 200)
    }
    await call('DELETE', `/api/v3.3/leads/${deleted}`)
    const before = (await readEventLog(server, agencyUid)).length
    assert.equal((await call('DELETE', `${path}/${uid}`)).status, 204)
    const events = (await readEventLog(server, agencyUid)).slice(before)
    const common = {
      agency_uid: agencyUid,
      event_type: 'CUSTOM_DATA_DELETED',
      custom_data_field_uid: uid,
    }
    const payloads = events.map(({ payload }) => payload as Record<string, string>)
    assert.deepEqual(
      payloads.toSorted((a, b) => Number(!!a.lead_uid) - Number(!!b.lead_uid)),
      [
        { ...common, property_uid: propertyUid },
        { ...common, lead_uid: leadUid, property_uid: propertyUid },
      ],
    )
    assert.ok(!JSON.stringify(events).includes('1234'))
    const values = await call('GET', `/api/v3.3/custom-data?propertyUid=${propertyUid}`)
    assert.deepEqual(values.body.customData, [])
    assert.equal((await call('DELETE', `${path}/${uid}`)).body.code, 'CUSTOM_DATA_FIELD_NOT_FOUND')
    assert.equal((await add({ name: 'Door' })).status, 201)
  })
})

describe('deletion of a field', () => {
  it('204 or 404 during concurrent writes: never a 5xx, and no value is left', async () => {
    const { uid } = (await add({ name: 'Door' })).body.customDataField
    const writes = []
    for (let i = 0; i < 4; i++) {
      const propertyUid = await makeProperty(server, agencyUid)
      writes.push({ propertyUid, customDataFieldUid: uid, text: 'x' })
    }
    const [removed, ...written] = await Promise.all([
      call('DELETE', `${path}/${uid}`),
      ...writes.map(body => call('POST', '/api/v3.3/custom-data', body)),
    ])
    assert.equal(removed.status, 204)
    for (const { status } of written) assert.ok([200, 404].includes(status))
    const left = await server.database.kysely
      .selectFrom('custom_data')
      .select('text')
      .where('agency_uid', '=', agencyUid)
      .execute()
    assert.deepEqual(left, [])
  })

  it('404: rejects an unknown field and one of another agency', async () => {
    const { key: foreignKey } = await makeAgency(server)
    const { uid } = (await add({ name: 'Door' })).body.customDataField
    for (const method of ['GET', 'DELETE']) {
      for (const [one, by] of [
        [uid, foreignKey],
        [randomUUID(), key],
        ['x', key],
      ] as const) {
        const { status, body } = await call(method, `${path}/${one}`, undefined, by)
        assert.deepEqual([status, body.code], [404, 'CUSTOM_DATA_FIELD_NOT_FOUND'])
      }
    }
  })
})

describe('a partner', () => {
  it('sees all fields, creates fields with READ_WRITE, and deletes only its own', async () => {
    const { uid } = (await add({ name: 'Door' })).body.customDataField
    const propertyUid = await makeProperty(server, agencyUid)
    const tokenWith = async (access: 'READ' | 'READ_WRITE') => {
      const { partnerUid } = await makePartner(server)
      await grant(server, { agencyUid, partnerUid, objectUid: propertyUid, access })
      return makeToken(server, partnerUid, agencyUid)
    }
    const [reader, writer] = [await tokenWith('READ'), await tokenWith('READ_WRITE')]
    const readable = await call('GET', `${path}?agencyUid=${agencyUid}`, undefined, reader)
    assert.deepEqual(named(readable.body.customDataFields), ['Door'])
    assert.equal((await add({ name: 'Gate' }, reader)).body.code, 'READ_ONLY_GRANT')
    const created = await add({ name: 'Gate' }, writer)
    assert.equal(created.status, 201)
    const remove = (fieldUid: string, token: string) =>
      call('DELETE', `${path}/${fieldUid}`, undefined, token)
    assert.equal((await remove(uid, writer)).body.code, 'OPERATION_NOT_PERMITTED')
    const own = created.body.customDataField.uid
    assert.equal((await remove(own, reader)).body.code, 'OPERATION_NOT_PERMITTED')
    assert.equal((await remove(own, writer)).status, 204)
  })
})

describe('/v2/customdatafields', () => {
  it('201, 200, 204: returns bare fields without index and usage', async () => {
    const all = '/v2/customdatafields'
    const { status, body } = await call('POST', all, { agencyUid, name: 'Door', index: 5 })
    assert.equal(status, 201)
    const field = { agencyUid, uid: body.uid, type: 'TEXT', name: 'Door', variable: 'DOOR' }
    assert.deepEqual(body, field)
    assert.deepEqual((await call('GET', `${all}?agencyUid=${agencyUid}`)).body, [field])
    assert.deepEqual((await call('GET', `${all}/${body.uid}`)).body, field)
    assert.equal((await call('GET', `${path}/${body.uid}`)).body.customDataField.index, 1)
    assert.equal((await call('DELETE', `${all}/${body.uid}`)).status, 204)
    assert.deepEqual((await call('GET', `${all}?agencyUid=${agencyUid}`)).body, [])
  })
})
