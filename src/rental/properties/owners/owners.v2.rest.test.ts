/** Legacy `/v2/owners` and `/v2/propertyownership`: contract/resources.md §2.1, §2.2. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { isPassword } from '../../../platform/crypto/passwords.ts'

const server = await startServer()
let agencyUid: string
let key: string

beforeEach(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
})

const send = (method: string, path: string, body?: unknown, by = key) =>
  server.request(method, `/v2${path}`, { key: by, ...(body ? { body } : {}) })
const ada = { firstName: 'Ada', lastName: 'Reed', email: 'ada@example.org' }

async function created(body: object = {}): Promise<string> {
  const response = await send('POST', '/owners', { agencyUid, ...ada, ...body })
  assert.equal(response.status, 201, response.text)
  return response.body.uid
}

const v3 = async (uid: string) =>
  (await server.request('GET', `/api/v3.3/owners/${uid}`, { key })).body.owner

const readHash = async (uid: string) => {
  const row = await server.database.kysely
    .selectFrom('owner_passwords')
    .select('hash')
    .where('agency_uid', '=', agencyUid)
    .where('owner_uid', '=', uid)
    .executeTakeFirst()
  return row?.hash ?? null
}

describe('/v2/owners', () => {
  it('201, 200: returns the owner without a wrapper, the commission rate in percent', async () => {
    const { status, body } = await send('POST', '/owners', {
      agencyUid,
      ...ada,
      commissionRate: 20,
    })
    assert.equal(status, 201)
    const owner = { uid: body.uid, ...ada, phoneNumber: null, commissionRate: 20, isActive: true }
    assert.deepEqual(body, owner)
    assert.equal((await v3(body.uid)).commissionRate, 0.2)
    assert.deepEqual((await send('GET', `/owners/${body.uid}`)).body, owner)
    assert.deepEqual((await send('GET', `/owners?agencyUid=${agencyUid}`)).body, [owner])
    assert.equal((await send('DELETE', `/owners/${body.uid}`)).status, 204)
    assert.deepEqual((await send('GET', `/owners?agencyUid=${agencyUid}`)).body, [])
  })

  for (const inBody of [true, false]) {
    it(`200: PUT replaces the owner named in the ${inBody ? 'body' : 'path'}`, async () => {
      const uid = await created({ phoneNumber: '+1', commissionRate: 20 })
      const patch = { businessName: 'Reed Ltd', permissions: { blockDates: false } }
      await server.request('PATCH', `/api/v3.3/owners/${uid}`, { key, body: patch })
      const input = { ...ada, lastName: 'Byron', isActive: false }
      const { status, body } = inBody
        ? await send('PUT', '/owners/', { uid, ...input })
        : await send('PUT', `/owners/${uid}`, input)
      assert.equal(status, 200)
      assert.deepEqual(body, { uid, ...input, phoneNumber: null, commissionRate: null })
      const { businessName, permissions } = await v3(uid)
      assert.deepEqual([businessName, permissions.blockDates], ['Reed Ltd', false])
    })
  }
})

describe('passwords and lists of owners in v2', () => {
  it('200: stores a password as a hash, and deletes it with the owner', async () => {
    const uid = await created({ password: 'first secret' })
    assert.ok(await isPassword('first secret', await readHash(uid)))
    const { text } = await send('PUT', `/owners/${uid}`, { ...ada, password: 'second secret' })
    assert.ok(!/secret|password|hash/.test(text), text)
    assert.ok(await isPassword('second secret', await readHash(uid)))
    await send('PUT', `/owners/${uid}`, ada)
    assert.ok(await isPassword('second secret', await readHash(uid)), 'without one it stays')
    await send('DELETE', `/owners/${uid}`)
    assert.equal(await readHash(uid), null)
  })

  it('200: lists the owners of a property, with or without an agency', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const uid = await created()
    await created({ email: 'bob@example.org' })
    await send('POST', '/propertyownership', { propertyUid, ownerUid: uid })
    for (const query of ['', `&agencyUid=${agencyUid}`]) {
      const { body } = await send('GET', `/owners?propertyUid=${propertyUid}${query}`)
      assert.deepEqual(
        body.map((owner: { uid: string }) => owner.uid),
        [uid],
      )
    }
  })
})

describe('refusals of /v2/owners', () => {
  it('400, 404, 409 for missing, invalid, unknown or existing values', async () => {
    const uid = await created()
    const other = { ...ada, email: 'bob@example.org' }
    await created(other)
    const refusals = [
      [await send('GET', '/owners'), 'REQUIRED_PARAMETER'],
      [await send('PUT', '/owners/', ada), 'REQUIRED_PARAMETER'],
      [await send('PUT', `/owners/${uid}`, { email: ada.email }), 'REQUIRED_PARAMETER'],
      [await send('PUT', `/owners/${uid}`, { ...ada, commissionRate: 101 }), 'INVALID_PARAMETER'],
      [await send('PUT', `/owners/${uid}`, { ...ada, password: '' }), 'INVALID_PARAMETER'],
      [await send('PUT', '/owners/', { uid: randomUUID(), ...ada }), 'OWNER_NOT_FOUND'],
      [await send('PUT', `/owners/${uid}`, other), 'ALREADY_EXISTS'],
      [await send('POST', '/owners', { agencyUid, ...ada }), 'ALREADY_EXISTS'],
      [await send('GET', `/owners?propertyUid=${randomUUID()}`), 'ACCESS_DENIED'],
    ] as const
    for (const [{ body, text }, code] of refusals) assert.equal(body.code, code, text)
  })

  it('403 OPERATION_NOT_PERMITTED for every request of a partner', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const uid = await created()
    await send('POST', '/propertyownership', { propertyUid, ownerUid: uid })
    const { partnerUid, key: partnerKey } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    const token = await makeToken(server, partnerUid, agencyUid)
    for (const by of [token, partnerKey]) {
      for (const [method, path, body] of [
        ['GET', `/owners?agencyUid=${agencyUid}`, undefined],
        ['GET', `/owners/${uid}`, undefined],
        ['POST', '/owners', { agencyUid, ...ada }],
        ['PUT', '/owners/', { uid, ...ada }],
        ['PUT', `/owners/${uid}`, ada],
        ['DELETE', `/owners/${uid}`, undefined],
        ['DELETE', `/owners?propertyUid=${propertyUid}`, undefined],
      ] as const) {
        const response = await send(method, path, body, by)
        assert.deepEqual([response.status, response.body.code], [403, 'OPERATION_NOT_PERMITTED'])
      }
    }
  })
})

describe('/v2/propertyownership', () => {
  it('201, 200, 204: assigns, returns and removes an owner', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const ownerUid = await created()
    const path = `/propertyownership?propertyUid=${propertyUid}`
    assert.deepEqual((await send('GET', path)).body, { propertyUid, ownerUid: null })
    const assigned = await send('POST', '/propertyownership', { propertyUid, ownerUid })
    assert.deepEqual([assigned.status, assigned.body], [201, { propertyUid, ownerUid }])
    assert.deepEqual((await send('GET', path)).body, { propertyUid, ownerUid })
    assert.equal((await send('DELETE', `${path}&ownerUid=${ownerUid}`)).status, 204)
    assert.deepEqual((await send('GET', path)).body, { propertyUid, ownerUid: null })
  })

  it('201, 200, 204: accepts the property in the path', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const [ada, bob] = [await created(), await created({ email: 'bob@example.org' })]
    const path = `/propertyownership/${propertyUid}`
    assert.deepEqual((await send('GET', path)).body, { propertyUid, ownerUid: null })
    const assigned = await send('POST', path, { ownerUid: ada })
    assert.deepEqual([assigned.status, assigned.body], [201, { propertyUid, ownerUid: ada }])
    const changed = await send('PUT', path, { ownerUid: bob })
    assert.deepEqual([changed.status, changed.body], [200, { propertyUid, ownerUid: bob }])
    assert.deepEqual((await send('GET', path)).body, { propertyUid, ownerUid: bob })
    assert.equal((await send('DELETE', path)).status, 204)
    assert.deepEqual((await send('GET', path)).body, { propertyUid, ownerUid: null })
    const deleted = await send('DELETE', path)
    assert.deepEqual([deleted.status, deleted.body.code], [404, 'PROPERTY_OWNERSHIP_NOT_FOUND'])
  })

  it('204: DELETE /owners removes the owner of a property; 404 if it has none', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const ownerUid = await created()
    await send('POST', '/propertyownership', { propertyUid, ownerUid })
    const unassign = () => send('DELETE', `/owners?propertyUid=${propertyUid}`)
    assert.equal((await unassign()).status, 204)
    assert.equal((await send('GET', `/propertyownership/${propertyUid}`)).body.ownerUid, null)
    assert.equal((await send('GET', `/owners/${ownerUid}`)).status, 200, 'the owner stays')
    const deleted = await unassign()
    assert.deepEqual([deleted.status, deleted.body.code], [404, 'PROPERTY_OWNERSHIP_NOT_FOUND'])
    assert.equal((await send('DELETE', '/owners')).body.code, 'REQUIRED_PARAMETER')
    const foreign = await send('DELETE', `/owners?propertyUid=${randomUUID()}`)
    assert.deepEqual([foreign.status, foreign.body.code], [403, 'ACCESS_DENIED'])
  })
})

describe('refusals of /v2/propertyownership', () => {
  it('400 and 404 with the property in the path', async () => {
    const path = `/propertyownership/${await makeProperty(server, agencyUid)}`
    const unknown = randomUUID()
    const refusals = [
      [await send('POST', path, {}), 400, 'REQUIRED_PARAMETER'],
      [await send('PUT', path, { ownerUid: unknown }), 404, 'OWNER_NOT_FOUND'],
      [await send('GET', `/propertyownership/${unknown}`), 404, 'PROPERTY_NOT_FOUND'],
      [await send('DELETE', `/propertyownership/${unknown}`), 404, 'PROPERTY_NOT_FOUND'],
    ] as const
    for (const [{ status, body, text }, input, code] of refusals) {
      assert.deepEqual([status, body.code], [input, code], text)
    }
  })

  it('404 for an unknown or other owner; 403 for the property', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const [ownerUid, other] = [await created(), await created({ email: 'bob@example.org' })]
    await send('POST', '/propertyownership', { propertyUid, ownerUid })
    const path = `/propertyownership?propertyUid=${propertyUid}`
    const unknown = randomUUID()
    const refusals = [
      [await send('POST', '/propertyownership', { propertyUid, ownerUid: unknown }), 404],
      [await send('DELETE', `${path}&ownerUid=${unknown}`), 404],
      [await send('DELETE', `${path}&ownerUid=${other}`), 404],
      [await send('DELETE', path), 400],
      [await send('POST', '/propertyownership', { propertyUid: unknown, ownerUid }), 403],
      [await send('GET', `/propertyownership?propertyUid=${unknown}`), 403],
    ] as const
    for (const [response, status] of refusals) assert.equal(response.status, status, response.text)
    assert.equal((await send('GET', path)).body.ownerUid, ownerUid)
  })
})
