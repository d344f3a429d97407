/** Conditional changes of objects: contract/general.md §14. */
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
  const response = await call('POST', '/api/v3.3/leads', undefined, body)
  return `/api/v3.3/leads/${response.body.lead.uid}`
}

/**
 * Returns the fragment of an ETag that identifies the state of the object; the rest identifies the
 * representation.
 */
const stateIn = (tag: unknown) => /^"(\w+)[.\w-]*"$/.exec(String(tag))![1]

const readTag = async (path: string) => String((await call('GET', path)).headers.get('etag'))

describe('If-Match', () => {
  it('200 while the object is unchanged, with its new ETag', async () => {
    const path = await book()
    const first = await call('PATCH', path, await readTag(path), { notes: 'Cot' })
    assert.equal(first.status, 200, first.text)
    assert.equal(stateIn(first.headers.get('etag')), stateIn(await readTag(path)))
    const second = await call('PATCH', path, String(first.headers.get('etag')), {
      notes: 'Two cots',
    })
    assert.equal(second.status, 200)
  })

  it('412 with the current object, and nothing changes', async () => {
    const path = await book()
    const read = await readTag(path)
    await call('PATCH', path, read, { notes: 'Cot' })
    const { status, body, headers } = await call('PATCH', path, read, { notes: 'No cot' })
    assert.deepEqual([status, body.code], [412, 'CHANGED_MEANWHILE'])
    const { body: now } = await call('GET', path)
    assert.deepEqual(body.current, now)
    assert.equal(body.current.lead.notes, 'Cot')
    assert.equal(stateIn(headers.get('etag')), stateIn(await readTag(path)))
  })

  it('412 for all but one of several concurrent changes', async () => {
    const path = await book()
    const read = await readTag(path)
    const notes = ['a', 'b', 'c', 'd']
    const responses = await Promise.all(notes.map(n => call('PATCH', path, read, { notes: n })))
    const statuses = responses.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, 412, 412, 412])
    const won = responses.find(({ status }) => status === 200)!.body.lead.notes
    for (const { status, body } of responses) {
      if (status === 412) assert.equal(body.current.lead.notes, won)
    }
  })

  it('occupied nights do not change a property', async () => {
    const path = `/api/v3.3/properties/${propertyUid}`
    const read = await readTag(path)
    const block = { agencyUid, propertyUids: [propertyUid], from: '2026-07-04', to: '2026-07-05' }
    assert.equal((await call('POST', '/api/v3.3/leads/blocks', undefined, block)).status, 201)
    assert.equal((await call('PATCH', path, read, { name: 'Barn' })).status, 200)
    assert.equal((await call('PATCH', path, read, { name: 'Shed' })).status, 412)
  })
})

describe('forms of If-Match', () => {
  it('takes the objectVersion of events, `*`, lists, and tags that a proxy made weak', async () => {
    const path = await book()
    const { body } = await call('GET', `/api/v3.3/events?agencyUid=${agencyUid}&_limit=1000`)
    const leadUid = path.split('/').at(-1)
    type VersionedEvent = { objectUid: string; objectVersion: number }
    const versions = body.events
      .filter(({ objectUid }: VersionedEvent) => objectUid === leadUid)
      .map(({ objectVersion }: VersionedEvent) => objectVersion)
    const newest = Math.max(...versions)
    const tag = await readTag(path)
    const tried = [
      [`"${newest}"`, 200],
      [`"${newest}"`, 412],
      ['*', 200],
      [`"x", W/${await readTag(path)}`, 412],
      [tag, 412],
    ] as const
    for (const [i, [ifMatch, expected]] of tried.entries()) {
      const fresh = ifMatch.includes('W/') ? `"x", W/${await readTag(path)}` : ifMatch
      const { status } = await call('PATCH', path, fresh, { notes: `${i}` })
      assert.equal(status, ifMatch.includes('W/') ? 200 : expected, ifMatch)
    }
    assert.equal((await call('PATCH', path, '"a.b"', { notes: 'c' })).status, 412)
    const suffixed = (await readTag(path)).replace(/"$/, '.gzip"')
    assert.equal((await call('PATCH', path, suffixed, { notes: 'c' })).status, 200)
  })

  it('400 for an invalid header, 404 for an unknown object', async () => {
    const path = await book()
    for (const wrong of ['abc', '"a" "b"', '"']) {
      const { status, body } = await call('PATCH', path, wrong, { notes: 'x' })
      assert.deepEqual([status, body.parameter], [400, 'If-Match'], wrong)
    }
    const unknown = `/api/v3.3/leads/${agencyUid}`
    assert.equal((await call('PATCH', unknown, '"a"', { notes: 'x' })).status, 404)
  })
})

describe('scope of If-Match', () => {
  it('nothing without it, nor below v3.3', async () => {
    const path = (await book()).replace('v3.3', 'v3.2')
    // The ETag is that of a response, and does not identify an object.
    assert.doesNotMatch(await readTag(path), /\./)
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
    const { body: partnerView } = await call('GET', path, undefined, undefined, token)
    assert.deepEqual(body.current, partnerView)
    assert.ok(!JSON.stringify(body).includes('ada@example.org'))
  })

  it('a success is repeated under its Idempotency-Key though the object has changed', async () => {
    const path = await book()
    const headers = { 'if-match': await readTag(path), 'idempotency-key': 'k-1' }
    const sendChange = () => server.request('PATCH', path, { key, body: { notes: 'Cot' }, headers })
    assert.equal((await sendChange()).status, 200)
    const again = await sendChange()
    assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true'])
  })

  it('applies to changes of every object whose GET has a state', () => {
    const conditionalRoutes = routes.filter(({ http }) => http.findState !== undefined)
    const listPaths = (...methods: string[]) =>
      conditionalRoutes.filter(({ method }) => methods.includes(method)).map(({ path }) => path)
    assert.deepEqual([...new Set(listPaths('PATCH', 'PUT'))].sort(), listPaths('GET').sort())
    assert.equal(listPaths('GET').length, 11)
  })
})
