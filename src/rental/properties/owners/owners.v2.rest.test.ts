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
import { isPassword } from '../../../platform/passwords.ts'

const server = await startServer()
let agencyUid: string
let key: string

beforeEach(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
})

const ask = (method: string, path: string, body?: unknown, by = key) =>
  server.request(method, `/v2${path}`, { key: by, ...(body ? { body } : {}) })
const ada = { firstName: 'Ada', lastName: 'Reed', email: 'ada@example.org' }

async function made(body: object = {}): Promise<string> {
  const answer = await ask('POST', '/owners', { agencyUid, ...ada, ...body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.uid
}

const v3 = async (uid: string) =>
  (await server.request('GET', `/api/v3.3/owners/${uid}`, { key })).body.owner

const hashOf = async (uid: string) => {
  const row = await server.database.kysely
    .selectFrom('owner_passwords')
    .select('hash')
    .where('agency_uid', '=', agencyUid)
    .where('owner_uid', '=', uid)
    .executeTakeFirst()
  return row?.hash ?? null
}

describe('/v2/owners', () => {
  it('201, 200: bare, the commission rate in percent, 0.2 in v3', async () => {
    const { status, body } = await ask('POST', '/owners', { agencyUid, ...ada, commissionRate: 20 })
    assert.equal(status, 201)
    const owner = { uid: body.uid, ...ada, phoneNumber: null, commissionRate: 20, isActive: true }
    assert.deepEqual(body, owner)
    assert.equal((await v3(body.uid)).commissionRate, 0.2)
    assert.deepEqual((await ask('GET', `/owners/${body.uid}`)).body, owner)
    assert.deepEqual((await ask('GET', `/owners?agencyUid=${agencyUid}`)).body, [owner])
    assert.equal((await ask('DELETE', `/owners/${body.uid}`)).status, 204)
    assert.deepEqual((await ask('GET', `/owners?agencyUid=${agencyUid}`)).body, [])
  })

  for (const inBody of [true, false]) {
    it(`200: PUT replaces the owner named in the ${inBody ? 'body' : 'path'}`, async () => {
      const uid = await made({ phoneNumber: '+1', commissionRate: 20 })
      const patch = { businessName: 'Reed Ltd', permissions: { blockDates: false } }
      await server.request('PATCH', `/api/v3.3/owners/${uid}`, { key, body: patch })
      const wanted = { ...ada, lastName: 'Byron', isActive: false }
      const { status, body } = inBody
        ? await ask('PUT', '/owners/', { uid, ...wanted })
        : await ask('PUT', `/owners/${uid}`, wanted)
      assert.equal(status, 200)
      assert.deepEqual(body, { uid, ...wanted, phoneNumber: null, commissionRate: null })
      const { businessName, permissions } = await v3(uid)
      assert.deepEqual([businessName, permissions.blockDates], ['Reed Ltd', false])
    })
  }
})

describe('what v2 tells of owners besides', () => {
  it('200: a password is kept as a hash, shown nowhere, and ends with the owner', async () => {
    const uid = await made({ password: 'first secret' })
    assert.ok(await isPassword('first secret', await hashOf(uid)))
    const { text } = await ask('PUT', `/owners/${uid}`, { ...ada, password: 'second secret' })
    assert.ok(!/secret|password|hash/.test(text), text)
    assert.ok(await isPassword('second secret', await hashOf(uid)))
    await ask('PUT', `/owners/${uid}`, ada)
    assert.ok(await isPassword('second secret', await hashOf(uid)), 'without one it stays')
    await ask('DELETE', `/owners/${uid}`)
    assert.equal(await hashOf(uid), null)
  })

  it('200: the owners of a property, alone or of an agency', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const uid = await made()
    await made({ email: 'bob@example.org' })
    await ask('POST', '/propertyownership', { propertyUid, ownerUid: uid })
    for (const query of ['', `&agencyUid=${agencyUid}`]) {
      const { body } = await ask('GET', `/owners?propertyUid=${propertyUid}${query}`)
      assert.deepEqual(
        body.map((owner: { uid: string }) => owner.uid),
        [uid],
      )
    }
  })
})

describe('who is refused on /v2/owners', () => {
  it('400, 404, 409 for what is missing, wrong, unknown or there already', async () => {
    const uid = await made()
    const other = { ...ada, email: 'bob@example.org' }
    await made(other)
    const refusals = [
      [await ask('GET', '/owners'), 'REQUIRED_PARAMETER'],
      [await ask('PUT', '/owners/', ada), 'REQUIRED_PARAMETER'],
      [await ask('PUT', `/owners/${uid}`, { email: ada.email }), 'REQUIRED_PARAMETER'],
      [await ask('PUT', `/owners/${uid}`, { ...ada, commissionRate: 101 }), 'INVALID_PARAMETER'],
      [await ask('PUT', `/owners/${uid}`, { ...ada, password: '' }), 'INVALID_PARAMETER'],
      [await ask('PUT', '/owners/', { uid: randomUUID(), ...ada }), 'OWNER_NOT_FOUND'],
      [await ask('PUT', `/owners/${uid}`, other), 'ALREADY_EXISTS'],
      [await ask('POST', '/owners', { agencyUid, ...ada }), 'ALREADY_EXISTS'],
      [await ask('GET', `/owners?propertyUid=${randomUUID()}`), 'ACCESS_DENIED'],
    ] as const
    for (const [{ body, text }, code] of refusals) assert.equal(body.code, code, text)
  })

  it('403 OPERATION_NOT_PERMITTED for any call of a partner', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const uid = await made()
    await ask('POST', '/propertyownership', { propertyUid, ownerUid: uid })
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
        const answer = await ask(method, path, body, by)
        assert.deepEqual([answer.status, answer.body.code], [403, 'OPERATION_NOT_PERMITTED'])
      }
    }
  })
})

