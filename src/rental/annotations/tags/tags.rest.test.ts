/** Tags: contract/resources.md §3. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  makeAgency,
  makeHotel,
  makeLead,
  makeProperty,
  updatedAt,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)

const request = (method: string, path: string, body?: unknown) =>
  server.request(method, path, { key, body })

type Type = 'PROPERTY' | 'HOTEL' | 'LEAD'

const create = { PROPERTY: makeProperty, HOTEL: makeHotel, LEAD: makeLead }

async function makeObject(objectType: Type = 'PROPERTY') {
  return { objectUid: await create[objectType](server, agencyUid), objectType }
}

const add = (object: object, tags: unknown, extra: object = {}, method = 'POST') =>
  request(method, '/api/v3.3/tags', { ...object, tags, ...extra })

async function listTags({ objectUid, objectType }: { objectUid: string; objectType: Type }) {
  const path = `/api/v3.3/tags?objectUid=${objectUid}&objectType=${objectType}`
  const { status, body } = await request('GET', path)
  assert.equal(status, 200, JSON.stringify(body))
  return body.tags
}

const remove = ({ objectUid, objectType }: { objectUid: string; objectType: Type }, tag: string) =>
  request(
    'DELETE',
    `/api/v3.3/tags?objectUid=${objectUid}&objectType=${objectType}&tag=${encodeURIComponent(tag)}`,
  )

describe('POST and PUT /tags', () => {
  for (const objectType of ['PROPERTY', 'HOTEL', 'LEAD'] as const) {
    for (const method of ['POST', 'PUT']) {
      it(`200: ${method} adds tags to a ${objectType} and returns all`, async () => {
        const object = await makeObject(objectType)
        await add(object, ['lake', 'Alpine'], {}, method)
        const { status, body } = await add(object, ['view'], {}, method)
        const tags = ['Alpine', 'lake', 'view']
        assert.deepEqual([status, body], [200, { tags, _metadata: { count: 3, totalCount: 3 } }])
        assert.deepEqual(await listTags(object), tags)
      })
    }
  }

  it('200: normalizes blanks, and keeps the first spelling', async () => {
    const object = await makeObject()
    await add(object, ['  By   the\tLake ', 'BY THE LAKE'])
    const { body } = await add(object, ['by the lake', 'Été', 'éTÉ'])
    assert.deepEqual(body.tags, ['By the Lake', 'Été'])
  })

  it('200: removeMissingTags, and its alias overwrite, remove other tags', async () => {
    const object = await makeObject()
    await add(object, ['a', 'b', 'c'])
    assert.deepEqual((await add(object, ['B', 'd'], { removeMissingTags: true })).body.tags, [
      'b',
      'd',
    ])
    assert.deepEqual((await add(object, ['e'], { overwrite: 'true' })).body.tags, ['e'])
    const unchanged = [false, null, undefined]
    for (const removeMissingTags of unchanged) await add(object, ['f'], { removeMissingTags })
    assert.deepEqual(await listTags(object), ['e', 'f'])
    assert.deepEqual((await add(object, [])).body.tags, ['e', 'f'])
    assert.deepEqual((await add(object, [], { removeMissingTags: true })).body.tags, [])
  })

  it('200: accepts a tag of 100 code points', async () => {
    const object = await makeObject()
    const longest = '🏡'.repeat(100)
    assert.deepEqual((await add(object, [longest])).body.tags, [longest])
  })

  const bad: [string, unknown][] = [
    ['none', undefined],
    ['a text', 'a,b'],
    ['a blank one', [' ']],
    ['a comma', ['a,b']],
    ['a control character', ['a\u0000b']],
    ['another control character', ['a\u009fb']],
    ['101 code points', ['x'.repeat(101)]],
    ['null among them', ['a', null]],
    ['an object', [{}]],
  ]
  for (const [what, tags] of bad) {
    it(`400: rejects ${what}, and adds nothing`, async () => {
      const object = await makeObject()
      const { status, body } = await add(object, tags)
      assert.equal(status, 400)
      assert.match(body.apiErrorMessage, /^Invalid parameter 'tags/)
      assert.deepEqual(await listTags(object), [])
    })
  }
})

describe('the number of tags', () => {
  const names = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => `tag ${from + i}`)

  it('is at most 100, 400 PAYLOAD_RULE_VIOLATION beyond', async () => {
    const object = await makeObject()
    assert.equal((await add(object, names(0, 100))).status, 200)
    assert.equal((await add(object, ['TAG 7'])).status, 200)
    const { status, body } = await add(object, ['one more'])
    assert.deepEqual([status, body.code, body.limit], [400, 'PAYLOAD_RULE_VIOLATION', 100])
    const replaced = await add(object, names(50, 150), { removeMissingTags: true })
    assert.deepEqual([replaced.status, replaced.body.tags.length], [200, 100])
  })

  for (const objectType of ['PROPERTY', 'HOTEL', 'LEAD'] as const) {
    it(`is at most 100 for concurrent requests to a ${objectType}`, async () => {
      const object = await makeObject(objectType)
      await add(object, names(0, 97))
      const all = Array.from({ length: 6 }, (_, i) => add(object, [`late ${i}`]))
      const statuses = (await Promise.all(all)).map(({ status }) => status).sort()
      assert.deepEqual(statuses, [200, 200, 200, 400, 400, 400])
      assert.equal((await listTags(object)).length, 100)
    })
  }
})

describe('DELETE /tags', () => {
  it('204: removes the tag in any spelling, and does nothing if it is missing', async () => {
    const object = await makeObject()
    await add(object, ['By the Lake', 'b'])
    assert.equal((await remove(object, ' by  the lake')).status, 204)
    assert.deepEqual(await listTags(object), ['b'])
    assert.equal((await remove(object, 'by the lake')).status, 204)
    assert.equal((await remove(object, 'a,b')).status, 204)
  })

  it('400: requires all parameters', async () => {
    const { objectUid } = await makeObject()
    const fullQuery = `objectUid=${objectUid}&objectType=PROPERTY&tag=a`
    for (const name of ['objectUid', 'objectType', 'tag']) {
      const query = fullQuery.replace(new RegExp(`${name}=[^&]*&?`), '')
      const { status, body } = await request('DELETE', `/api/v3.3/tags?${query}`)
      const text = `Invalid parameter '${name}' must not be null`
      assert.deepEqual([status, body.apiErrorMessage], [400, text])
    }
  })
})

describe('events of tags', () => {
  for (const [objectType, table] of [
    ['PROPERTY', 'properties'],
    ['HOTEL', 'hotels'],
  ] as const) {
    it(`are recorded once for a changed ${objectType}, and never without a change`, async () => {
      const object = await makeObject(objectType)
      const at = () => updatedAt(server, table, agencyUid, object.objectUid)
      await add(object, ['a', 'b'])
      const first = await at()
      await add(object, ['A'])
      await add(object, ['a', 'b'], { removeMissingTags: true })
      await remove(object, 'c')
      assert.equal(await at(), first)
      await remove(object, 'a')
      assert.equal(await at(), first + 1)
      await add(object, ['c'], { removeMissingTags: true })
      assert.equal(await at(), first + 2)
    })
  }

  it('do not change a lead', async () => {
    const object = await makeObject('LEAD')
    const before = await updatedAt(server, 'leads', agencyUid, object.objectUid)
    await add(object, ['a'])
    assert.equal(await updatedAt(server, 'leads', agencyUid, object.objectUid), before)
  })
})

describe('GET /tags', () => {
  it('400: requires object and type', async () => {
    for (const [query, name] of [
      [`objectUid=${randomUUID()}`, 'objectType'],
      ['objectType=PROPERTY', 'objectUid'],
      ['', 'objectUid'],
    ]) {
      const { status, body } = await request('GET', `/api/v3.3/tags?${query}`)
      const text = `Invalid parameter '${name}' must not be null`
      assert.deepEqual([status, body.apiErrorMessage], [400, text])
    }
  })

  it('403 for an unknown property or hotel, 404 for an unknown lead', async () => {
    const get = (type: string) =>
      request('GET', `/api/v3.3/tags?objectUid=${randomUUID()}&objectType=${type}`)
    for (const type of ['PROPERTY', 'HOTEL']) {
      const { status, body } = await get(type)
      assert.deepEqual([status, body.code, body.parameter], [403, 'ACCESS_DENIED', 'objectUid'])
    }
    const { status, body } = await get('LEAD')
    assert.deepEqual([status, body.code], [404, 'LEAD_NOT_FOUND'])
  })

  it('200: sorts case-insensitively', async () => {
    const object = await makeObject()
    await add(object, ['b', 'A', 'C', 'a1', 'B2'])
    assert.deepEqual(await listTags(object), ['A', 'a1', 'b', 'B2', 'C'])
  })
})
