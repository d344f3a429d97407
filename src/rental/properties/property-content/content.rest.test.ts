/** Behaviour that all kinds of content share: contract/properties.md §6, general.md §3. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeHotel,
  makePartner,
  makeProperty,
  makeToken,
  updatedAt,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const foreign = await makeAgency(server)
const hotelUid = await makeHotel(server, agencyUid)
const foreignUid = await makeProperty(server, foreign.agencyUid)
const { partnerUid } = await makePartner(server)
const token = await makeToken(server, partnerUid, agencyUid)
const [readable, writable, hidden] = await Promise.all(
  [1, 2, 3].map(() => makeProperty(server, agencyUid)),
)
await grant(server, { agencyUid, partnerUid, objectUid: readable!, access: 'READ' })
await grant(server, { agencyUid, partnerUid, objectUid: writable! })

interface Noun {
  path: string
  /** Keys of one and of a list. */
  one: string
  many: string
  body: object
  change: object
  unknown: string
}

const nouns: Noun[] = [
  {
    path: '/photos',
    one: 'photo',
    many: 'photos',
    body: { originalImageUrl: 'https://img.example.org/1.jpg' },
    change: { description: 'Porch' },
    unknown: 'PHOTO_NOT_FOUND',
  },
  {
    path: '/amenities',
    one: 'amenity',
    many: 'amenities',
    body: { amenity: 'HAS_TV' },
    change: { description: 'In the den', price: 2.5 },
    unknown: 'AMENITY_NOT_FOUND',
  },
  {
    path: '/property-rules',
    one: 'propertyRule',
    many: 'propertyRules',
    body: { rule: 'ALLOWS_PETS' },
    change: { description: 'Dogs' },
    unknown: 'PROPERTY_RULE_NOT_FOUND',
  },
]

const request = (
  method: string,
  path: string,
  { as = key, body, version = 'v3.3' }: Options = {},
) => server.request(method, `/api/${version}${path}`, { key: as, body })

interface Options {
  as?: string
  body?: unknown
  version?: string
}

