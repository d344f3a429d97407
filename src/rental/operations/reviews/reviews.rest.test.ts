/** Reviews: contract/resources.md §9. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
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

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const other = await makeAgency(server)
const foreignUid = await makeProperty(server, other.agencyUid)
const partnerUids = {
  reader: (await makePartner(server)).partnerUid,
  writer: (await makePartner(server)).partnerUid,
}
const tokens = {
  reader: await makeToken(server, partnerUids.reader, agencyUid),
  writer: await makeToken(server, partnerUids.writer, agencyUid),
}

/** Creates a property that one partner may read and another write. */
async function property(): Promise<string> {
  const uid = await makeProperty(server, agencyUid)
  await grant(server, { agencyUid, partnerUid: partnerUids.reader, objectUid: uid, access: 'READ' })
  await grant(server, { agencyUid, partnerUid: partnerUids.writer, objectUid: uid })
  return uid
}
const fields = { author: 'Sam', content: 'Lovely.', rating: 5 }
const request = (method: string, path: string, body?: object, as = key) =>
  server.request(method, path, { key: as, ...(body ? { body } : {}) })
const get = (path: string, as = key) => request('GET', path, undefined, as)
const post = (body: object, as = key) => request('POST', '/api/v3.3/reviews', body, as)

async function review(propertyUid: string, more: object = {}): Promise<string> {
  const { status, body, text } = await post({ propertyUid, ...fields, ...more })
  assert.equal(status, 201, text)
  server.clock.advance(1_000)
  return body.review.uid
}
const list = (query: string, as = key, version = 'v3.3') =>
  get(`/api/${version}/reviews?${query}`, as)
const uids = ({ body }: { body: { reviews: { uid: string }[] } }) =>
  body.reviews.map(({ uid }) => uid)

describe('POST /reviews', () => {
  it('201: returns every field, same as the list', async () => {
    const propertyUid = await property()
    const leadUid = await makeLead(server, agencyUid, { property_uid: propertyUid })
    const body = {
      propertyUid,
      leadUid,
      author: 'Sam',
      title: 'Good',
      content: 'Lovely.',
      rating: 4,
      date: '2026-05-01',
      source: 'AIRBNB',
      privateFeedback: 'The tap drips.',
      ratingCategories: [{ category: 'CLEANLINESS', rate: 5 }],
    }
    const { status, body: response } = await post(body)
    assert.equal(status, 201)
    const { uid, updatedUtcDateTime, ...stored } = response.review
    assert.match(updatedUtcDateTime, /^2026-05-20T15:\d\d:\d\d$/)
    assert.deepEqual(stored, { ...body, reviewResponse: null, responseDateTimeUTC: null })
    for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
      const { reviews, _metadata, _paging } = (await list(`leadUid=${leadUid}`, key, version)).body
      assert.deepEqual(reviews, [response.review])
      assert.deepEqual([_metadata.count, _paging._nextCursor], [1, null])
    }
    const [event] = (await readEventLog(server, agencyUid)).slice(-1)
    const { agency_uid: _agency, ...payload } = event!.payload as Record<string, string>
    const keys = { review_uid: uid, property_uid: propertyUid, lead_uid: leadUid }
    assert.deepEqual(payload, { event_type: 'REVIEW_CREATED', ...keys })
  })

  it('201: date defaults to today at the property, source to this server', async () => {
    const { review } = (await post({ propertyUid: await property(), ...fields })).body
    const { date, source, title, leadUid, privateFeedback, ratingCategories } = review
    assert.deepEqual([date, source], ['2026-05-20', 'HOSTFULLY'])
    assert.deepEqual([title, leadUid, privateFeedback, ratingCategories], [null, null, null, []])
  })
})

