/** Changes that hold only if nobody else changed the object: contract/general.md §14. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { routes } from '../../src/rental/routes.ts'
import * as make from '../fixtures/rows.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const { agencyUid, key } = await make.makeAgency(server)
const propertyUid = await make.makeProperty(server, agencyUid)

const call = (method: string, path: string, ifMatch?: string, body?: object, as = key) =>
  server.request(method, path, {
    key: as,
    ...(body ? { body } : {}),
    ...(ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } }),
  })

async function book(): Promise<string> {
  const uid = await make.makeProperty(server, agencyUid)
  const stay = { checkInLocalDate: '2026-07-04', checkOutLocalDate: '2026-07-08' }
  const guestInformation = { firstName: 'Ada', email: 'ada@example.org', adultCount: 1 }
  const body = { agencyUid, propertyUid: uid, status: 'BOOKED', ...stay, guestInformation }
  const answer = await call('POST', '/api/v3.3/leads', undefined, body)
  return `/api/v3.3/leads/${answer.body.lead.uid}`
}

/** What of a tag tells the state of the object; what follows tells how the answer is worded. */
const stateIn = (tag: unknown) => /^"(\w+)[.\w-]*"$/.exec(String(tag))![1]

const tagOf = async (path: string) => String((await call('GET', path)).headers.get('etag'))

describe('If-Match', () => {
  it('200 while the object is as it was read, with the tag of what it is then', async () => {
    const path = await book()
    const first = await call('PATCH', path, await tagOf(path), { notes: 'Cot' })
    assert.equal(first.status, 200, first.text)
    assert.equal(stateIn(first.headers.get('etag')), stateIn(await tagOf(path)))
    const second = await call('PATCH', path, String(first.headers.get('etag')), {
      notes: 'Two cots',
    })
    assert.equal(second.status, 200)
  })

  it('412 with what the object is now, and nothing changes', async () => {
    const path = await book()
    const read = await tagOf(path)
    await call('PATCH', path, read, { notes: 'Cot' })
    const { status, body, headers } = await call('PATCH', path, read, { notes: 'No cot' })
    assert.deepEqual([status, body.code], [412, 'CHANGED_MEANWHILE'])
    const { body: now } = await call('GET', path)
    assert.deepEqual(body.current, now)
    assert.equal(body.current.lead.notes, 'Cot')
    assert.equal(stateIn(headers.get('etag')), stateIn(await tagOf(path)))
  })

  it('412 once of two that change it at once, whoever is second', async () => {
    const path = await book()
    const read = await tagOf(path)
    const notes = ['a', 'b', 'c', 'd']
    const answers = await Promise.all(notes.map(n => call('PATCH', path, read, { notes: n })))
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, 412, 412, 412])
    const won = answers.find(({ status }) => status === 200)!.body.lead.notes
    for (const { status, body } of answers) {
      if (status === 412) assert.equal(body.current.lead.notes, won)
    }
  })

  it('nights that are taken do not change a property', async () => {
    const path = `/api/v3.3/properties/${propertyUid}`
    const read = await tagOf(path)
    const block = { agencyUid, propertyUids: [propertyUid], from: '2026-07-04', to: '2026-07-05' }
    assert.equal((await call('POST', '/api/v3.3/leads/blocks', undefined, block)).status, 201)
    assert.equal((await call('PATCH', path, read, { name: 'Barn' })).status, 200)
    assert.equal((await call('PATCH', path, read, { name: 'Shed' })).status, 412)
  })
})

describe('If-Match as it is written', () => {
  it('takes the objectVersion of events, `*`, lists, and tags that a proxy made weak', async () => {
    const path = await book()
    const { body } = await call('GET', `/api/v3.3/events?agencyUid=${agencyUid}&_limit=1000`)
    const leadUid = path.split('/').at(-1)
    type Told = { objectUid: string; objectVersion: number }
    const versions = body.events
      .filter(({ objectUid }: Told) => objectUid === leadUid)
      .map(({ objectVersion }: Told) => objectVersion)
    const newest = Math.max(...versions)
    const tag = await tagOf(path)
    const tried = [
      [`"${newest}"`, 200],
      [`"${newest}"`, 412],
      ['*', 200],
      [`"x", W/${await tagOf(path)}`, 412],
      [tag, 412],
    ] as const
    for (const [i, [ifMatch, expected]] of tried.entries()) {
      const fresh = ifMatch.includes('W/') ? `"x", W/${await tagOf(path)}` : ifMatch
      const { status } = await call('PATCH', path, fresh, { notes: `${i}` })
      assert.equal(status, ifMatch.includes('W/') ? 200 : expected, ifMatch)
    }
    assert.equal((await call('PATCH', path, '"a.b"', { notes: 'c' })).status, 412)
    const suffixed = (await tagOf(path)).replace(/"$/, '.gzip"')
    assert.equal((await call('PATCH', path, suffixed, { notes: 'c' })).status, 200)
  })

  it('400 where it is not written as tags are; what is not there is 404', async () => {
    const path = await book()
    for (const wrong of ['abc', '"a" "b"', '"']) {
      const { status, body } = await call('PATCH', path, wrong, { notes: 'x' })
      assert.deepEqual([status, body.parameter], [400, 'If-Match'], wrong)
    }
    const unknown = `/api/v3.3/leads/${agencyUid}`
    assert.equal((await call('PATCH', unknown, '"a"', { notes: 'x' })).status, 404)
  })
})

describe('what If-Match does besides', () => {
  it('nothing without it, nor below v3.3', async () => {
    const path = (await book()).replace('v3.3', 'v3.2')
    // It has the tag of an answer, which says nothing of the object.
    assert.doesNotMatch(await tagOf(path), /\./)
    assert.equal((await call('PATCH', path, '"old"', { notes: 'x' })).status, 200)
    const newer = path.replace('v3.2', 'v3.3')
    assert.equal((await call('PATCH', newer, undefined, { notes: 'y' })).headers.get('etag'), null)
  })

  it('shows a partner no more of the newer values than its GET', async () => {
    const path = await book()
    const { body: read } = await call('GET', path)
    const { partnerUid } = await make.makePartner(server)
    const options = { personalData: false }
    await make.grant(server, {
      agencyUid,
      partnerUid,
      objectUid: read.lead.propertyUid,
      ...options,
    })
    const token = await make.makeToken(server, partnerUid, agencyUid)
    const { status, body } = await call('PATCH', path, '"old"', { referrer: 'x' }, token)
    assert.equal(status, 412)
    const { body: seen } = await call('GET', path, undefined, undefined, token)
    assert.deepEqual(body.current, seen)
    assert.ok(!JSON.stringify(body).includes('ada@example.org'))
  })

  it('a success is repeated under its Idempotency-Key though the object has changed', async () => {
    const path = await book()
    const headers = { 'if-match': await tagOf(path), 'idempotency-key': 'k-1' }
    const once = () => server.request('PATCH', path, { key, body: { notes: 'Cot' }, headers })
    assert.equal((await once()).status, 200)
    const again = await once()
    assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true'])
  })

  it('is heeded by the changes of every object whose state a GET tells', () => {
    const told = routes.filter(({ http }) => http.findState !== undefined)
    const of = (...methods: string[]) =>
      told.filter(({ method }) => methods.includes(method)).map(({ path }) => path)
    assert.deepEqual([...new Set(of('PATCH', 'PUT'))].sort(), of('GET').sort())
    assert.equal(of('GET').length, 11)
  })
})
