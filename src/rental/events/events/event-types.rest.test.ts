/** Tests of the catalogue of event types: contract/events.md §3.6. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Compile } from 'typebox/schema'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const path = '/api/v3.3/webhooks/event-types'
const { status, body, headers } = await server.request('GET', path)

interface Entry {
  eventType: string
  since: string
  accessChange: boolean
  keys: string[]
  sample: Record<string, string>
  schemaUrl: string
}

const entries: Entry[] = body.eventTypes
const find = (type: string) => entries.find(({ eventType }) => eventType === type)!
const fetchSchema = async ({ schemaUrl }: Entry) =>
  (await server.request('GET', new URL(schemaUrl).pathname)).body

describe('GET /webhooks/event-types', () => {
  it('200: requires no credential, and has no rate limit', () => {
    assert.equal(status, 200)
    assert.equal(headers.get('x-ratelimit-limit'), null)
    assert.equal(headers.get('x-api-version'), 'v3.3')
  })

  it('200: returns the first version and the receivers of a type', () => {
    assert.deepEqual(
      ['NEW_BOOKING', 'NEW_HOLD', 'UNIT_CHANGED', 'LEAD_STATUS_CHANGED', 'LEAD_DATES_CHANGED'].map(
        type => find(type).since,
      ),
      ['v2', 'v3.0', 'v3.1', 'v3.3', 'v3.0'],
    )
    const accessTypes = entries.filter(({ accessChange }) => accessChange)
    assert.equal(accessTypes.length, 6)
    assert.deepEqual(find('NEW_BOOKING').keys, ['lead_uid', 'property_uid'])
    assert.deepEqual(find('INTEGRATION_ACTIVATED').keys, [])
  })

  it('401: does not exist before v3.3', async () => {
    const older = await server.request('GET', '/api/v3.2/webhooks/event-types')
    assert.equal(older.status, 401)
  })
})

describe('the schema of a type', () => {
  it('200: accepts the sample with further keys, rejects wrong values', async () => {
    for (const entry of entries) {
      const { eventType, sample } = entry
      const schema = Compile(await fetchSchema(entry))
      assert.ok(schema.Check(sample), eventType)
      assert.ok(schema.Check({ ...sample, further: 'x' }), eventType)
      assert.deepEqual(Object.keys(sample).slice(0, 2), ['agency_uid', 'event_type'])
      const wrong = [
        { ...sample, event_seq: 'x' },
        { ...sample, agency_uid: 'x' },
        { ...sample, agency_uid: null },
        { ...sample, event_type: 'OTHER' },
        { ...sample, agency_uid: undefined },
      ]
      for (const one of wrong) {
        assert.ok(!schema.Check(JSON.parse(JSON.stringify(one))), `${eventType} ${one}`)
      }
    }
  })

  it('200: makes only conditional keys optional', async () => {
    const entry = find('NEW_INQUIRY')
    const schema = Compile(await fetchSchema(entry))
    const { lead_uid, property_uid, ...rest } = entry.sample
    assert.ok(schema.Check({ ...rest, lead_uid }))
    assert.ok(!schema.Check({ ...rest, property_uid }))
  })

  it('404: rejects an unknown type', async () => {
    const response = await server.request('GET', `${path}/NEW_MOON`)
    assert.deepEqual([response.status, response.body.code], [404, 'EVENT_TYPE_NOT_FOUND'])
  })
})