describe('POST /reviews, refused', () => {
  const bad: [string, object, string][] = [
    ['author', { author: null }, 'REQUIRED_PARAMETER'],
    ['author', { author: ' ' }, 'INVALID_PARAMETER'],
    ['author', { author: 'x'.repeat(256) }, 'INVALID_PARAMETER'],
    ['content', { content: '' }, 'INVALID_PARAMETER'],
    ['content', { content: 'x'.repeat(10_001) }, 'INVALID_PARAMETER'],
    ['rating', { rating: 0 }, 'INVALID_PARAMETER'],
    ['rating', { rating: 6 }, 'INVALID_PARAMETER'],
    ['rating', { rating: 4.5 }, 'INVALID_PARAMETER'],
    ['date', { date: '2026-02-30' }, 'INVALID_PARAMETER'],
    ['source', { source: 'Airbnb' }, 'INVALID_ENUM_VALUE'],
  ]
  for (const [parameter, wrong, code] of bad) {
    it(`400 ${code}: ${JSON.stringify(wrong).slice(0, 30)}`, async () => {
      const { status, body } = await post({ propertyUid: await property(), ...fields, ...wrong })
      assert.deepEqual([status, body.code, body.parameter], [400, code, parameter])
    })
  }

  it('400: unknown or repeated category', async () => {
    const propertyUid = await property()
    const unique = { category: 'VALUE', rate: 3 }
    for (const ratingCategories of [[{ category: 'FOOD', rate: 3 }], [unique, unique]]) {
      assert.equal((await post({ propertyUid, ...fields, ratingCategories })).status, 400)
    }
  })

  it('403, 404, 400: inaccessible property or lead, or lead of another property', async () => {
    const propertyUid = await property()
    const foreign = await post({ propertyUid: foreignUid, ...fields })
    assert.deepEqual([foreign.status, foreign.body.code], [403, 'ACCESS_DENIED'])
    const unknown = await post({ propertyUid, leadUid: randomUUID(), ...fields })
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'LEAD_NOT_FOUND'])
    const leadUid = await makeLead(server, agencyUid, { property_uid: await property() })
    const elsewhere = await post({ propertyUid, leadUid, ...fields })
    assert.deepEqual([elsewhere.status, elsewhere.body.parameter], [400, 'leadUid'])
    const reading = await post({ propertyUid, ...fields }, tokens.reader)
    assert.deepEqual([reading.status, reading.body.code], [403, 'READ_ONLY_GRANT'])
    assert.equal((await post({ propertyUid, ...fields }, tokens.writer)).status, 201)
  })
})

describe('GET /reviews', () => {
  it('200: are those with a response, or those without one', async () => {
    const propertyUid = await property()
    const [answered, open] = [await review(propertyUid), await review(propertyUid)]
    await request('PUT', `/api/v3.3/reviews/${answered}/response`, { text: 'Thank you.' })
    const query = `propertyUid=${propertyUid}&isAnswered`
    assert.deepEqual(uids(await list(`${query}=true`)), [answered])
    assert.deepEqual(uids(await list(`${query}=false`)), [open])
  })
})

describe('GET /reviews for a delta or a page', () => {
  it('200: sorted by date, rating or change, in both directions, in complete pages', async () => {
    const propertyUid = await property()
    const [a, b, c] = [
      await review(propertyUid, { date: '2026-01-03', rating: 2 }),
      await review(propertyUid, { date: '2026-01-01', rating: 5 }),
      await review(propertyUid, { date: '2026-01-02', rating: 3 }),
    ]
    const orders: [string, string[]][] = [
      ['', [a, c, b]],
      ['&sort=SORT_BY_DATE', [a, c, b]],
      ['&sortDirection=ASC', [b, c, a]],
      ['&sort=SORT_BY_RATING', [b, c, a]],
      ['&sort=SORT_BY_RATING&sortDirection=ASC', [a, c, b]],
      ['&sort=SORT_BY_UPDATED', [c, b, a]],
      ['&sort=SORT_BY_UPDATED&sortDirection=ASC', [a, b, c]],
      ['&updatedSince=2026-01-01T00:00:00', [a, b, c]],
      ['&updatedSince=2026-01-01T00:00:00&sortDirection=DESC', [a, c, b]],
    ]
    for (const [order, expected] of orders) {
      const query = `propertyUid=${propertyUid}${order}`
      assert.deepEqual(uids(await list(query)), expected, order)
      const first = (await list(`${query}&_limit=2&_total=true`)).body
      assert.equal(first._metadata.totalCount, 3)
      const second = await list(`${query}&_limit=2&_cursor=${first._paging._nextCursor}`)
      assert.deepEqual([...uids({ body: first }), ...uids(second)], expected, order)
    }
    const { _paging } = (await list(`propertyUid=${propertyUid}&_limit=1`)).body
    const crossed = `propertyUid=${propertyUid}&sort=SORT_BY_RATING&_cursor=${_paging._nextCursor}`
    assert.deepEqual((await list(crossed)).body.code, 'INVALID_CURSOR')
  })

  it('200: filters by source, and by agency since 3.3', async () => {
    const propertyUid = await property()
    const airbnb = await review(propertyUid, { source: 'AIRBNB' })
    const own = await review(propertyUid)
    assert.deepEqual(uids(await list(`propertyUid=${propertyUid}&source=AIRBNB`)), [airbnb])
    assert.deepEqual(uids(await list(`propertyUid=${propertyUid}&source=YELP`)), [])
    const all = uids(await list(`agencyUid=${agencyUid}&_limit=1000`))
    assert.ok(all.includes(own) && all.includes(airbnb))
    const young = await list(`agencyUid=${agencyUid}`, key, 'v3.2')
    assert.deepEqual([young.status, young.body.oneOf], [400, ['propertyUid', 'leadUid']])
  })

  it('200: returns changes and deletions since a time', async () => {
    const propertyUid = await property()
    const [old, changed, deleted] = [
      await review(propertyUid),
      await review(propertyUid),
      await review(propertyUid),
    ]
    server.clock.advance(60_000)
    const since = server.clock.now().toISOString()
    await request('PUT', `/api/v3.3/reviews/${changed}/response`, { text: 'Thanks' })
    await request('DELETE', `/api/v3/reviews/${deleted}`)
    const response = await list(`propertyUid=${propertyUid}&updatedSince=${since}`)
    assert.deepEqual(uids(response), [changed])
    assert.deepEqual(response.body._metadata.deletedUids, [deleted])
    assert.deepEqual(uids(await list(`propertyUid=${propertyUid}`)), [changed, old])
  })
})

