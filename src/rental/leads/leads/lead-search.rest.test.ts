/** Leads by text, assignee, tags and balance, in every sort order: contract/leads.md §7. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import * as make from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await make.makeAgency(server)
const property_uid = await make.makeProperty(server, agencyUid)
const assignee_uid = await make.makeEmployee(server, agencyUid)
/** Uids of leads by the names that the tests use. */
const leads: Record<string, string> = {}

before(async () => {
  const booked = { type: 'BOOKING', status: 'BOOKED' }
  const columns = {
    ada: { first_name: 'Ada', last_name: 'Byron', email: 'Ada@Example.org', assignee_uid },
    bo: { first_name: 'Bo', phone_number: '+44 (20) 7946-0018', external_booking_id: 'HM-4711' },
    cy: { ...booked, secondary_email: 'cy@example.org', booked_at: new Date('2026-04-02') },
    di: { ...booked, cell_phone_number: '555', booked_at: new Date('2026-04-01') },
  }
  for (const [i, [name, more]] of Object.entries(columns).entries()) {
    const check_in_local = `2026-06-0${9 - i}T16:00:00`
    const stay = { check_in_local, check_out_local: `2026-06-1${(i * 3) % 5}T11:00:00` }
    leads[name] = await make.makeLead(server, agencyUid, { property_uid, ...stay, ...more })
  }
  for (const [name, tags] of [
    ['ada', ['VIP', 'Dog']],
    ['cy', ['vip']],
  ] as const) {
    const body = { objectUid: leads[name], objectType: 'LEAD', tags }
    await server.request('POST', '/api/v3.3/tags', { key, body })
  }
  await order('ada', '100.00', '40.00', '59.99')
  await order('bo', '100.00', '100.00')
  await order('cy', '0.00')
})

async function order(name: string, total_amount: string, ...amounts: string[]): Promise<void> {
  const orderUid = await make.makeOrder(server, agencyUid, leads[name]!, { total_amount })
  for (const amount of amounts) {
    const body = { orderUid, type: 'SALE', status: 'SUCCESS', amount: Number(amount) }
    const { status } = await server.request('POST', '/api/v3.3/transactions', { key, body })
    assert.equal(status, 201)
  }
}

const findName = (uid: string) => Object.keys(leads).find(name => leads[name] === uid) ?? uid

async function listNames(query: string, as = key): Promise<string[]> {
  const path = `/api/v3.3/leads?agencyUid=${agencyUid}&${query}`
  const { status, body } = await server.request('GET', path, { key: as })
  assert.equal(status, 200, JSON.stringify(body))
  return body.leads.map(({ uid }: { uid: string }) => findName(uid))
}

async function listNamesByGraphql(args: string, as = key) {
  const query = `{ leads(agencyUid: "${agencyUid}", ${args}) { uid } }`
  const path = '/api/v3.3/graphql'
  const { body } = await server.request('POST', path, { key: as, body: { query } })
  const names = body.data?.leads.map(({ uid }: { uid: string }) => findName(uid))
  return { names, cursor: body.extensions.nextCursor, errors: body.errors }
}

describe('the filters of GET /leads and leads of GraphQL', () => {
  const cases: [string, string, string[]][] = [
    ['query=byron', 'query: "byron"', ['ada']],
    ['query=ada%20b', 'query: "ada b"', ['ada']],
    ['query=EXAMPLE.ORG', 'query: "EXAMPLE.ORG"', ['cy', 'ada']],
    ['query=hm-47', 'query: "hm-47"', ['bo']],
    ['query=2079460018', 'query: "2079460018"', ['bo']],
    ['query=7946%200018', 'query: "7946 0018"', ['bo']],
    ['query=555', 'query: "555"', []],
    ['query=%25', 'query: "%"', []],
    [`assigneeUid=${assignee_uid}`, `assigneeUid: "${assignee_uid}"`, ['ada']],
    ['assigneeUid=none', 'assigneeUid: "none"', ['di', 'cy', 'bo']],
    ['tags=vip', 'tags: ["vip"]', ['cy', 'ada']],
    ['tags=VIP,dog', 'tags: ["VIP", "dog"]', ['ada']],
    ['balance=DUE', 'balance: "DUE"', ['ada']],
    ['balance=PAID', 'balance: "PAID"', ['cy', 'bo']],
    ['balance=PAID&statusIn=BOOKED', 'balance: "PAID", statusIn: [BOOKED]', ['cy']],
  ]
  for (const [query, args, expected] of cases) {
    it(`200: ${query}`, async () => {
      assert.deepEqual(await listNames(query), expected)
      assert.deepEqual((await listNamesByGraphql(args)).names, expected)
    })
  }
})

