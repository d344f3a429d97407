/** Reviews in v2: contract/resources.md §9. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const other = await makeAgency(server)
const foreignUid = await makeProperty(server, other.agencyUid)
const fields = { author: 'Sam', content: 'Lovely.', rating: 5 }
const get = (path: string, as = key) => server.request('GET', path, { key: as })

async function review(propertyUid: string, more: object = {}): Promise<string> {
  const body = { propertyUid, ...fields, ...more }
  const response = await server.request('POST', '/api/v3.3/reviews', { key, body })
  assert.equal(response.status, 201, response.text)
  return response.body.review.uid
}

describe('/v2/reviews', () => {
  it('200: a bare list, in pages, with values of v2', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid, access: 'READ' })
    const reader = await makeToken(server, partnerUid, agencyUid)
    const source = 'BOOKING_DOT_COM'
    const first = await review(propertyUid, { source, date: '2026-01-02', privateFeedback: 'x' })
    const ratingCategories = [{ category: 'VALUE', rate: 3 }]
    const second = await review(propertyUid, { date: '2026-01-01', ratingCategories })
    const { status, body } = await get(`/v2/reviews?propertyUid=${propertyUid}`)
    assert.equal(status, 200)
    assert.deepEqual(body[0], {
      uid: first,
      propertyUid,
      leadUid: null,
      ...fields,
      title: null,
      date: '2026-01-02',
      source: 'Booking_dot_com',
      privateFeedback: 'x',
      reviewResponse: null,
      ratingCategories: null,
    })
    assert.deepEqual([body[1].uid, body[1].ratingCategories], [second, ratingCategories])
    const page = await get(`/v2/reviews?propertyUid=${propertyUid}&limit=1&offset=1`, reader)
    assert.deepEqual([page.body.length, page.body[0].uid], [1, second])
    assert.ok(!('privateFeedback' in page.body[0]))
    assert.equal((await get('/v2/reviews')).status, 400)
    assert.equal((await get(`/v2/reviews?propertyUid=${foreignUid}`)).status, 403)
  })

  it('200: a property of v2 has the number of reviews and their average', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const of = async () => (await get(`/v2/properties/${propertyUid}`)).body.reviews
    assert.deepEqual(await of(), { total: 0, average: null })
    for (const rating of [5, 4, 4]) await review(propertyUid, { rating })
    const deleted = await review(propertyUid, { rating: 1 })
    await server.request('DELETE', `/api/v3.3/reviews/${deleted}`, { key })
    assert.deepEqual(await of(), { total: 3, average: 13 / 3 })
  })
})
