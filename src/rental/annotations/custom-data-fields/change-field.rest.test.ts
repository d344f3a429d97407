/** Changes of custom data fields: contract/resources.md §4.1. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { makeSignedIn } from '../../../../test/fixtures/sessions.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const path = '/api/v3.3/custom-data-fields'

const send = (method: string, path: string, body?: object, as = key) =>
  server.request(method, path, { key: as, ...(body ? { body } : {}) })

const add = async (name: string) =>
  (await send('POST', path, { agencyUid, name })).body.customDataField

const change = (uid: string, body: object, as = key) => send('PATCH', `${path}/${uid}`, body, as)

describe('PATCH /custom-data-fields/{uid}', () => {
  it('200: changes name, usage and position, and keeps variable, type and values', async () => {
    const field = await add('Gate')
    const propertyUid = await makeProperty(server, agencyUid)
    const value = { propertyUid, customDataFieldUid: field.uid, text: 'North' }
    await send('POST', '/api/v3.3/custom-data', value)
    const body = { name: ' Gate code ', usage: 'OTHER', index: 9, type: 'LONG_TEXT' }
    const { status, body: changed } = await change(field.uid, body)
    const expected = { ...field, name: 'Gate code', usage: 'OTHER', index: 9 }
    assert.deepEqual([status, changed.customDataField], [200, expected])
    assert.deepEqual((await send('GET', `${path}/${field.uid}`)).body.customDataField, expected)
    const { customData } = (await send('GET', `/api/v3.3/custom-data?propertyUid=${propertyUid}`))
      .body
    assert.equal(customData[0].text, 'North')
  })

  it('200: its own name in other letters is no conflict, nor is an empty change', async () => {
    const field = await add('Boiler')
    assert.equal((await change(field.uid, { name: 'BOILER' })).body.customDataField.name, 'BOILER')
    assert.equal((await change(field.uid, {})).status, 200)
  })

  it('409 for the name of another field, also for two at once', async () => {
    const [sauna, attic] = [await add('Sauna'), await add('Attic')]
    const { status, body } = await change(attic.uid, { name: 'sauna' })
    assert.deepEqual([status, body.code, body.existingUid], [409, 'ALREADY_EXISTS', sauna.uid])
    const both = await Promise.all([sauna, attic].map(({ uid }) => change(uid, { name: 'Cellar' })))
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  })

  it('400 for wrong values, and nothing changes', async () => {
    const field = await add('Safe')
    const wrong: [object, string][] = [
      [{ name: '' }, 'name'],
      [{ name: '  ' }, 'name'],
      [{ name: null }, 'name'],
      [{ name: 'x'.repeat(256) }, 'name'],
      [{ usage: 'ADS' }, 'usage'],
      [{ index: 0 }, 'index'],
      [{ index: 1.5 }, 'index'],
    ]
    for (const [body, parameter] of wrong) {
      const refused = await change(field.uid, body)
      assert.deepEqual([refused.status, refused.body.parameter], [400, parameter])
    }
    assert.deepEqual((await send('GET', `${path}/${field.uid}`)).body.customDataField, field)
  })

  it('404 for unknown and foreign fields, 405 below v3.3, 403 for STAFF', async () => {
    const field = await add('Ladder')
    const foreign = await makeAgency(server)
    assert.equal((await change(randomUUID(), { index: 2 })).status, 404)
    assert.equal((await change(field.uid, { index: 2 }, foreign.key)).status, 404)
    const older = `/api/v3.2/custom-data-fields/${field.uid}`
    assert.equal((await send('PATCH', older, { index: 2 })).status, 405)
    const { headers } = await makeSignedIn(server, agencyUid, 'STAFF')
    const body = { index: 2 }
    const { status } = await server.request('PATCH', `${path}/${field.uid}`, { headers, body })
    assert.equal(status, 403)
  })
})
