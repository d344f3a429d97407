/**
 * Access of cleaners to their assigned jobs, to entering the property, and to nothing else:
 * contract/general.md §3.1.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { makeAgency, makeProperty } from '../../../../test/fixtures/rows.ts'
import { makeSignedIn, type SignedIn } from '../../../../test/fixtures/sessions.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const barn = await makeProperty(server, agencyUid, { name: 'Barn', wifi_network: 'barn' })
const cabin = await makeProperty(server, agencyUid, { name: 'Cabin' })
let cleaner: SignedIn
let [own, foreign, ownCode, laterCode] = ['', '', '', '']

const create = async (method: string, path: string, body: object) => {
  const response = await server.request(method, `/api/v3.3${path}`, { key, body })
  assert.ok(response.status < 300, response.text)
  return response.body
}
const call = (method: string, path: string, body?: unknown) =>
  server.request(method, `/api/v3.3${path}`, {
    headers: cleaner.headers,
    ...(body ? { body } : {}),
  })

async function makeJob(propertyUid: string, serviceUid: string, serviceProviderUid: string) {
  const at = '2026-06-01T11:00:00'
  const times = { startLocalDateTime: at, endLocalDateTime: at }
  const input = { propertyUid, serviceUid, serviceProviderUid, ...times }
  return (await create('POST', '/jobs', input)).job.uid as string
}

before(async () => {
  const provider = async (name: string): Promise<string> =>
    (await create('POST', '/service-providers', { agencyUid, name })).serviceProvider.uid
  const [clean, other] = [await provider('Clean'), await provider('Other')]
  const priced = { title: 'Cleaning', cateredTo: 'BOTH', grossPrice: 90, taxRate: 0.2 }
  const { service } = await create('POST', '/services', { agencyUid, ...priced, currency: 'USD' })
  cleaner = await makeSignedIn(server, agencyUid, 'CLEANER', { service_provider_uid: clean })
  own = await makeJob(barn, service.uid, clean)
  foreign = await makeJob(cabin, service.uid, other)
  const code = async (day: string): Promise<string> => {
    const times = { startLocalDateTime: `${day}T09:00:00`, endLocalDateTime: `${day}T17:00:00` }
    const holder = { userUid: cleaner.employeeUid, code: '4711' }
    return (await create('POST', '/pin-codes', { propertyUid: barn, ...holder, ...times })).pinCode
      .uid
  }
  ownCode = await code('2026-06-01')
  laterCode = await code('2026-07-01')
})

const toUids = (list: { uid: string }[]) => list.map(({ uid }) => uid)

describe('a cleaner', () => {
  it('sees only assigned jobs', async () => {
    const { jobs } = (await call('GET', '/jobs?from=2026-06-01&to=2026-06-01')).body
    assert.deepEqual(toUids(jobs), [own])
    assert.equal((await call('GET', `/jobs/${foreign}`)).body.code, 'JOB_NOT_FOUND')
    assert.equal((await call('POST', `/jobs/${foreign}/accept`)).body.code, 'JOB_NOT_FOUND')
    assert.equal((await call('DELETE', `/jobs/${own}`)).body.code, 'OPERATION_NOT_PERMITTED')
  })

  it('sees the properties of these jobs, without prices', async () => {
    assert.deepEqual(
      toUids((await call('GET', `/properties?agencyUid=${agencyUid}`)).body.properties),
      [barn],
    )
    const { property } = (await call('GET', `/properties/${barn}`)).body
    assert.deepEqual([property.name, property.wifiNetwork ?? 'barn'], ['Barn', 'barn'])
    assert.deepEqual(property.pricing, {})
    assert.equal((await call('GET', `/properties/${cabin}`)).status, 404)
    assert.equal((await call('GET', `/rooms?propertyUid=${barn}`)).status, 200)
    assert.equal((await call('GET', `/rooms?propertyUid=${cabin}`)).status, 403)
  })

  it('sees their availability, without prices', async () => {
    const days = '?from=2026-06-01&to=2026-06-02'
    const { calendar } = (await call('GET', `/property-calendar/${barn}${days}`)).body
    const [entry] = calendar.entries
    assert.deepEqual(Object.keys(entry), ['date', 'availability'])
    assert.equal((await call('GET', `/property-calendar/${cabin}${days}`)).status, 404)
  })

  it('sees door codes on the days of the jobs', async () => {
    const { pinCodes } = (await call('GET', `/pin-codes?propertyUid=${barn}`)).body
    assert.deepEqual([toUids(pinCodes), pinCodes[0].code], [[ownCode], '4711'])
    assert.equal((await call('GET', `/pin-codes/${laterCode}`)).status, 404)
  })

  it('sees services without prices, and only their own record without personal data', async () => {
    const [service] = (await call('GET', `/services?agencyUid=${agencyUid}`)).body.services
    assert.deepEqual([service.title, 'grossPrice' in service], ['Cleaning', false])
    const { employees } = (await call('GET', `/employees?agencyUid=${agencyUid}`)).body
    assert.deepEqual(toUids(employees), [cleaner.employeeUid])
    assert.equal('email' in employees[0], false)
  })

  it('completes a job, and loses access to the property', async () => {
    assert.equal((await call('POST', `/jobs/${own}/accept`)).body.job.status, 'ACCEPTED')
    assert.equal((await call('POST', `/jobs/${own}/mark-as-done`)).body.job.status, 'DONE')
    assert.equal((await call('GET', `/jobs/${own}`)).status, 200)
    assert.equal((await call('GET', `/properties/${barn}`)).status, 404)
    assert.equal((await call('GET', `/pin-codes/${ownCode}`)).status, 404)
  })
})
