/** contract/general.md §4, §5: envelopes, page sizes, cursors. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { makeAgency, makeLead } from '../fixtures/rows.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
let agencyUid: string
let key: string
/** Leads, newest first. */
const uids: string[] = []

before(async () => {
  const agency = await makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  for (let i = 0; i < 45; i++) uids.unshift(await makeLead(server, agencyUid))
})

async function list(query = '', version = 'v3.3') {
  const path = `/api/${version}/leads?agencyUid=${agencyUid}&${query}`
  const { status, body, text } = await server.request('GET', path, { key })
  const listed: string[] = body.leads?.map(({ uid }: { uid: string }) => uid)
  return { status, body, text, given: listed, paging: body._paging, metadata: body._metadata }
}

const encodeCursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (cursor: string) => JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))

describe('the envelope', () => {
  for (const version of ['v3', 'v3.1', 'v3.2', 'v3.3']) {
    it(`has the collection first, then _metadata and _paging, in ${version}`, async () => {
      const { body, text } = await list('', version)
      assert.deepEqual(Object.keys(body), ['leads', '_metadata', '_paging'])
      assert.ok(text.startsWith('{"leads":['))
      assert.deepEqual(body._metadata, { count: 20, totalCount: null })
      assert.deepEqual(Object.keys(body._paging), ['_limit', '_nextCursor'])
    })
  }

  it('of an empty list has count 0 and an empty _paging', async () => {
    const { body } = await list('checkInFrom=2030-01-01')
    const _metadata = { count: 0, totalCount: null }
    assert.deepEqual(body, { leads: [], _metadata, _paging: {} })
  })

  it('of a list without pages counts everything and has no _paging', async () => {
    const { body } = await server.request('GET', '/api/v3.3/agencies?_limit=0&_cursor=x', { key })
    assert.deepEqual(Object.keys(body), ['agencies', '_metadata'])
    assert.deepEqual(body._metadata, { count: 1, totalCount: 1 })
  })

  it('of v2 is a bare array or object', async () => {
    const many = await server.request('GET', `/v2/leads?agencyUid=${agencyUid}`, { key })
    assert.equal(many.body.length, 20)
    const one = await server.request('GET', `/v2/leads/${uids[0]}`, { key })
    assert.equal(one.body.uid, uids[0])
  })

  it('of one object is its singular', async () => {
    const { body } = await server.request('GET', `/api/v3.3/leads/${uids[0]}`, { key })
    assert.deepEqual(Object.keys(body), ['lead'])
  })

  for (const flag of ['true', '1', 'TRUE']) {
    it(`totalCount counts all with _total=${flag}`, async () => {
      assert.deepEqual((await list(`_total=${flag}`)).metadata, { count: 20, totalCount: 45 })
    })
  }

  it('totalCount counts what passes the filters, on every page', async () => {
    const { metadata } = await list(
      `_total=true&_cursor=${encodeCursor({ offset: 44 })}&statusIn=NEW`,
    )
    assert.deepEqual(metadata, { count: 1, totalCount: 45 })
    assert.equal((await list('_total=true&statusIn=BOOKED')).metadata.totalCount, 0)
  })
})

describe('_limit', () => {
  for (const [listed, used] of [
    ['1', 1],
    ['45', 45],
    ['', 20],
    ['1000', 1000],
    ['5000', 1000],
  ] as const) {
    it(`${listed || 'empty'} means ${used}`, async () => {
      const { given: rows, paging } = await list(`_limit=${listed}`)
      assert.equal(rows.length, Math.min(used, 45))
      assert.equal(paging._limit, used)
    })
  }

  for (const bad of ['0', '-1', 'ten', '1.5', '1e999']) {
    it(`400 for ${bad}`, async () => {
      const { status, body } = await list(`_limit=${bad}`)
      assert.deepEqual([status, body.code, body.parameter], [400, 'INVALID_PARAMETER', '_limit'])
    })
  }

  it('limit, cursor, offset, _offset and page are ignored', async () => {
    const { status, given: listed } = await list('limit=0&cursor=!&offset=5&_offset=x&page=2')
    assert.equal(status, 200)
    assert.deepEqual(listed, uids.slice(0, 20))
  })
})

