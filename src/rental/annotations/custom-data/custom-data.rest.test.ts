/** Values of custom data: contract/resources.md §4.2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatEvents, readEventLog } from '../../../../test/fixtures/events/event-log.ts'
import {
  makeAgency,
  makeHotel,
  makeLead,
  makeProperty,
  makeUnit,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const leadUid = await makeLead(server, agencyUid, { property_uid: propertyUid })
const hotelUid = await makeHotel(server, agencyUid)
const typeUid = await makeProperty(server, agencyUid, { hotel_uid: hotelUid })
const unitUid = await makeUnit(server.database.kysely, agencyUid, typeUid)

const call = (method: string, path: string, body?: unknown) =>
  server.request(method, path, { key, ...(body ? { body } : {}) })
const path = '/api/v3.3/custom-data'
const set = (body: object) => call('POST', path, body)

let count = 0
async function makeField(body: object = {}) {
  const field = { agencyUid, name: `Field ${++count}`, ...body }
  const response = await call('POST', '/api/v3.3/custom-data-fields', field)
  return response.body.customDataField
}

const withoutUsage = ({ usage: _usage, ...field }: Record<string, unknown>) => field

const listEvents = async (fieldUid: string) =>
  (await readEventLog(server, agencyUid)).filter(({ object_uid }) => object_uid === fieldUid)

describe('custom data of each object', () => {
  const older: Record<string, string>[] = [{ propertyUid }, { leadUid }]
  for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
    for (const object of version === 'v3' ? older : [...older, { unitUid }]) {
      it(`200, 204: sets and deletes by ${Object.keys(object)[0]} in ${version}`, async () => {
        const all = `/api/${version}/custom-data`
        const field = await makeField()
        const named = { ...object, customDataFieldUid: field.uid }
        const { status, body } = await call('POST', all, { ...named, text: '1234' })
        assert.equal(status, 200)
        const units = version === 'v3' ? {} : { unitUid: null }
        const none = { propertyUid: null, leadUid: null, ...units }
        const customData = {
          ...none,
          ...object,
          text: '1234',
          customDataField: withoutUsage(field),
        }
        assert.deepEqual(body, { customData })
        const query = new URLSearchParams(object)
        const list = async () => (await call('GET', `${all}?${query}`)).body
        const { customData: listed, _metadata } = await list()
        assert.deepEqual(listed.at(-1), customData)
        assert.deepEqual(_metadata, { count: listed.length, totalCount: listed.length })
        const one = new URLSearchParams(named)
        assert.equal((await call('DELETE', `${all}?${one}`)).status, 204)
        const deleted = await call('DELETE', `${all}?${one}`)
        assert.deepEqual([deleted.status, deleted.body.code], [404, 'CUSTOM_DATA_NOT_FOUND'])
        assert.equal(deleted.body.apiErrorMessage, `Custom data not found: ${field.uid}`)
        assert.equal((await list()).customData.length, listed.length - 1)
      })
    }
  }
})

describe('custom data', () => {
  it('204: accepts parameters in the body, or partly there', async () => {
    const { uid } = await makeField()
    for (const [query, body] of [
      ['', { propertyUid, customDataFieldUid: uid }],
      [`?customDataFieldUid=${uid}`, { propertyUid, leadUid: null }],
    ] as const) {
      await set({ propertyUid, customDataFieldUid: uid, text: 'x' })
      assert.equal((await call('DELETE', `${path}${query}`, body)).status, 204)
    }
  })

  it('200: lists only values that were set, by index', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const fields = [await makeField({ index: 900 }), await makeField({ index: 800 })]
    for (const { uid } of fields) await set({ propertyUid, customDataFieldUid: uid, text: '' })
    const { customData } = (await call('GET', `${path}?propertyUid=${propertyUid}`)).body
    assert.deepEqual(
      customData.map(
        (value: { customDataField: { index: number } }) => value.customDataField.index,
      ),
      [800, 900],
    )
    assert.equal(customData[0].text, '')
  })

  it('v2: returns bare values of properties and leads', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const field = await makeField({ type: 'LONG_TEXT' })
    const body = { propertyUid, unitUid: null, customDataFieldUid: field.uid, text: 'x' }
    const value = { propertyUid, leadUid: null, text: 'x', customDataField: withoutUsage(field) }
    const written = await call('POST', '/v2/customdata', body)
    assert.deepEqual([written.status, written.body], [200, value])
    const list = await call('GET', `/v2/customdata?propertyUid=${propertyUid}`)
    assert.deepEqual(list.body, [value])
    const named = await call('POST', `/v2/customdata?leadUid=${leadUid}`, {
      customDataFieldUid: field.uid,
      text: 'y',
    })
    assert.equal(named.body.leadUid, leadUid)
    const none = await call('GET', `/v2/customdata?unitUid=${unitUid}`)
    assert.equal(none.body.apiErrorMessage, "One of ['propertyUid', 'leadUid'] is required")
  })
})

describe('events of custom data', () => {
  it('are recorded for created, updated and deleted values, without the text', async () => {
    const { uid } = await makeField()
    const named = { leadUid, customDataFieldUid: uid }
    for (const text of ['1234', '1234', '5678', '', '']) await set({ ...named, text })
    await call('DELETE', `${path}?${new URLSearchParams(named)}`)
    await set({ ...named, text: '1234' })
    const events = await listEvents(uid)
    const types = ['CREATED', 'UPDATED', 'UPDATED', 'DELETED', 'CREATED']
    assert.deepEqual(
      formatEvents(events),
      types.map(type => `CUSTOM_DATA_${type}`),
    )
    const { payload } = events[0]!
    assert.deepEqual(payload, {
      agency_uid: agencyUid,
      event_type: 'CUSTOM_DATA_CREATED',
      custom_data_field_uid: uid,
      lead_uid: leadUid,
      property_uid: propertyUid,
    })
    assert.doesNotMatch(JSON.stringify(events.map(({ changes }) => changes)), /1234|5678/)
  })

  it('contain unit and unit type, property, or a lead without a property', async () => {
    const { uid } = await makeField()
    const inquiry = await makeLead(server, agencyUid)
    for (const object of [{ unitUid }, { propertyUid }, { leadUid: inquiry }]) {
      await set({ ...object, customDataFieldUid: uid, text: 'x' })
    }
    const payloads = (await listEvents(uid)).map(({ payload }) => payload as object)
    const common = {
      agency_uid: agencyUid,
      event_type: 'CUSTOM_DATA_CREATED',
      custom_data_field_uid: uid,
    }
    assert.deepEqual(payloads, [
      { ...common, unit_uid: unitUid, property_uid: typeUid },
      { ...common, property_uid: propertyUid },
      { ...common, lead_uid: inquiry },
    ])
  })

  it('are not recorded for a sample lead', async () => {
    const { uid } = await makeField()
    const sample = await makeLead(server, agencyUid, {
      property_uid: propertyUid,
      status: 'SAMPLE',
    })
    const named = { leadUid: sample, customDataFieldUid: uid }
    assert.equal((await set({ ...named, text: 'x' })).status, 200)
    assert.equal((await call('DELETE', path, named)).status, 204)
    assert.deepEqual(await listEvents(uid), [])
  })

  it('are recorded once for concurrent creations of one row', async () => {
    const { uid } = await makeField()
    const texts = ['1', '2', '3', '4', '5', '6']
    const responses = await Promise.all(
      texts.map(text => set({ propertyUid, customDataFieldUid: uid, text })),
    )
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
    const events = formatEvents(await listEvents(uid))
    assert.equal(events.length, texts.length)
    assert.equal(events.filter(type => type === 'CUSTOM_DATA_CREATED').length, 1)
    const { customData } = (await call('GET', `${path}?propertyUid=${propertyUid}`)).body
    const values = customData.filter(
      (value: { customDataField: { uid: string } }) => value.customDataField.uid === uid,
    )
    assert.equal(values.length, 1)
  })
})
