import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { leadQuery, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const db = server.database.kysely
const { agencyUid, key } = await makeAgency(server)
const cedarUid = await makeProperty(server, agencyUid)
const birchUid = await makeProperty(server, agencyUid)

/** Nine leads, two of them of one instant, three within one second. */
const instants = [
  '2026-05-01T00:00:00.000Z',
  '2026-05-02T00:00:00.000Z',
  '2026-05-02T00:00:00.000Z',
  '2026-05-03T10:00:00.001Z',
  '2026-05-03T10:00:00.002Z',
  '2026-05-03T10:00:00.999Z',
  '2026-05-04T00:00:00.000Z',
  '2026-05-05T00:00:00.000Z',
  '2026-05-06T00:00:00.000Z',
]
const created: string[] = []
for (const [i, instant] of instants.entries()) {
  const property_uid = i % 3 === 0 ? birchUid : cedarUid
  created.push(await makeLead(server, agencyUid, { created_at: new Date(instant), property_uid }))
}
if (created[1]! > created[2]!) [created[1], created[2]] = [created[2]!, created[1]!]
const newestFirst = created.toReversed()

const agencyScope = `agencyUid: "${agencyUid}"`
const both = `propertyUids: ["${cedarUid}", "${birchUid}"]`

const document = (form: string) =>
  `query Q($limit: Int, $cursor: String) { leads(${form}, _limit: $limit, _cursor: $cursor) { uid } }`

async function page(
  variables: { limit?: number | null; cursor?: string | null },
  form = agencyScope,
) {
  const { status, body } = await leadQuery(server, key, { query: document(form), variables })
  assert.equal(status, 200)
  const uids = body.data.leads?.map(({ uid }: { uid: string }) => uid)
  return { uids, next: body.extensions?.nextCursor, errors: body.errors, body }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (cursor: string) => JSON.parse(Buffer.from(cursor, 'base64url').toString())

describe('leads(_limit)', () => {
  it('limits the list and returns the cursor of the next page', async () => {
    const { uids, next } = await page({ limit: 4 })
    assert.deepEqual(uids, newestFirst.slice(0, 4))
    assert.match(next, /^[A-Za-z0-9_-]+$/)
    const { offset, k, s } = decode(next)
    assert.equal(offset, 4)
    assert.equal(k.at(-1), uids[3])
    assert.equal(typeof s, 'string')
  })

  for (const limit of [9, 10, 1_000, 5_000]) {
    it(`${limit} returns all nine as the last page, with a null nextCursor`, async () => {
      const { uids, next } = await page({ limit })
      assert.deepEqual(uids, newestFirst)
      assert.equal(next, null)
    })
  }

  for (const limit of [0, -1]) {
    it(`INVALID_PARAMETER: rejects ${limit}`, async () => {
      const { body, errors } = await page({ limit })
      assert.deepEqual(body.data, { leads: null })
      const { code, status, parameter } = errors[0].extensions
      assert.deepEqual([code, status, parameter], ['INVALID_PARAMETER', 400, '_limit'])
    })
  }

  it('null returns all leads and no extensions, like an absent limit', async () => {
    const { uids, body } = await page({ limit: null })
    assert.deepEqual(uids, newestFirst)
    assert.deepEqual(Object.keys(body), ['data'])
  })
})

describe('leads(_cursor)', () => {
  for (const form of [agencyScope, both, `propertyUid: "${cedarUid}"`]) {
    for (const limit of [1, 2, 3, 8]) {
      it(`pages through ${form.split(':')[0]} by ${limit}`, async () => {
        const all = (await page({}, form)).uids
        const walked: string[] = []
        let cursor: string | null = null
        do {
          const { uids, next } = await page({ limit, cursor }, form)
          assert.equal(uids.length, next === null ? all.length - walked.length : limit)
          walked.push(...uids)
          cursor = next
        } while (cursor !== null)
        assert.deepEqual(walked, all)
      })
    }
  }

  it('returns all following leads without a limit', async () => {
    const { next } = await page({ limit: 4 })
    const { uids, body } = await page({ cursor: next })
    assert.deepEqual(uids, newestFirst.slice(4))
    assert.equal(body.extensions, undefined)
  })

  it('neither skips nor repeats rows with concurrent inserts and deletes', async () => {
    const first = await page({ limit: 3 })
    const removed = first.uids[2]
    await db
      .updateTable('leads')
      .set({ deleted_at: new Date() })
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', removed)
      .execute()
    const newer = await makeLead(server, agencyUid, { created_at: new Date('2026-05-07') })
    const second = await page({ limit: 3, cursor: first.next })
    assert.deepEqual(second.uids, newestFirst.slice(3, 6))
    await db
      .deleteFrom('leads')
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', newer)
      .execute()
    const third = await page({ limit: 3, cursor: second.next })
    assert.deepEqual(third.uids, newestFirst.slice(6))
    assert.equal(third.next, null)
    await db
      .updateTable('leads')
      .set({ deleted_at: null })
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', removed)
      .execute()
  })
})

describe('leads(_cursor), forged and in other spellings', () => {
  const standard = Buffer.from('{"offset":2 , "x":"??>>"}').toString('base64')
  const spellings: [string, string, number][] = [
    ['the published one', 'eyJvZmZzZXQiOjIwfQ', 20],
    ['an offset', encode({ offset: 5 }), 5],
    ['in the standard alphabet, padded', standard, 2],
    ['in the URL alphabet', standard.replaceAll('+', '-').replaceAll('/', '_'), 2],
    ['percent-encoded', encodeURIComponent(standard), 2],
    ['blanks for plus signs', standard.replaceAll('+', ' '), 2],
    ['empty: the first page', '', 0],
    ['offset 0: the first page', encode({ offset: 0 }), 0],
    ['beyond the end', encode({ offset: 100_000 }), 100_000],
  ]
  for (const [name, cursor, offset] of spellings) {
    for (const form of [agencyScope, both]) {
      it(`accepts ${name}, with ${form.split(':')[0]}`, async () => {
        const { uids, next } = await page({ limit: 3, cursor }, form)
        assert.deepEqual(uids, newestFirst.slice(offset, offset + 3))
        assert.equal(next === null, offset + 3 >= newestFirst.length)
      })
    }
  }

  it('returns all leads after an offset without a limit', async () => {
    assert.deepEqual((await page({ cursor: encode({ offset: 7 }) })).uids, newestFirst.slice(7))
  })

  it('rejects an offset above 100,000', async () => {
    const { body, errors } = await page({ cursor: encode({ offset: 100_001 }) })
    assert.equal(body.data.leads, null)
    assert.equal(errors[0].extensions.status, 400)
  })

  const k = ['2026-05-04T00:00:00.000Z', created[0]]
  const invalidCursors = {
    'no base64': '§§§',
    'no JSON': Buffer.from('nonsense').toString('base64'),
    'no object': encode([1]),
    'an empty object': encode({}),
    'a negative offset': encode({ offset: -1 }),
    'an offset that is a text': encode({ offset: '5' }),
    'a fraction': encode({ offset: 1.5 }),
    'the key of another order': encode({ offset: 1, k, s: 'updated' }),
    'a key without its order': encode({ offset: 1, k }),
    'a key too short': encode({ k: [k[0]], s: 'created' }),
    'a key of other types': encode({ k: ['x', 'y'], s: 'created' }),
    'a key without an instant': encode({ k: ['2026-99-99T99:99:99Z', created[0]], s: 'created' }),
    'a key of no day': encode({ k: ['2026-02-30T00:00:00.000Z', created[0]], s: 'created' }),
    'a key of no year': encode({ k: ['0000-01-01T00:00:00.000Z', created[0]], s: 'created' }),
    'a key of nulls': encode({ k: [null, null], s: 'created' }),
    'half a percent sign': '%E0%A4%A',
  }
  for (const [name, cursor] of Object.entries(invalidCursors)) {
    it(`INVALID_CURSOR: rejects ${name}`, async () => {
      const { body, errors } = await page({ limit: 3, cursor })
      assert.deepEqual(body.data, { leads: null })
      assert.equal(errors[0].message, 'Invalid _cursor')
      const { code, status } = errors[0].extensions
      assert.deepEqual([code, status], ['INVALID_CURSOR', 400])
    })
  }
})

describe('extensions', () => {
  const run = async (query: string, headers = {}) =>
    (await leadQuery(server, key, query, headers)).body

  it('contain only pages for several fields', async () => {
    const missing = '0197a000-9999-7bbb-8ccc-00000000dead'
    const body =
      await run(`{ a: leads(${agencyScope}, _limit: 1) { uid } b: leads(${agencyScope}, _limit: 9) { uid }
      c: leads(propertyUids: ["${cedarUid}", "${missing}"]) { uid } }`)
    assert.deepEqual(Object.keys(body), ['data', 'extensions'])
    assert.deepEqual(Object.keys(body.extensions), ['pages'])
    const { a, b, c } = body.extensions.pages
    assert.deepEqual(decode(a.nextCursor).offset, 1)
    assert.deepEqual(b, { nextCursor: null })
    assert.deepEqual(c, { inaccessiblePropertyUids: [missing] })
  })

  it('are omitted if several fields have no extensions', async () => {
    const body = await run(`{ a: leads(${agencyScope}) { uid } b: leads(${both}) { uid } }`)
    assert.deepEqual(Object.keys(body), ['data'])
  })

  it('contain cost and cursor, after the data', async () => {
    const headers = { 'x-lodgepole-cost': '1' }
    const body = await run(`{ leads(${agencyScope}, _limit: 9) { uid } }`, headers)
    const cost = { requested: 9, limit: 50_000 }
    assert.deepEqual(body.extensions, { nextCursor: null, cost })
    assert.deepEqual(Object.keys(body), ['data', 'extensions'])
  })

  it('are last, after errors and data', async () => {
    const body = await run(`{ a: leads { uid } b: leads(${agencyScope}, _limit: 1) { uid } }`)
    assert.deepEqual(Object.keys(body), ['errors', 'data', 'extensions'])
    assert.equal(decode(body.extensions.pages.b.nextCursor).offset, 1)
  })
})
