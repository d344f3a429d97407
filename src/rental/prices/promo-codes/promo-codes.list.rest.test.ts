/** List of promo codes: contract/orders.md §9. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const path = '/api/v3.3/promo-codes'
const percent = { discountType: 'PERCENT', discountAmount: 10 }

describe('GET /promo-codes', () => {
  const own: Record<string, string> = {}
  let agency: Awaited<ReturnType<typeof makeAgency>>
  let cabin: string

  before(async () => {
    agency = await makeAgency(server)
    cabin = await makeProperty(server, agency.agencyUid)
    const other = await makeProperty(server, agency.agencyUid)
    for (const [code, fields] of Object.entries({
      Wide: {},
      Cabin: { propertyUid: cabin },
      Other: { propertyUid: other },
      Off: { isActive: false },
    })) {
      const body = { agencyUid: agency.agencyUid, code, ...percent, ...fields }
      const created = await server.request('POST', path, { key: agency.key, body })
      own[code] = created.body.promoCode.uid
    }
  })

  const list = (query: string) => server.request('GET', `${path}?${query}`, { key: agency.key })
  const codes = async (query: string) => {
    const { status, body } = await list(`agencyUid=${agency.agencyUid}&${query}`)
    assert.equal(status, 200)
    return body.promoCodes.map(({ code }: { code: string }) => code)
  }

  it('200: sorts by creation, newest first, and filters', async () => {
    assert.deepEqual((await codes('')).sort(), ['Cabin', 'Off', 'Other', 'Wide'])
    assert.deepEqual((await codes(`propertyUid=${cabin}`)).sort(), ['Cabin', 'Off', 'Wide'])
    assert.deepEqual(await codes('code=wIDE'), ['Wide'])
    assert.deepEqual(await codes('code=Wid'), [])
    assert.deepEqual(await codes('isActive=false'), ['Off'])
    assert.deepEqual(await codes(`isActive=1&propertyUid=${cabin}&code=cabin`), ['Cabin'])
  })

  it('200: returns pages', async () => {
    const uids: string[] = []
    let cursor = ''
    for (let pages = 0; pages < 4; pages++) {
      const query = `agencyUid=${agency.agencyUid}&_limit=1&_total=true&_cursor=${cursor}`
      const { promoCodes, _paging, _metadata } = (await list(query)).body
      assert.deepEqual([_paging._limit, _metadata], [1, { count: 1, totalCount: 4 }])
      uids.push(promoCodes[0].uid)
      cursor = _paging._nextCursor ?? ''
    }
    assert.equal(cursor, '')
    assert.deepEqual(uids.sort(), Object.values(own).sort())
  })

  it('200: defaults to the only agency of the credential', async () => {
    const { status, body } = await list('code=wide')
    assert.deepEqual([status, body.promoCodes[0]?.uid], [200, own.Wide])
  })

  it('403: rejects other agencies; 200: returns an empty list without codes', async () => {
    assert.equal((await list(`agencyUid=${agencyUid}`)).status, 403)
    const denied = await list(`agencyUid=${agency.agencyUid}&propertyUid=${propertyUid}`)
    assert.deepEqual([denied.status, denied.body.parameter], [403, 'propertyUid'])
    const none = await list(`agencyUid=${agency.agencyUid}&code=none`)
    const _metadata = { count: 0, totalCount: null }
    assert.deepEqual(none.body, { promoCodes: [], _metadata, _paging: {} })
  })
})