describe('the orders of GET /leads and leads of GraphQL', () => {
  const orders: [string, string, string[]][] = [
    ['checkIn', '', ['di', 'cy', 'bo', 'ada']],
    ['checkIn', 'DESC', ['ada', 'bo', 'cy', 'di']],
    ['checkOut', '', ['ada', 'cy', 'bo', 'di']],
    ['booked', '', ['cy', 'di']],
    ['booked', 'ASC', ['di', 'cy']],
    ['updated', 'ASC', ['ada', 'bo', 'cy', 'di']],
    ['created', 'ASC', ['ada', 'bo', 'cy', 'di']],
  ]
  for (const [sort, direction, expected] of orders) {
    it(`200: ${sort} ${direction}, also page by page`, async () => {
      const query = `sort=${sort}${direction && `&sortDirection=${direction}`}`
      const args = `sort: "${sort}"${direction && `, sortDirection: "${direction}"`}`
      assert.deepEqual(await listNames(query), expected)
      const pages: string[] = []
      const byGraphql: string[] = []
      let [cursor, next] = ['', '']
      for (const _ of expected) {
        const path = `/api/v3.3/leads?agencyUid=${agencyUid}&${query}&_limit=1&_cursor=${cursor}`
        const { body } = await server.request('GET', path, { key })
        pages.push(findName(body.leads[0].uid))
        cursor = body._paging._nextCursor
        const result = await listNamesByGraphql(`${args}, _limit: 1, _cursor: "${next}"`)
        byGraphql.push(...result.names)
        next = result.cursor
      }
      assert.deepEqual([pages, byGraphql, cursor, next], [expected, expected, null, null])
    })
  }

  it('400: rejects unknown orders, and cursors of another order', async () => {
    const scope = `/api/v3.3/leads?agencyUid=${agencyUid}`
    const first = await server.request('GET', `${scope}&sort=checkIn&_limit=1`, { key })
    const cursor = first.body._paging._nextCursor
    const refused = [
      ['assigneeUid=x', 'INVALID_PARAMETER', 'assigneeUid'],
      ['balance=x', 'INVALID_ENUM_VALUE', 'balance'],
      ['sort=x', 'INVALID_ENUM_VALUE', 'sort'],
      ['sort=checkIn&updatedSince=2026-01-01T00:00:00', 'INVALID_PARAMETER', 'sort'],
      [`sort=checkOut&_cursor=${cursor}`, 'INVALID_CURSOR', '_cursor'],
    ]
    for (const [query, code, parameter] of refused) {
      const { status, body } = await server.request('GET', `${scope}&${query}`, { key })
      assert.deepEqual([status, body.code, body.parameter], [400, code, parameter], query ?? '')
    }
    for (const args of ['assigneeUid: "x"', 'balance: "x"', 'sort: "x"', 'sortDirection: "x"']) {
      const { errors } = await listNamesByGraphql(args)
      assert.match(errors[0].extensions.code, /^INVALID_/, args)
    }
  })
})

