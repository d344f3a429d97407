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
      conditionalRoutes
        .filter(({ method }) => methods.includes(method))
        .map(({ path, http }) => http.readPath ?? path)
    assert.deepEqual([...new Set(listPaths('PATCH', 'PUT'))].sort(), listPaths('GET').sort())
    assert.equal(listPaths('GET').length, 25)
  })
})

interface Noun {
  read: string
  write: [method: string, path: string]
  bodies: [object, object]
}

const created = async (path: string, body: object) => {
  const response = await call('POST', `/api/v3.3${path}`, undefined, body)
  assert.ok(response.status < 300, response.text)
  return Object.values(response.body as Record<string, { uid: string }>)[0]!.uid
}

/** Objects whose state is their content. */
async function listNouns(): Promise<Record<string, Noun>> {
  const employee = `/employees/${await make.makeEmployee(server, agencyUid)}`
  const fee = { name: 'Linen', amount: 5, amountType: 'AMOUNT', taxationRate: 0 }
  const feePath = `/fees/${await created('/fees', { propertyUid, ...fee })}`
  const service = { title: 'Cleaning', cateredTo: 'HOST', grossPrice: 40 }
  const servicePath = `/services/${await created('/services', { agencyUid, ...service })}`
  const provider = await created('/service-providers', { agencyUid, name: 'Sweep Ltd' })
  const url = 'https://calendars.example.org/7.ics'
  const ical = `/icals/${await created('/icals', { propertyUid, name: 'Feed', url })}`
  const field = await created('/custom-data-fields', { agencyUid, name: 'Code' })
  const put = (path: string, ...bodies: [object, object]): Noun => {
    return { read: path, write: ['PUT', path], bodies }
  }
  const patch = (path: string, ...bodies: [object, object]): Noun => {
    return { read: path, write: ['PATCH', path], bodies }
  }
  const described = `/property-descriptions/${propertyUid}`
  const room = { roomNumber: 1, roomType: 'BEDROOM', hasPrivateBathroom: false }
  const ofAgency = `/rate-multipliers?agencyUid=${agencyUid}`
  const multiplier = (value: number) => ({ agencyUid, rateMultipliers: { AIRBNB: { value } } })
  const names = { firstName: 'Ada', lastName: 'Reed' }
  return {
    agency: patch(`/agencies/${agencyUid}`, { city: 'Bend' }, { city: 'Sisters' }),
    settings: patch(`/agencies/${agencyUid}/settings`, { holdHours: 2 }, { holdHours: 3 }),
    employee: put(employee, names, { ...names, lastName: 'Byron' }),
    fee: put(feePath, { ...fee, amount: 6 }, { ...fee, amount: 7 }),
    service: put(servicePath, { ...service, grossPrice: 41 }, { ...service, grossPrice: 42 }),
    provider: put(`/service-providers/${provider}`, { name: 'Sweep' }, { name: 'Broom' }),
    'pricing rules': put(
      `/property-pricing-rules/${propertyUid}`,
      { increaseRate: 0.1 },
      { increaseRate: 0.2 },
    ),
    'booking page': put(`/dbs/properties/${propertyUid}`, { enabled: true }, { enabled: false }),
    'booking site': put(
      `/dbs/agencies/${agencyUid}`,
      { dbsEnabled: true },
      { dbsEnabled: true, featuredProperties: [propertyUid] },
    ),
    'custom field': patch(`/custom-data-fields/${field}`, { index: 4 }, { name: 'Gate' }),
    calendar: patch(ical, { name: 'Airbnb' }, { name: 'Vrbo' }),
    multipliers: { read: ofAgency, ...patchAt('/rate-multipliers'), bodies: pair(multiplier) },
    description: {
      read: `${described}?locale=de-DE`,
      write: ['PUT', described],
      bodies: [
        { locale: 'de-DE', summary: 'Ruhig.' },
        { locale: 'de_DE', summary: 'Still.' },
      ],
    },
    rooms: {
      read: `/rooms?propertyUid=${propertyUid}`,
      write: ['PUT', '/rooms-bulk'],
      bodies: [
        { propertyUid, rooms: [room] },
        { propertyUid, rooms: [] },
      ],
    },
  }
}

const patchAt = (path: string): Pick<Noun, 'write'> => ({ write: ['PATCH', path] })
const pair = (bodyOf: (value: number) => object): [object, object] => [bodyOf(0.1), bodyOf(0.2)]

describe('objects without a time of change', () => {
  it('refuse a second change with one tag, and return the object of the GET', async () => {
    for (const [name, { read, write, bodies }] of Object.entries(await listNouns())) {
      const [method, path] = write
      const change = (tag: string, body: object) => call(method, `/api/v3.3${path}`, tag, body)
      const tag = await readTag(`/api/v3.3${read}`)
      assert.match(tag, /^"h\w+"$/, name)
      const first = await change(tag, bodies[0])
      assert.equal(first.status, 200, `${name}: ${first.text}`)
      const next = String(first.headers.get('etag'))
      assert.equal(next, await readTag(`/api/v3.3${read}`), name)
      const second = await change(tag, bodies[1])
      assert.deepEqual([second.status, second.body.code], [412, 'CHANGED_MEANWHILE'], name)
      const { body: now } = await call('GET', `/api/v3.3${read}`)
      assert.deepEqual(second.body.current, now, name)
      assert.equal((await change(next, bodies[1])).status, 200, name)
    }
  })

  it('accept exactly one of several simultaneous changes, even of rows that do not exist', async () => {
    const uid = await make.makeProperty(server, agencyUid)
    const path = `/api/v3.3/property-pricing-rules/${uid}`
    const tag = await readTag(path)
    const responses = await Promise.all(
      [0.1, 0.2, 0.3].map(increaseRate => call('PUT', path, tag, { increaseRate })),
    )
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 412, 412])
  })
})
