/** Pages and delta reads of orders: contract/orders.md §4, contract/general.md §5. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { makePricedOrder } from '../../../../test/fixtures/orders.ts'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)

const list = async (query: string) => {
  const { body } = await server.request('GET', `/api/v3.3/orders?${query}`, { key })
  const uids: string[] = body.orders.map(({ uid }: { uid: string }) => uid)
  return { body, uids, metadata: body._metadata, paging: body._paging }
}
const of = `propertyUid=${propertyUid}`
const at = (second: number) => new Date(Date.parse('2026-05-20T10:00:00Z') + second * 1_000)
const orderUids: string[] = []
for (const [created, updated] of [
  [1, 9],
  [2, 5],
  [3, 7],
] as const) {
  const order = { created_at: at(created), updated_at: at(updated) }
  orderUids.push((await makePricedOrder(server, agencyUid, { propertyUid, order })).orderUid)
}
const [first, second, third] = orderUids as [string, string, string]

describe('a list of orders', () => {
  it('is complete and without _paging, newest first', async () => {
    const { body, uids } = await list(of)
    assert.deepEqual(uids, [third, second, first])
    assert.deepEqual(body._metadata, { count: 3, totalCount: 3 })
    assert.equal('_paging' in body, false)
  })

  it('is paged if _limit is sent', async () => {
    const page = await list(`${of}&_limit=2`)
    assert.deepEqual([page.uids, page.metadata], [[third, second], { count: 2, totalCount: null }])
    const next = await list(`${of}&_limit=2&_cursor=${page.paging._nextCursor}`)
    assert.deepEqual([next.uids, next.paging], [[first], { _limit: 2, _nextCursor: null }])
    assert.equal((await list(`${of}&_limit=2&_total=true`)).metadata.totalCount, 3)
  })

  it('has pages of 20 if only _cursor is sent', async () => {
    const cursor = Buffer.from('{"offset":1}').toString('base64url')
    const { uids, paging } = await list(`${of}&_cursor=${cursor}`)
    assert.deepEqual([uids, paging], [[second, first], { _limit: 20, _nextCursor: null }])
  })

  it('may be empty: without _paging, or with an empty one if paged', async () => {
    const none = 'updatedSince=2027-01-01'
    assert.equal((await list(none)).paging, undefined)
    assert.deepEqual((await list(`${none}&_limit=5`)).paging, {})
  })

  it('400: rejects an invalid _limit or _cursor', async () => {
    for (const [query, code] of [
      ['_limit=0', 'INVALID_PARAMETER'],
      ['_limit=x', 'INVALID_PARAMETER'],
      ['_cursor=x', 'INVALID_CURSOR'],
    ]) {
      const path = `/api/v3.3/orders?${of}&${query}`
      const { status, body } = await server.request('GET', path, { key })
      assert.deepEqual([status, body.code], [400, code])
    }
  })
})

describe('updatedSince of orders', () => {
  it('sorts the latest update last and returns the next updatedSince', async () => {
    const { uids, metadata } = await list('updatedSince=2026-05-20T10:00:05')
    assert.deepEqual(uids, [second, third, first])
    assert.deepEqual(metadata, {
      count: 3,
      totalCount: 3,
      asOfUtcDateTime: '2026-05-20T14:59:58',
      deletedUids: [],
    })
    assert.deepEqual((await list('updatedSince=2026-05-20T10:00:07Z')).uids, [third, first])
  })

  it('lists the orders of leads that were deleted since', async () => {
    const property = await makeProperty(server, agencyUid)
    const deletedOrder = await makePricedOrder(server, agencyUid, {
      propertyUid: property,
      lead: { type: 'INQUIRY', status: 'NEW', deleted_at: at(20) },
    })
    const listDeletedUids = async (query: string) => (await list(query)).metadata.deletedUids
    assert.deepEqual(await listDeletedUids('updatedSince=2026-05-20T10:00:20'), [
      deletedOrder.orderUid,
    ])
    assert.deepEqual(await listDeletedUids('updatedSince=2026-05-20T10:00:21'), [])
    assert.deepEqual(await listDeletedUids(`updatedSince=2026-05-20&${of}`), [])
  })

  it('is paged', async () => {
    const since = 'updatedSince=2026-05-20'
    const page = await list(`${since}&_limit=2`)
    assert.deepEqual(page.uids, [second, third])
    const next = await list(`${since}&_limit=2&_cursor=${page.paging._nextCursor}`)
    assert.deepEqual(next.uids, [first])
    assert.equal('deletedUids' in next.metadata, false)
  })
})

describe('a list of more than 1,000 orders', () => {
  it('has pages of 1,000', async () => {
    const { agencyUid, key } = await makeAgency(server)
    const propertyUid = await makeProperty(server, agencyUid)
    const { leadUid, orderUid } = await makePricedOrder(server, agencyUid, { propertyUid })
    await copyOrder(agencyUid, leadUid, orderUid, 1_000)
    const get = async (query: string) => {
      const path = `/api/v3.3/orders?propertyUid=${propertyUid}${query}`
      return (await server.request('GET', path, { key })).body
    }
    const page = await get('')
    assert.deepEqual([page.orders.length, page._metadata.totalCount], [1_000, null])
    assert.equal(page._paging._limit, 1_000)
    const next = await get(`&_cursor=${page._paging._nextCursor}`)
    assert.deepEqual([next.orders.length, next._paging], [1, { _limit: 1_000, _nextCursor: null }])
    const legacy = `/v2/orders?propertyUid=${propertyUid}`
    assert.equal((await server.request('GET', legacy, { key })).body.length, 1_000)
  })
})

async function copyOrder(agencyUid: string, leadUid: string, orderUid: string, copies: number) {
  const db = server.database.kysely
  const copy = (table: string, uid: string, columns: Record<string, string>) =>
    sql`
    insert into ${sql.table(table)}
    select (jsonb_populate_record(r, jsonb_build_object(${sql.join(
      Object.entries(columns).flatMap(([name, value]) => [sql.lit(name), sql.raw(value)]),
    )}))).* from ${sql.table(table)} r, generate_series(1, ${copies}::integer) n
    where r.agency_uid = ${agencyUid} and r.uid = ${uid}`.execute(db)
  const numberedUid = (digit: number) =>
    `'00000000-0000-7000-${digit}000-' || lpad(n::text, 12, '0')`
  await copy('leads', leadUid, { uid: numberedUid(8) })
  await copy('orders', orderUid, { uid: numberedUid(9), lead_uid: numberedUid(8) })
}