for (const { path, one, many, body, change, unknown } of nouns) {
  const make = async (owner: object) => {
    const response = await request('POST', path, { body: { ...owner, ...body } })
    assert.equal(response.status, 201, response.text)
    return response.body[one]
  }

  describe(`owner of ${path}`, () => {
    for (const version of ['v3.0', 'v3.1', 'v3.2', 'v3.3']) {
      it(`can be a property in ${version}`, async () => {
        const propertyUid = await makeProperty(server, agencyUid)
        const created = await request('POST', path, { version, body: { propertyUid, ...body } })
        assert.equal(created.status, 201)
        const list = await request('GET', `${path}?propertyUid=${propertyUid}`, { version })
        assert.deepEqual(list.body[many], [created.body[one]])
        assert.deepEqual(list.body._metadata, { count: 1, totalCount: 1 })
        const read = await request('GET', `${path}/${created.body[one].uid}`, { version })
        assert.deepEqual(read.body, created.body)
        assert.equal('hotelUid' in read.body[one], version !== 'v3.0')
      })
    }

    it('can be a hotel since v3.1; v3.0 ignores it', async () => {
      const created = await make({ hotelUid })
      assert.deepEqual([created.propertyUid, created.hotelUid], [null, hotelUid])
      for (const version of ['v3.1', 'v3.2', 'v3.3']) {
        const list = await request('GET', `${path}?hotelUid=${hotelUid}`, { version })
        assert.equal(list.body[many].length, 1)
      }
      const below = await request('GET', `${path}?hotelUid=${hotelUid}`, { version: 'v3.0' })
      assert.deepEqual([below.status, below.body.code], [400, 'HOTEL_OR_PROPERTY_UID_REQUIRED'])
    })

    it('400 with none or both, in query and body', async () => {
      const text = 'HOTEL_OR_PROPERTY_UID_REQUIRED: propertyUid or hotelUid is required'
      const both = { propertyUid: writable, hotelUid }
      const responses = [
        await request('GET', path),
        await request('GET', `${path}?propertyUid=${writable}&hotelUid=${hotelUid}`),
        await request('POST', path, { body }),
        await request('POST', path, { body: { ...both, ...body } }),
      ]
      for (const { status, body } of responses) {
        assert.deepEqual([status, body.apiErrorMessage], [400, text])
      }
    })

    it('403 for an unknown or foreign uid, or one of the other kind', async () => {
      for (const uid of [randomUUID(), 'x', foreignUid, hotelUid]) {
        const list = await request('GET', `${path}?propertyUid=${uid}`)
        assert.deepEqual([list.status, list.body.code], [403, 'ACCESS_DENIED'])
        const created = await request('POST', path, { body: { propertyUid: uid, ...body } })
        assert.deepEqual([created.status, created.body.parameter], [403, 'propertyUid'])
      }
    })
  })

  describe(`${path}/{uid}`, () => {
    it('404 for an unknown, foreign or deleted uid', async () => {
      const { uid } = await make({ propertyUid: await makeProperty(server, agencyUid) })
      const responses = [
        await request('GET', `${path}/${randomUUID()}`),
        await request('GET', `${path}/x`),
        await request('GET', `${path}/${uid}`, { as: foreign.key }),
        await request('PUT', `${path}/${uid}`, { as: foreign.key, body: change }),
        await request('DELETE', `${path}/${uid}`, { as: foreign.key }),
      ]
      assert.equal((await request('DELETE', `${path}/${uid}`)).status, 204)
      responses.push(await request('GET', `${path}/${uid}`))
      responses.push(await request('DELETE', `${path}/${uid}`))
      responses.push(await request('PUT', `${path}/${uid}`, { body: change }))
      for (const { status, body } of responses)
        assert.deepEqual([status, body.code], [404, unknown])
    })

    it('PUT changes only the sent fields', async () => {
      const created = await make({ propertyUid: await makeProperty(server, agencyUid) })
      const { status, body } = await request('PUT', `${path}/${created.uid}`, { body: change })
      assert.deepEqual([status, body[one]], [200, { ...created, ...change }])
      const none = Object.fromEntries(Object.keys(change).map(name => [name, null]))
      const cleared = await request('PUT', `${path}/${created.uid}`, { body: none })
      assert.deepEqual(cleared.body[one], { ...created, ...none })
    })
  })

  describe(`events of ${path}`, () => {
    for (const table of ['properties', 'hotels'] as const) {
      it(`every write emits one event of one of ${table}, and no other`, async () => {
        const isHotel = table === 'hotels'
        const uid = await (isHotel ? makeHotel : makeProperty)(server, agencyUid)
        const times = [await updatedAt(server, table, agencyUid, uid)]
        const created = await make(isHotel ? { hotelUid: uid } : { propertyUid: uid })
        times.push(await updatedAt(server, table, agencyUid, uid))
        await request('PUT', `${path}/${created.uid}`, { body: change })
        times.push(await updatedAt(server, table, agencyUid, uid))
        await request('PUT', `${path}/${created.uid}`, { body: change })
        assert.equal(await updatedAt(server, table, agencyUid, uid), times.at(-1))
        await request('PUT', `${path}/${created.uid}`, { body: {} })
        assert.equal(await updatedAt(server, table, agencyUid, uid), times.at(-1))
        await request('DELETE', `${path}/${created.uid}`)
        times.push(await updatedAt(server, table, agencyUid, uid))
        await request('DELETE', `${path}/${created.uid}`)
        assert.equal(await updatedAt(server, table, agencyUid, uid), times.at(-1))
        assert.deepEqual(
          times.slice(2),
          times.slice(1, -1).map(time => time + 1),
        )
      })
    }
  })

  describe(`access of partners to ${path}`, () => {
    it('reads and writes with READ_WRITE', async () => {
      const created = await request('POST', path, {
        as: token,
        body: { propertyUid: writable, ...body },
      })
      assert.equal(created.status, 201)
      const { uid } = created.body[one]
      assert.equal(
        (await request('PUT', `${path}/${uid}`, { as: token, body: change })).status,
        200,
      )
      assert.equal((await request('DELETE', `${path}/${uid}`, { as: token })).status, 204)
    })

    it('reads with READ, 403 READ_ONLY_GRANT for writes', async () => {
      const { uid } = await make({ propertyUid: readable })
      const list = await request('GET', `${path}?propertyUid=${readable}`, { as: token })
      assert.equal(list.body[many].length, 1)
      assert.equal((await request('GET', `${path}/${uid}`, { as: token })).status, 200)
      const writes = [
        await request('POST', path, { as: token, body: { propertyUid: readable, ...body } }),
        await request('PUT', `${path}/${uid}`, { as: token, body: change }),
        await request('DELETE', `${path}/${uid}`, { as: token }),
      ]
      for (const { status, body } of writes) {
        assert.deepEqual([status, body.code], [403, 'READ_ONLY_GRANT'])
      }
    })

    it('403 and 404 without a grant', async () => {
      const { uid } = await make({ propertyUid: hidden })
      const list = await request('GET', `${path}?propertyUid=${hidden}`, { as: token })
      assert.deepEqual([list.status, list.body.code], [403, 'ACCESS_DENIED'])
      const read = await request('GET', `${path}/${uid}`, { as: token })
      assert.deepEqual([read.status, read.body.code], [404, unknown])
      const removed = await request('DELETE', `${path}/${uid}`, { as: token })
      assert.equal(removed.status, 404)
    })

    it('accesses unit types through their hotel', async () => {
      const granted = await makeHotel(server, agencyUid)
      const propertyUid = await makeProperty(server, agencyUid, { hotel_uid: granted })
      await grant(server, { agencyUid, partnerUid, objectUid: granted, isHotel: true })
      for (const owner of [{ propertyUid }, { hotelUid: granted }]) {
        const { status } = await request('POST', path, { as: token, body: { ...owner, ...body } })
        assert.equal(status, 201)
      }
    })
  })
}
