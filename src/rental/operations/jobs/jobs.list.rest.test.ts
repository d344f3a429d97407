/** Lists of jobs: contract/resources.md §1.3. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { jobRow, makeJob, makeProvider, makeService } from '../../../../test/fixtures/jobs.ts'
import {
  grant,
  makeAgency,
  makeLead,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { versions } from '../../versions.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
const otherUid = await makeProperty(server, agencyUid)
const leadUid = await makeLead(server, agencyUid, { property_uid: otherUid })
const serviceProviderUid = await makeProvider(server, agencyUid)
const serviceUid = await makeService(server, agencyUid)
const foreign = await makeAgency(server)
const strange = '0197b3f2-0000-7000-8000-000000000000'

/** Names of jobs in this test. */
const names = new Map<string, string>()
const make = async (name: string, start: string, columns: object = {}) => {
  const ends = { start_local: start, end_local: start }
  const refers = { property_uid: propertyUid, service_uid: serviceUid }
  names.set(await makeJob(server, agencyUid, { ...refers, ...ends, ...columns }), name)
}
const list = (query: string, version = '3.3', as = key) =>
  server.request('GET', `/api/v${version}/jobs?${query}`, { key: as })
const listed = async (query: string, version?: string, as?: string) => {
  const { status, body, text } = await list(query, version, as)
  assert.equal(status, 200, text)
  assert.deepEqual(Object.keys(body), ['jobs', '_metadata'])
  const { length } = body.jobs
  assert.deepEqual(body._metadata, { count: length, totalCount: length })
  return body.jobs.map(({ uid }: { uid: string }) => names.get(uid))
}
const july = 'from=2026-07-01&to=2026-07-31'

before(async () => {
  await make('last', '2026-07-31T23:59:59', { updated_at: new Date('2026-05-02T10:00:00.700Z') })
  await make('first', '2026-07-01T00:00:00', { status: 'ACCEPTED' })
  await make('june', '2026-06-30T23:59:59')
  await make('august', '2026-08-01T00:00:00', { updated_at: new Date('2026-05-03T00:00:00Z') })
  const elsewhere = { property_uid: otherUid, lead_uid: leadUid, status: 'DONE' }
  await make('other', '2026-07-10T10:00:00', {
    ...elsewhere,
    service_provider_uid: serviceProviderUid,
  })
  await make('tie', '2026-07-10T10:00:00')
})

describe('GET /jobs', () => {
  it('200: sorted by start, then uid; both dates are inclusive', async () => {
    assert.deepEqual(await listed(july), ['first', 'other', 'tie', 'last'])
    assert.deepEqual(await listed('from=2026-06-30&to=2026-06-30'), ['june'])
    assert.deepEqual(await listed('from=2027-01-01&to=2027-01-31'), [])
  })

  it('403 and 404: rejects unknown agencies, leads and providers', async () => {
    const codes = {
      agencyUid: 'ACCESS_DENIED',
      leadUid: 'LEAD_NOT_FOUND',
      serviceProviderUid: 'SERVICE_PROVIDER_NOT_FOUND',
    }
    for (const [name, code] of Object.entries(codes)) {
      const { body } = await list(`${july}&${name}=%00`)
      assert.equal(body.code, code, name)
    }
  })

  it('200: filters by properties and statuses, in either form of a list', async () => {
    assert.deepEqual(await listed(`${july}&propertyUids=${otherUid}`), ['other'])
    const both = `${july}&propertyUids=${otherUid},${propertyUid}`
    assert.deepEqual(await listed(`${both}&statuses=DONE&statuses=ACCEPTED`), ['first', 'other'])
  })

  for (const version of versions) {
    it(`modifiedSince in ${version}: what has changed since, from and to need not be sent`, async () => {
      const since = (instant: string) => listed(`modifiedSince=${instant}`, version)
      assert.deepEqual(await since('2026-05-02'), ['last', 'august'])
      assert.deepEqual(await since('2026-05-02T10:00:00'), ['last', 'august'])
      assert.deepEqual(await since('2026-05-02T10:00:01Z'), ['august'])
      assert.deepEqual(await listed(`${july}&modifiedSince=2026-05-02`, version), ['last'])
      assert.deepEqual(await listed('from=2026-07-31&modifiedSince=2026-05-02', version), [
        'last',
        'august',
      ])
      assert.equal((await since('2000-01-01')).length, 6)
    })

    const isKnown = version === '3.3'
    it(`lead, provider and agency in ${version}: ${isKnown ? 'are filters' : 'are ignored'}`, async () => {
      const all = ['first', 'other', 'tie', 'last']
      const expected = isKnown ? ['other'] : all
      assert.deepEqual(await listed(`${july}&leadUid=${leadUid}`, version), expected)
      const provider = `${july}&serviceProviderUid=${serviceProviderUid}`
      assert.deepEqual(await listed(provider, version), expected)
      assert.deepEqual(await listed(`${july}&agencyUid=${agencyUid}`, version), all)
      const refused = { leadUid: 404, serviceProviderUid: 404, agencyUid: 403 }
      for (const [name, status] of Object.entries(refused)) {
        const response = await list(`${july}&${name}=${strange}`, version)
        assert.equal(response.status, isKnown ? status : 200, name)
      }
    })
  }
})