describe('access to GET /reviews', () => {
  it('400, 403, 404: missing, invalid or inaccessible filters', async () => {
    assert.equal((await list('')).status, 400)
    assert.equal((await list(`propertyUid=${foreignUid}`)).status, 403)
    assert.equal((await list(`agencyUid=${other.agencyUid}`)).status, 403)
    assert.equal((await list(`leadUid=${randomUUID()}`)).status, 404)
    const wrong = await list(`propertyUid=${await property()}&sort=SORT_BY_NAME`)
    assert.deepEqual([wrong.status, wrong.body.code], [400, 'INVALID_ENUM_VALUE'])
  })

  it('200: partners see reviews of their properties, never private feedback', async () => {
    const [mine, hidden] = [await property(), await makeProperty(server, agencyUid)]
    const uid = await review(mine, { privateFeedback: 'The tap drips.' })
    await review(hidden)
    const { body } = await list(`agencyUid=${agencyUid}&_limit=1000`, tokens.reader)
    assert.ok(body.reviews.every((row: object) => !('privateFeedback' in row)))
    assert.ok(body.reviews.some((row: { uid: string }) => row.uid === uid))
    const from = new Set(body.reviews.map((row: { propertyUid: string }) => row.propertyUid))
    assert.ok(!from.has(hidden))
  })
})

describe('DELETE /reviews/{uid} and its response', () => {
  it('204, then 404, in every version; partners by their access', async () => {
    for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
      const path = `/api/${version}/reviews/${await review(await property())}`
      const reading = await request('DELETE', path, undefined, tokens.reader)
      assert.deepEqual([reading.status, reading.body.code], [403, 'READ_ONLY_GRANT'])
      assert.equal((await request('DELETE', path, undefined, other.key)).status, 404)
      assert.equal((await request('DELETE', path, undefined, tokens.writer)).status, 204)
      const again = await request('DELETE', path)
      assert.deepEqual([again.status, again.body.code], [404, 'REVIEW_NOT_FOUND'])
    }
  })

  it('200: a response is set, replaced and removed', async () => {
    const path = `/api/v3.3/reviews/${await review(await property())}/response`
    const { review: set } = (await request('PUT', path, { text: 'Thanks' })).body
    assert.equal(set.reviewResponse, 'Thanks')
    assert.equal(set.responseDateTimeUTC, set.updatedUtcDateTime)
    server.clock.advance(5_000)
    const same = (await request('PUT', path, { text: 'Thanks' })).body.review
    assert.deepEqual(same, set)
    const { review: removed } = (await request('PUT', path, { text: null })).body
    assert.deepEqual([removed.reviewResponse, removed.responseDateTimeUTC], [null, null])
    const payload = (await readEventLog(server, agencyUid)).slice(-2)
    assert.deepEqual(
      payload.map(({ type }) => type),
      ['REVIEW_UPDATED', 'REVIEW_UPDATED'],
    )
  })

  it('400 without a text or with a long one, 404 if unknown and before 3.3', async () => {
    const uid = await review(await property())
    const path = `/api/v3.3/reviews/${uid}/response`
    for (const body of [{}, { text: '' }, { text: 'x'.repeat(10_001) }]) {
      assert.equal((await request('PUT', path, body)).status, 400)
    }
    const unknown = `/api/v3.3/reviews/${randomUUID()}/response`
    assert.equal((await request('PUT', unknown, { text: 'x' })).body.code, 'REVIEW_NOT_FOUND')
    const old = await request('PUT', path.replace('v3.3', 'v3.2'), { text: 'x' })
    assert.deepEqual([old.status, old.body.code], [404, 'UNKNOWN_API'])
    assert.equal((await request('POST', '/api/v3.2/reviews', fields)).status, 405)
  })
})