describe('_cursor', () => {
  it('returns all rows once, newest first', async () => {
    const allListed: string[] = []
    let cursor: string | null = ''
    do {
      const { given: listed, paging } = await list(`_limit=7&_cursor=${cursor}`)
      allListed.push(...listed)
      cursor = paging._nextCursor
    } while (cursor)
    assert.deepEqual(allListed, uids)
  })

  it('is null exactly when no further row existed', async () => {
    assert.equal((await list('_limit=45')).paging._nextCursor, null)
    assert.notEqual((await list('_limit=44')).paging._nextCursor, null)
  })

  it('is URL-safe, unpadded and contains offset, key and sort order', async () => {
    const { paging } = await list('_limit=2')
    assert.match(paging._nextCursor, /^[\w-]+$/)
    const { offset, k, s } = decode(paging._nextCursor)
    assert.deepEqual([offset, k.at(-1), typeof s], [2, uids[1], 'string'])
  })

  it('past the end is an empty list', async () => {
    const {
      status,
      given: listed,
      paging,
    } = await list(`_cursor=${encodeCursor({ offset: 1000 })}`)
    assert.deepEqual([status, listed, paging], [200, [], {}])
  })

  it('may be forged as an offset', async () => {
    assert.equal(encodeCursor({ offset: 20 }), 'eyJvZmZzZXQiOjIwfQ')
    assert.deepEqual((await list('_cursor=eyJvZmZzZXQiOjIwfQ')).given, uids.slice(20, 40))
  })

  it('a forged offset continues with a key', async () => {
    const { paging } = await list(`_limit=3&_cursor=${encodeCursor({ offset: 20 })}`)
    assert.equal(decode(paging._nextCursor).offset, 23)
    assert.deepEqual(
      (await list(`_limit=3&_cursor=${paging._nextCursor}`)).given,
      uids.slice(23, 26),
    )
  })

  it('takes 100,000 as the largest offset', async () => {
    assert.equal((await list(`_cursor=${encodeCursor({ offset: 100_000 })}`)).status, 200)
    const { status, body } = await list(`_cursor=${encodeCursor({ offset: 100_001 })}`)
    assert.deepEqual([status, body.parameter], [400, '_cursor'])
  })

  for (const first of ['', encodeCursor({ offset: 0 })]) {
    it(`'${first}' is the first page`, async () => {
      assert.deepEqual((await list(`_cursor=${first}`)).given, uids.slice(0, 20))
    })
  }

  it('ignores the offset when it has a key', async () => {
    const { paging } = await list('_limit=2')
    const { k, s } = decode(paging._nextCursor)
    for (const value of [
      { k, s },
      { offset: 40, k, s },
    ]) {
      assert.equal((await list(`_limit=1&_cursor=${encodeCursor(value)}`)).given[0], uids[2])
    }
  })
})

describe('the spelling of a cursor', () => {
  /** Value whose encoding differs between the two alphabets. */
  const value = { offset: 20, pad: '??>>~~ÿÿ' }
  const standard = Buffer.from(JSON.stringify(value)).toString('base64')
  const urlSafe = Buffer.from(JSON.stringify(value)).toString('base64url')
  const spellings: Record<string, string> = {
    'URL-safe': urlSafe,
    'URL-safe, padded': urlSafe + '='.repeat((4 - (urlSafe.length % 4)) % 4),
    'standard, percent-encoded': encodeURIComponent(standard),
    'standard, percent-encoded twice': encodeURIComponent(encodeURIComponent(standard)),
    'standard, raw, its + read as a blank': standard,
    'standard without padding': encodeURIComponent(standard.replace(/=+$/, '')),
  }
  for (const [name, cursor] of Object.entries(spellings)) {
    it(`200: ${name}`, async () => {
      assert.deepEqual((await list(`_cursor=${cursor}`)).given, uids.slice(20, 40))
    })
  }

  it('has characters of both alphabets to test with', () => {
    assert.match(standard, /[+]/)
    assert.match(standard, /[/]/)
  })
})

describe('a bad cursor', () => {
  const uid = randomUUID()
  const at = '2026-05-10T08:00:00.000Z'
  const bad: Record<string, string> = {
    'no base64': '!!!',
    'no JSON': Buffer.from('hello').toString('base64url'),
    'broken percent-encoding': '%25zz',
    'a list': encodeCursor([1]),
    null: encodeCursor(null),
    'without offset and key': encodeCursor({}),
    'with a negative offset': encodeCursor({ offset: -1 }),
    'with a broken offset': encodeCursor({ offset: 1.5 }),
    'with an offset as text': encodeCursor({ offset: '20' }),
    'with a key but no sort order': encodeCursor({ offset: 1, k: [at, uid] }),
    'of another sort order': encodeCursor({ offset: 1, k: [at, uid], s: 'updated' }),
    'with a short key': encodeCursor({ offset: 1, k: [uid], s: 'created' }),
    'with a key of numbers': encodeCursor({ offset: 1, k: [1, 2], s: 'created' }),
    'with a key that is no time': encodeCursor({ k: ['2026-13-45T99:99:99Z', uid], s: 'created' }),
    'with a time of dots': encodeCursor({ k: ['2026-05-10T..Z', uid], s: 'created' }),
    'with a time in year 0': encodeCursor({ k: ['0000-01-01T00:00:00Z', uid], s: 'created' }),
    'with a uid that is none': encodeCursor({ k: [at, 'x'], s: 'created' }),
  }
  for (const [name, cursor] of Object.entries(bad)) {
    it(`400 when it is ${name}`, async () => {
      const { status, body } = await list(`_cursor=${cursor}`)
      assert.deepEqual([status, body.code], [400, 'INVALID_CURSOR'])
      assert.equal(body.apiErrorMessage, 'Invalid _cursor')
    })
  }
})

describe('v2 paging', () => {
  const page = (query: string) =>
    server.request('GET', `/v2/leads?agencyUid=${agencyUid}&${query}`, { key })

  it('limit and offset', async () => {
    const { body } = await page('limit=10&offset=40')
    assert.deepEqual(
      body.map(({ uid }: { uid: string }) => uid),
      uids.slice(40),
    )
  })

  it('a limit above 1000 is 1000, _limit and _cursor are ignored', async () => {
    assert.equal((await page('limit=9999')).body.length, 45)
    assert.equal((await page('_limit=1&_cursor=!')).body.length, 20)
  })

  for (const bad of ['limit=0', 'limit=x', 'offset=-1', 'offset=1.5']) {
    it(`400 for ${bad}`, async () => {
      const { status, body } = await page(bad)
      assert.deepEqual([status, body.code], [400, 'INVALID_PARAMETER'])
    })
  }
})