describe('a search without access to personal data', () => {
  it('200: matches hidden details only in leads of the caller', async () => {
    const { partnerUid } = await make.makePartner(server)
    await make.grant(server, { agencyUid, partnerUid, objectUid: property_uid })
    const token = await make.makeToken(server, partnerUid, agencyUid)
    for (const text of ['Byron', 'example.org', '79460018']) {
      assert.deepEqual(await listNames(`query=${text}`, token), [])
      assert.deepEqual((await listNamesByGraphql(`query: "${text}"`, token)).names, [])
      const path = `/api/v3.3/leads/counts?agencyUid=${agencyUid}&by=status&query=${text}`
      const { body } = await server.request('GET', path, { key: token })
      assert.ok(body.counts.every(({ count }: { count: number }) => count === 0))
    }
    assert.deepEqual(await listNames('query=HM-4711', token), ['bo'])
    const columns = { property_uid, first_name: 'Eve', created_by_partner_uid: partnerUid }
    leads.eve = await make.makeLead(server, agencyUid, columns)
    assert.deepEqual(await listNames('query=eve', token), ['eve'])
    await server.database.kysely
      .updateTable('leads')
      .set({ deleted_at: new Date() })
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', leads.eve)
      .execute()
  })
})

describe('GET /leads/counts', () => {
  it('200: counts every status and stage with the filters of the list', async () => {
    const agency = await make.makeAgency(server)
    const add = (columns: object) => make.makeLead(server, agency.agencyUid, columns)
    const now = server.clock.now().getTime()
    const at = (hours: number) => new Date(now + hours * 3_600_000)
    const booked = (from: number, to: number) => {
      return { type: 'BOOKING', status: 'BOOKED', check_in_at: at(from), check_out_at: at(to) }
    }
    const hold = { type: 'INQUIRY', status: 'ON_HOLD' }
    for (const stay of [booked(1, 30), booked(0, 9), booked(-9, 1), booked(-9, 0)]) await add(stay)
    for (const end of [1, 0]) await add({ ...hold, timer_ends_at: at(end) })
    await add({})
    await add({ type: 'BLOCK', status: 'BLOCKED' })
    const counts = async (query: string) => {
      const path = `/api/v3.3/leads/counts?agencyUid=${agency.agencyUid}&${query}`
      const { body } = await server.request('GET', path, { key: agency.key })
      type Count = { value: string; count: number }
      return Object.fromEntries(body.counts.map(({ value, count }: Count) => [value, count]))
    }
    const stages = { QUOTE: 1, HOLD: 1, BOOKED: 1, STAY: 2, CLOSED: 2, BLOCK: 1 }
    assert.deepEqual(await counts('by=stage'), stages)
    const byStatus = await counts('by=status&typeIn=BOOKING,INQUIRY')
    assert.equal(Object.keys(byStatus).length, 12)
    assert.deepEqual([byStatus.BOOKED, byStatus.ON_HOLD, byStatus.NEW], [4, 2, 1])
    assert.equal(byStatus.BLOCKED, 0)
  })

  it('400: rejects a missing agency, and an unknown `by`', async () => {
    const readErrorCode = async (query: string) => {
      return (await server.request('GET', `/api/v3.3/leads/counts?${query}`, { key })).body.code
    }
    assert.equal(await readErrorCode('by=status'), 'REQUIRED_PARAMETER')
    assert.equal(await readErrorCode(`by=x&agencyUid=${agencyUid}`), 'INVALID_ENUM_VALUE')
    assert.equal(await readErrorCode(`agencyUid=${agencyUid}`), 'REQUIRED_PARAMETER')
  })
})

describe('a lead of GraphQL', () => {
  it('200: has order, tags, unit, thread and jobs', async () => {
    const selection = `order { totalAmount paidAmount balanceAmount currency } tags unit { name }
      thread { uid isUnread } jobs { uid status }`
    const query = `{ lead(uid: "${leads.ada}") { ${selection} } }`
    const { body } = await server.request('POST', '/api/v3.3/graphql', { key, body: { query } })
    assert.deepEqual(body.data.lead, {
      order: {
        totalAmount: '100.00',
        paidAmount: '99.99',
        balanceAmount: '0.01',
        currency: 'USD',
      },
      tags: ['Dog', 'VIP'],
      unit: null,
      thread: null,
      jobs: [],
    })
    const orders = await server.request('GET', `/api/v3.3/orders?leadUid=${leads.ada}`, { key })
    const [{ paidAmount, balanceAmount }] = orders.body.orders
    assert.deepEqual([paidAmount, balanceAmount], [99.99, 0.01])
  })
})