describe('GET /jobs refuses', () => {
  const wrong: [query: string, status: number, code: string, text?: string][] = [
    ['', 400, 'REQUIRED_PARAMETER', "One of ['from', 'modifiedSince'] is required"],
    ['to=2026-07-31', 400, 'REQUIRED_PARAMETER', "One of ['from', 'modifiedSince'] is required"],
    ['from=2026-07-31', 400, 'REQUIRED_PARAMETER', "Invalid parameter 'to' must not be null"],
    ['from=2026-07-31&to=2026-07-30', 400, 'INVALID_DATE_RANGE', "'to' must not be before 'from'"],
    ['from=2026-01-01&to=2028-01-02', 400, 'INVALID_DATE_RANGE'],
    ['from=x&to=2026-07-30', 400, 'INVALID_PARAMETER'],
    ['modifiedSince=x', 400, 'INVALID_PARAMETER'],
    [`${july}&statuses=OPEN`, 400, 'INVALID_ENUM_VALUE'],
    [`${july}&agencyUid=%00`, 403, 'ACCESS_DENIED'],
    [`${july}&leadUid=%00`, 404, 'LEAD_NOT_FOUND'],
    [`${july}&propertyUids=${propertyUid},${strange}`, 403, 'ACCESS_DENIED'],
  ]
  for (const [query, status, code, text] of wrong) {
    it(`${status} ${code}: ${query}`, async () => {
      const response = await list(query)
      assert.deepEqual([response.status, response.body.code], [status, code])
      if (text) assert.equal(response.body.apiErrorMessage, text)
    })
  }

  it('ranges of two years that contain a leap day', async () => {
    assert.equal((await list('from=2027-01-01&to=2028-12-31')).status, 200)
  })

  it('400: more than 10,000 jobs; 200: exactly as many, in one statement', async () => {
    const { agencyUid: crowded, key: its } = await makeAgency(server)
    const refers = {
      property_uid: await makeProperty(server, crowded),
      service_uid: await makeService(server, crowded),
    }
    const rows = Array.from({ length: 10_001 }, () => jobRow(crowded, refers))
    for (let i = 0; i < rows.length; i += 2_000) {
      await insertRows({ db: server.database.kysely }, 'jobs', rows.slice(i, i + 2_000))
    }
    const refused = await list(july, '3.3', its)
    assert.deepEqual([refused.status, refused.body.code], [400, 'PAYLOAD_RULE_VIOLATION'])
    const { apiErrorMessage, limit } = refused.body
    assert.deepEqual(
      [apiErrorMessage, limit],
      ["More than 10000 jobs match; narrow 'from' and 'to'", 10_000],
    )
    await server.request('DELETE', `/api/v3.3/jobs/${rows[0]!.uid}`, { key: its })
    assert.equal((await list(july, '3.3', its)).body.jobs.length, 10_000)
  })
})

describe('jobs of a partner', () => {
  it('are those of granted properties; with READ they are read-only', async () => {
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: otherUid, access: 'READ' })
    const token = await makeToken(server, partnerUid, agencyUid)
    assert.deepEqual(await listed(july, '3.0', token), ['other'])
    const requestAs = (method: string, name: string, path = '') => {
      const [uid] = [...names].find(([, called]) => called === name)!
      return server.request(method, `/api/v3.3/jobs/${uid}${path}`, { key: token })
    }
    assert.equal((await requestAs('GET', 'other')).status, 200)
    assert.equal((await requestAs('POST', 'other', '/accept')).body.code, 'READ_ONLY_GRANT')
    assert.equal((await requestAs('DELETE', 'other')).body.code, 'READ_ONLY_GRANT')
    assert.equal((await requestAs('POST', 'tie', '/accept')).body.code, 'JOB_NOT_FOUND')
    const { status } = await list(`${july}&propertyUids=${propertyUid}`, '3.3', token)
    assert.equal(status, 403)
    assert.deepEqual((await list(july, '3.3', foreign.key)).body.jobs, [])
  })

  it('move only to properties with write access', async () => {
    const { partnerUid } = await makePartner(server)
    const own = await makeProperty(server, agencyUid)
    const readable = await makeProperty(server, agencyUid)
    await grant(server, { agencyUid, partnerUid, objectUid: own })
    await grant(server, { agencyUid, partnerUid, objectUid: readable, access: 'READ' })
    const token = await makeToken(server, partnerUid, agencyUid)
    const post = (body: object) => {
      const ends = { start: '2026-09-01T10:00', end: '2026-09-01T11:00' }
      const fields = { propertyUid: own, serviceUid, ...ends, ...body }
      return server.request('POST', '/api/v3.3/jobs', { key: token, body: fields })
    }
    const { status, body } = await post({})
    assert.equal(status, 201)
    const path = `/api/v3.3/jobs/${body.job.uid}`
    for (const [uid, code] of [
      [readable, 'READ_ONLY_GRANT'],
      [otherUid, 'ACCESS_DENIED'],
    ]) {
      assert.equal((await post({ propertyUid: uid })).body.code, code)
      const moved = { ...body.job, propertyUid: uid }
      const response = await server.request('PUT', path, { key: token, body: moved })
      assert.equal(response.body.code, code)
    }
    assert.equal((await post({ leadUid })).body.code, 'LEAD_NOT_FOUND')
  })
})