describe('/v2/propertyownership', () => {
  it('201, 200, 204: assigns, shows and un-assigns', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const ownerUid = await made()
    const path = `/propertyownership?propertyUid=${propertyUid}`
    assert.deepEqual((await ask('GET', path)).body, { propertyUid, ownerUid: null })
    const assigned = await ask('POST', '/propertyownership', { propertyUid, ownerUid })
    assert.deepEqual([assigned.status, assigned.body], [201, { propertyUid, ownerUid }])
    assert.deepEqual((await ask('GET', path)).body, { propertyUid, ownerUid })
    assert.equal((await ask('DELETE', `${path}&ownerUid=${ownerUid}`)).status, 204)
    assert.deepEqual((await ask('GET', path)).body, { propertyUid, ownerUid: null })
  })

  it('201, 200, 204: the same with the property in the path', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const [ada, bob] = [await made(), await made({ email: 'bob@example.org' })]
    const path = `/propertyownership/${propertyUid}`
    assert.deepEqual((await ask('GET', path)).body, { propertyUid, ownerUid: null })
    const assigned = await ask('POST', path, { ownerUid: ada })
    assert.deepEqual([assigned.status, assigned.body], [201, { propertyUid, ownerUid: ada }])
    const changed = await ask('PUT', path, { ownerUid: bob })
    assert.deepEqual([changed.status, changed.body], [200, { propertyUid, ownerUid: bob }])
    assert.deepEqual((await ask('GET', path)).body, { propertyUid, ownerUid: bob })
    assert.equal((await ask('DELETE', path)).status, 204)
    assert.deepEqual((await ask('GET', path)).body, { propertyUid, ownerUid: null })
    const gone = await ask('DELETE', path)
    assert.deepEqual([gone.status, gone.body.code], [404, 'PROPERTY_OWNERSHIP_NOT_FOUND'])
  })

  it('204: DELETE /owners takes its owner from a property; 404 when it has none', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const ownerUid = await made()
    await ask('POST', '/propertyownership', { propertyUid, ownerUid })
    const unassign = () => ask('DELETE', `/owners?propertyUid=${propertyUid}`)
    assert.equal((await unassign()).status, 204)
    assert.equal((await ask('GET', `/propertyownership/${propertyUid}`)).body.ownerUid, null)
    assert.equal((await ask('GET', `/owners/${ownerUid}`)).status, 200, 'the owner stays')
    const gone = await unassign()
    assert.deepEqual([gone.status, gone.body.code], [404, 'PROPERTY_OWNERSHIP_NOT_FOUND'])
    assert.equal((await ask('DELETE', '/owners')).body.code, 'REQUIRED_PARAMETER')
    const foreign = await ask('DELETE', `/owners?propertyUid=${randomUUID()}`)
    assert.deepEqual([foreign.status, foreign.body.code], [403, 'ACCESS_DENIED'])
  })
})

describe('who is refused on /v2/propertyownership', () => {
  it('400, 404 with the property in the path', async () => {
    const path = `/propertyownership/${await makeProperty(server, agencyUid)}`
    const unknown = randomUUID()
    const refusals = [
      [await ask('POST', path, {}), 400, 'REQUIRED_PARAMETER'],
      [await ask('PUT', path, { ownerUid: unknown }), 404, 'OWNER_NOT_FOUND'],
      [await ask('GET', `/propertyownership/${unknown}`), 404, 'PROPERTY_NOT_FOUND'],
      [await ask('DELETE', `/propertyownership/${unknown}`), 404, 'PROPERTY_NOT_FOUND'],
    ] as const
    for (const [{ status, body, text }, wanted, code] of refusals) {
      assert.deepEqual([status, body.code], [wanted, code], text)
    }
  })

  it('404 for an unknown owner, and one of another property; 403 for the property', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const [ownerUid, other] = [await made(), await made({ email: 'bob@example.org' })]
    await ask('POST', '/propertyownership', { propertyUid, ownerUid })
    const path = `/propertyownership?propertyUid=${propertyUid}`
    const unknown = randomUUID()
    const refusals = [
      [await ask('POST', '/propertyownership', { propertyUid, ownerUid: unknown }), 404],
      [await ask('DELETE', `${path}&ownerUid=${unknown}`), 404],
      [await ask('DELETE', `${path}&ownerUid=${other}`), 404],
      [await ask('DELETE', path), 400],
      [await ask('POST', '/propertyownership', { propertyUid: unknown, ownerUid }), 403],
      [await ask('GET', `/propertyownership?propertyUid=${unknown}`), 403],
    ] as const
    for (const [answer, status] of refusals) assert.equal(answer.status, status, answer.text)
    assert.equal((await ask('GET', path)).body.ownerUid, ownerUid)
  })
})
