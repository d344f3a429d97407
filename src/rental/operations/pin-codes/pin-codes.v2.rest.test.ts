/** Pin codes of v2, and partners' access to codes: contract/resources.md §5. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import {
  grant,
  makeAgency,
  makeLead,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const leadUid = await makeLead(server, agencyUid, { property_uid: propertyUid })

const request = (method: string, path: string, body?: unknown, token = key) =>
  server.request(method, path, { key: token, ...(body === undefined ? {} : { body }) })

describe('PUT and POST /v2/pincodes', () => {
  it('create a bare object, and change it if a uid is sent', async () => {
    const created = await request('PUT', '/v2/pincodes/', { propertyUid, leadUid, code: '1234' })
    assert.equal(created.status, 200)
    const { uid, ...rest } = created.body
    assert.deepEqual(rest, { propertyUid, leadUid, userUid: null, code: '1234', url: null })
    const changed = await request('POST', '/v2/pincodes', { uid, code: '12345' })
    assert.deepEqual([changed.status, changed.body], [200, { uid, ...rest, code: '12345' }])
    const posted = await request('POST', '/v2/pincodes/', { propertyUid, leadUid })
    assert.equal(posted.status, 201)
    assert.match(posted.body.code, /^\d{6}$/)
    const list = await request('GET', `/v2/pincodes?propertyUid=${propertyUid}`)
    assert.deepEqual(list.body, [posted.body, changed.body])
    assert.equal((await request('DELETE', `/v2/pincodes/${uid}`)).status, 204)
    assert.equal((await request('DELETE', `/v2/pincodes/${uid}`)).status, 404)
  })

  it('400 and 404', async () => {
    const put = async (body: object) => (await request('PUT', '/v2/pincodes/', body)).body
    assert.equal((await put({ leadUid })).parameter, 'propertyUid')
    assert.deepEqual((await put({ propertyUid })).oneOf, ['leadUid', 'userUid'])
    assert.equal((await put({ uid: randomUUID(), code: '1234' })).code, 'PIN_CODE_NOT_FOUND')
    assert.equal((await put({ propertyUid: randomUUID(), leadUid })).code, 'ACCESS_DENIED')
  })
})

describe('partners', () => {
  const partner = async (access: 'READ' | 'READ_WRITE') => {
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid, access })
    return { partnerUid, token: await makeToken(server, partnerUid, agencyUid) }
  }
  const findCode = async (token: string, uid: string) =>
    (await request('GET', `/api/v3.3/pin-codes/${uid}`, undefined, token)).body.pinCode

  it('READ sees code and URL only of codes that the partner created', async () => {
    const { partnerUid, token } = await partner('READ_WRITE')
    const opening = { code: '55555', url: 'https://locks.example/5' }
    const post = async (by: string, lockName: string) =>
      (
        await request(
          'POST',
          '/api/v3.3/pin-codes',
          { propertyUid, leadUid, lockName, ...opening },
          by,
        )
      ).body.pinCode
    const [own, other] = [await post(token, 'Own'), await post(key, 'Other')]
    assert.equal((await findCode(token, other.uid)).code, opening.code)
    await server.database.kysely
      .updateTable('grants')
      .set({ access: 'READ' })
      .where('agency_uid', '=', agencyUid)
      .where('partner_uid', '=', partnerUid)
      .execute()
    assert.deepEqual(await findCode(token, own.uid), own)
    const { code: _code, url: _url, ...rest } = other
    assert.deepEqual(await findCode(token, other.uid), rest)
    const path = `/v2/pincodes?propertyUid=${propertyUid}`
    const { body } = await request('GET', path, undefined, token)
    const find = (uid: string) => body.find((one: { uid: string }) => one.uid === uid)
    assert.deepEqual([find(other.uid).code, find(other.uid).url], ['HIDDEN', 'HIDDEN'])
    assert.deepEqual([find(own.uid).code, find(own.uid).url], [opening.code, opening.url])
  })

  it('READ cannot write, and other properties are unknown', async () => {
    const { token } = await partner('READ')
    const body = { propertyUid, leadUid, code: '66666' }
    const { body: refusal } = await request('POST', '/api/v3.3/pin-codes', body, token)
    assert.equal(refusal.code, 'READ_ONLY_GRANT')
    const hidden = await makeProperty(server, agencyUid)
    const other = await makeLead(server, agencyUid, { property_uid: hidden })
    const createdCode = await request('POST', '/api/v3.3/pin-codes', {
      propertyUid: hidden,
      leadUid: other,
    })
    const path = `/api/v3.3/pin-codes/${createdCode.body.pinCode.uid}`
    assert.equal((await request('PUT', path, {}, token)).status, 404)
  })
})

describe('a request that is repeated with its Idempotency-Key', () => {
  it('gets the same code, which is not stored in plain text', async () => {
    const body = { propertyUid, leadUid, lockName: 'Shed', code: '8080808' }
    const headers = { 'idempotency-key': randomUUID() }
    const post = () => server.request('POST', '/api/v3.3/pin-codes', { key, body, headers })
    const [first, second] = [await post(), await post()]
    assert.deepEqual(second.body, first.body)
    const { rows } = await sql<{ row: string }>`select k::text as row from idempotency_keys k
      where k.agency_uid = ${agencyUid}`.execute(server.database.kysely)
    const clear = ['8080808', Buffer.from('8080808').toString('hex')]
    assert.ok(rows.length > 0 && !rows.some(({ row }) => clear.some(text => row.includes(text))))
  })
})
