/** Services and their providers: contract/resources.md §1.4. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readEventLog } from '../../../../test/fixtures/events/event-log.ts'
import { makeJob, makeProvider, makeService } from '../../../../test/fixtures/jobs.ts'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'
import { versions } from '../../versions.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server, { currency: 'EUR' })
const propertyUid = await makeProperty(server, agencyUid)
const foreign = await makeAgency(server)
const strange = '0197b3f2-0000-7000-8000-000000000000'
const call = (method: string, path: string, body?: unknown, version = '3.3', as = key) =>
  server.request(method, `/api/v${version}${path}`, { key: as, body })
const cleaning = { title: 'Turnover cleaning', cateredTo: 'HOST' }
const post = async (body: object) => {
  const { status, body: created, text } = await call('POST', '/services', { ...cleaning, ...body })
  assert.equal(status, 201, text)
  return created.service
}
const newProvider = async (body: object = {}) =>
  (await call('POST', '/service-providers', { name: 'Bright Rooms', ...body })).body.serviceProvider

describe('POST /services', () => {
  it('201: returns the service, in the currency of the agency', async () => {
    const service = await post({ agencyUid, grossPrice: 85 })
    assert.deepEqual(service, {
      uid: service.uid,
      agencyUid,
      serviceProviderUid: null,
      ...cleaning,
      description: null,
      category: 'OTHER',
      grossPrice: 85,
      taxRate: 0,
      currency: 'EUR',
      quantityDescription: null,
      isActive: true,
    })
    assert.deepEqual((await call('GET', `/services/${service.uid}`)).body, { service })
  })

  it('201: returns all fields as sent, prices with the digits of the currency', async () => {
    const { uid } = await newProvider()
    const fields = {
      serviceProviderUid: uid,
      description: 'Linen included',
      category: 'CLEANING',
      grossPrice: 12.3456,
      taxRate: 0.0725,
      currency: 'USD',
      quantityDescription: 'per stay',
      isActive: false,
    }
    const service = await post(fields)
    assert.deepEqual({ ...service, ...fields, grossPrice: 12.35 }, service)
    assert.equal((await post({ grossPrice: 900.5, currency: 'JPY' })).grossPrice, 901)
  })

  for (const [why, body, status, code] of [
    ['no title', { title: undefined }, 400, 'REQUIRED_PARAMETER'],
    ['a blank title', { title: ' ' }, 400, 'INVALID_PARAMETER'],
    ['nobody catered to', { cateredTo: null }, 400, 'REQUIRED_PARAMETER'],
    ['others catered to', { cateredTo: 'ALL' }, 400, 'INVALID_ENUM_VALUE'],
    ['another category', { category: 'SPA' }, 400, 'INVALID_ENUM_VALUE'],
    ['a negative price', { grossPrice: -1 }, 400, 'INVALID_PARAMETER'],
    ['a rate in percent', { taxRate: 7 }, 400, 'INVALID_PARAMETER'],
    ['a long description', { description: 'x'.repeat(10_001) }, 400, 'INVALID_PARAMETER'],
    ['an unknown provider', { serviceProviderUid: strange }, 404, 'SERVICE_PROVIDER_NOT_FOUND'],
  ] as const) {
    it(`${status} ${code}: ${why}, also in PUT`, async () => {
      const uid = await makeService(server, agencyUid)
      for (const [method, path] of [
        ['POST', '/services'],
        ['PUT', `/services/${uid}`],
      ] as const) {
        const response = await call(method, path, { ...cleaning, ...body })
        assert.deepEqual([response.status, response.body.code], [status, code])
      }
    })
  }

  it('403: for an agency that is not its own', async () => {
    const { body } = await call('POST', '/services', { ...cleaning, agencyUid: foreign.agencyUid })
    assert.equal(body.code, 'ACCESS_DENIED')
  })
})

describe('GET /services', () => {
  it('200: sorted by title; services for BOTH match either audience', async () => {
    const { agencyUid, key } = await makeAgency(server)
    const provider = await makeProvider(server, agencyUid)
    await makeService(server, agencyUid, { title: 'C', catered_to: 'BOTH' })
    await makeService(server, agencyUid, { title: 'B', catered_to: 'GUEST' })
    await makeService(server, agencyUid, { title: 'A', service_provider_uid: provider })
    const titles = async (query: string, version = '3.3') => {
      const path = `/services?agencyUid=${agencyUid}${query}`
      const { body } = await call('GET', path, undefined, version, key)
      const { length } = body.services
      assert.deepEqual(body._metadata, { count: length, totalCount: length })
      return body.services.map(({ title }: { title: string }) => title).join('')
    }
    for (const version of versions) {
      assert.equal(await titles('', version), 'ABC')
      assert.equal(await titles('&cateredTo=GUEST', version), 'BC')
      assert.equal(await titles('&cateredTo=HOST', version), 'AC')
      assert.equal(await titles('&cateredTo=BOTH', version), 'C')
      assert.equal(await titles(`&serviceProviderUid=${provider}`, version), 'A')
    }
    const legacy = await server.request('GET', `/v2/services?agencyUid=${agencyUid}`, { key })
    const { body } = await call('GET', `/services?agencyUid=${agencyUid}`, undefined, '3.3', key)
    assert.deepEqual(legacy.body, body.services)
  })

  it('400, 403, 404: without an agency, for another agency, for an unknown provider', async () => {
    const code = async (path: string) => (await call('GET', path)).body.code
    assert.equal(await code('/services'), 'REQUIRED_PARAMETER')
    assert.equal(await code(`/services?agencyUid=${foreign.agencyUid}`), 'ACCESS_DENIED')
    const query = `agencyUid=${agencyUid}&serviceProviderUid=${strange}`
    assert.equal(await code(`/services?${query}`), 'SERVICE_PROVIDER_NOT_FOUND')
    assert.equal(await code(`/services?agencyUid=${agencyUid}&cateredTo=X`), 'INVALID_ENUM_VALUE')
    for (const noun of ['services', 'serviceproviders']) {
      const { body } = await server.request('GET', `/v2/${noun}`, { key })
      assert.equal(body.code, 'REQUIRED_PARAMETER')
    }
  })
})

describe('a service', () => {
  for (const version of versions) {
    it(`in ${version}: PUT replaces it; missing fields have defaults`, async () => {
      const service = await post({
        grossPrice: 85,
        taxRate: 0.1,
        description: 'x',
        isActive: false,
      })
      const path = `/services/${service.uid}`
      const changed = { title: 'Deep cleaning', cateredTo: 'BOTH', currency: 'USD' }
      const { status, body } = await call('PUT', path, changed, version)
      const plain = { description: null, grossPrice: 0, taxRate: 0, isActive: true }
      const expected = { ...service, ...changed, ...plain, currency: 'EUR' }
      assert.deepEqual([status, body.service], [200, expected])
      assert.deepEqual((await call('GET', path, undefined, version)).body, { service: expected })
    })

    const isNew = version !== '3.3'
    it(`in ${version}: adding and deleting ${isNew ? '405, providers 404' : 'exist'}`, async () => {
      const uid = await makeService(server, agencyUid)
      const statuses = [
        (await call('POST', '/services', cleaning, version)).status,
        (await call('DELETE', `/services/${uid}`, undefined, version)).status,
        (await call('POST', '/service-providers', { name: 'x' }, version)).status,
        (await call('GET', `/service-providers?agencyUid=${agencyUid}`, undefined, version)).status,
      ]
      assert.deepEqual(statuses, isNew ? [405, 405, 404, 404] : [201, 204, 201, 200])
    })
  }

  it('409: is not deleted while it has an open job; 204 once that has ended', async () => {
    const uid = await makeService(server, agencyUid)
    const job = await makeJob(server, agencyUid, { property_uid: propertyUid, service_uid: uid })
    const refused = await call('DELETE', `/services/${uid}`)
    assert.deepEqual([refused.status, refused.body.code], [409, 'STATE_CONFLICT'])
    assert.equal(refused.body.state, 'HAS_OPEN_JOBS')
    await call('POST', `/jobs/${job}/mark-as-done`)
    assert.equal((await call('DELETE', `/services/${uid}`)).status, 204)
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? cleaning : undefined
      const response = await call(method, `/services/${uid}`, body)
      assert.deepEqual([response.status, response.body.code], [404, 'SERVICE_NOT_FOUND'])
    }
    assert.equal((await call('GET', `/jobs/${job}`)).body.job.serviceUid, uid)
    const { services } = (await call('GET', `/services?agencyUid=${agencyUid}`)).body
    assert.ok(!services.some((service: { uid: string }) => service.uid === uid))
  })

  it('is either deleted or gets a concurrent job', async () => {
    for (let i = 0; i < 5; i++) {
      const uid = await makeService(server, agencyUid)
      const ends = { start: '2026-07-04T11:00', end: '2026-07-04T12:00' }
      const [deleted, added] = await Promise.all([
        call('DELETE', `/services/${uid}`),
        call('POST', '/jobs', { propertyUid, serviceUid: uid, ...ends }),
      ])
      const outcome = [deleted.status, added.status].join(' ')
      assert.ok(['204 404', '409 201'].includes(outcome), outcome)
    }
  })
})

describe('service providers', () => {
  it('are created, listed by name and changed', async () => {
    const { agencyUid, key } = await makeAgency(server)
    const request = (method: string, path: string, body?: unknown) =>
      call(method, `/service-providers${path}`, body, '3.3', key)
    const named = { name: 'Zen Homes', email: 'zen@homes.example', phoneNumber: '+1 555 0100' }
    const { uid } = (await request('POST', '', { agencyUid, ...named })).body.serviceProvider
    const provider = { uid, agencyUid, ...named, isActive: true }
    assert.deepEqual((await request('GET', `/${uid}`)).body, { serviceProvider: provider })
    const first = (await request('POST', '', { name: 'Able' })).body.serviceProvider
    const changed = { ...provider, email: null, phoneNumber: null, isActive: false }
    const put = await request('PUT', `/${uid}`, { name: 'Zen Homes', isActive: false })
    assert.deepEqual([put.status, put.body], [200, { serviceProvider: changed }])
    const list = await request('GET', `?agencyUid=${agencyUid}`)
    const _metadata = { count: 2, totalCount: 2 }
    assert.deepEqual(list.body, { serviceProviders: [first, changed], _metadata })
    const path = `/v2/serviceproviders?agencyUid=${agencyUid}`
    assert.deepEqual((await server.request('GET', path, { key })).body, [first, changed])
  })

  it('400, 403, 404', async () => {
    const request = async (method: string, path: string, body?: unknown) =>
      (await call(method, `/service-providers${path}`, body)).body.code
    const { uid } = await newProvider()
    assert.equal(await request('GET', ''), 'REQUIRED_PARAMETER')
    assert.equal(await request('GET', `?agencyUid=${foreign.agencyUid}`), 'ACCESS_DENIED')
    assert.equal(await request('POST', '', {}), 'REQUIRED_PARAMETER')
    assert.equal(await request('PUT', `/${uid}`, { name: 'x', email: 'x' }), 'INVALID_PARAMETER')
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? { name: 'x' } : undefined
      assert.equal(await request(method, `/${strange}`, body), 'SERVICE_PROVIDER_NOT_FOUND')
    }
  })
})

describe('a service provider that is deleted', () => {
  it('204: is removed from services and jobs, which emits events', async () => {
    const { uid } = await newProvider()
    const service = await post({ serviceProviderUid: uid })
    const refers = {
      property_uid: propertyUid,
      service_uid: service.uid,
      service_provider_uid: uid,
    }
    const jobs = [
      await makeJob(server, agencyUid, refers),
      await makeJob(server, agencyUid, refers),
    ]
    const eventCount = (await readEventLog(server, agencyUid)).length
    assert.equal((await call('DELETE', `/service-providers/${uid}`)).status, 204)
    assert.equal((await call('GET', `/service-providers/${uid}`)).status, 404)
    const { body } = await call('GET', `/services/${service.uid}`)
    assert.equal(body.service.serviceProviderUid, null)
    for (const job of jobs) {
      assert.equal((await call('GET', `/jobs/${job}`)).body.job.serviceProviderUid, null)
    }
    const events = (await readEventLog(server, agencyUid)).slice(eventCount)
    assert.deepEqual(
      events.map(({ type, object_uid }) => [type, object_uid]).sort(),
      jobs.map(job => ['JOB_UPDATED', job]).sort(),
    )
  })

  it('is removed from services and jobs that are added concurrently', async () => {
    const { uid } = await newProvider()
    const service = await post({ serviceProviderUid: uid })
    const ends = { start: '2026-07-04T11:00', end: '2026-07-04T12:00' }
    const job = { propertyUid, serviceUid: service.uid, ...ends }
    const responses = await Promise.all([
      call('POST', '/services', { ...cleaning, serviceProviderUid: uid }),
      call('POST', '/jobs', job),
      call('DELETE', `/service-providers/${uid}`),
      call('POST', '/jobs', { ...job, serviceProviderUid: uid }),
      call('PUT', `/services/${service.uid}`, { ...cleaning, serviceProviderUid: uid }),
    ])
    assert.equal(responses[2]!.status, 204)
    for (const { status } of responses) assert.ok(status < 300 || status === 404, String(status))
    const services = await call('GET', `/services?agencyUid=${agencyUid}`)
    const jobs = await call('GET', '/jobs?modifiedSince=2000-01-01')
    assert.ok(!services.text.includes(uid) && !jobs.text.includes(uid))
  })
})

describe('partners', () => {
  it('read services and providers of an agency with a grant, but cannot write', async () => {
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    const token = await makeToken(server, partnerUid, agencyUid)
    const service = await post({})
    const provider = await newProvider()
    for (const path of [`/services/${service.uid}`, `/service-providers/${provider.uid}`]) {
      const body = { ...cleaning, name: 'x' }
      assert.equal((await call('GET', path, undefined, '3.3', token)).status, 200)
      for (const method of ['PUT', 'DELETE']) {
        const response = await call(method, path, body, '3.3', token)
        assert.equal(response.body.code, 'OPERATION_NOT_PERMITTED')
      }
    }
  })
})
