/** contract/general.md §6: failed authentications per client address. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turned } from 'node:timers/promises'
import type { Run } from '../../src/platform/db/statements.ts'
import { CredentialLookups } from '../../src/platform/rest/auth/credential-lookups.ts'
import { makeAgency, makeKey, makePartner, makeToken } from '../fixtures/rows.ts'
import { makeSignedIn } from '../fixtures/sessions.ts'
import { createDatabase } from '../support/database.ts'
import { startServer } from '../support/server.ts'

const database = await createDatabase()
let lookups = 0
/** Counts the statements that look for a credential. */
const run: Run = (statement, values) => {
  if (/^find_(key|token|client|session)/.test(statement.name)) lookups++
  return database.run(statement, values)
}
const settings = { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_PER_HOUR: '0' }
const server = await startServer(settings, { database: { ...database, run } })

/** Sends failing requests of a client to all versions; returns their statuses. */
async function fail(client: string, times: number): Promise<number[]> {
  const paths = ['/api/v3.3/leads', '/v2/leads', '/api/v3/agencies', '/v2/leadsql']
  const statuses: number[] = []
  for (let i = 0; i < times; i++) {
    const headers = { 'x-forwarded-for': client, 'x-hostfully-apikey': `wrong-${i}` }
    const { status } = await server.request('GET', paths[i % paths.length]!, { headers })
    statuses.push(status)
  }
  return statuses
}

describe('failed authentications', () => {
  it('401 a hundred times in a minute, over all versions, then 429', async () => {
    const statuses = await fail('192.0.2.1', 101)
    assert.deepEqual(statuses.slice(0, 100), Array(100).fill(401))
    assert.equal(statuses.at(-1), 429)
  })

  it('429 with Retry-After and the error body', async () => {
    await fail('192.0.2.2', 100)
    const headers = { 'x-forwarded-for': '192.0.2.2' }
    const response = await server.request('GET', '/api/v3.3/leads', { headers })
    assert.deepEqual([response.status, response.body.code], [429, 'RATE_LIMITED'])
    const seconds = Number(response.headers.get('retry-after'))
    assert.ok(seconds >= 1 && seconds <= 60, `${seconds}`)
  })

  it('are counted per client address', async () => {
    await fail('192.0.2.3', 101)
    assert.deepEqual(await fail('192.0.2.4', 1), [401])
  })

  it('do not count what succeeds', async () => {
    const { key } = await makeAgency(server)
    const headers = { 'x-forwarded-for': '192.0.2.5' }
    for (let i = 0; i < 120; i++) {
      const { status } = await server.request('GET', '/v2/agencies', { key, headers })
      assert.equal(status, 200)
    }
    assert.deepEqual(await fail('192.0.2.5', 1), [401])
  })
})

describe('an address with too many failures', () => {
  const read = (client: string, headers: Record<string, string>) =>
    server.request('GET', '/api/v3.3/agencies', {
      headers: { 'x-forwarded-for': client, ...headers },
    })

  it('429 without a lookup, whatever it sends', async () => {
    const { partnerUid, clientId } = await makePartner(server)
    const { agencyUid } = await makeAgency(server)
    const token = await makeToken(server, partnerUid, agencyUid)
    await fail('192.0.2.20', 101)
    const before = lookups
    assert.deepEqual(await fail('192.0.2.20', 20), Array(20).fill(429))
    const basic = Buffer.from(`${clientId}:wrong`).toString('base64')
    const attempts: Record<string, string>[] = [
      { authorization: `Bearer ${token}` },
      { authorization: `Basic ${basic}` },
      { cookie: `lodgepole=${agencyUid}.${'x'.repeat(43)}`, 'sec-fetch-site': 'same-origin' },
    ]
    for (const headers of attempts) assert.equal((await read('192.0.2.20', headers)).status, 429)
    assert.equal(lookups, before)
  })

  it('200 with credentials that this process has accepted before, until they end', async () => {
    const { agencyUid, key } = await makeAgency(server)
    const { partnerUid } = await makePartner(server)
    const token = await makeToken(server, partnerUid, agencyUid)
    const { headers: session } = await makeSignedIn(server, agencyUid, 'STAFF')
    const accepted = [{ 'x-hostfully-apikey': key }, { authorization: `Bearer ${token}` }, session]
    for (const headers of accepted) assert.equal((await read('192.0.2.21', headers)).status, 200)
    await fail('192.0.2.21', 101)
    for (const headers of accepted) assert.equal((await read('192.0.2.21', headers)).status, 200)
    const { secret } = await makeKey(server, agencyUid)
    const fresh = { 'x-hostfully-apikey': secret }
    assert.equal((await read('192.0.2.21', fresh)).status, 429, 'a key not seen before')
    assert.equal((await read('192.0.2.22', fresh)).status, 200, 'from another address')
    assert.equal((await read('192.0.2.21', fresh)).status, 200, 'which it knows from now on')
    await server.database.kysely
      .updateTable('api_keys')
      .set({ revoked_at: server.clock.now() })
      .where('agency_uid', '=', agencyUid)
      .execute()
    assert.equal((await read('192.0.2.21', fresh)).status, 429)
    const before = lookups
    assert.equal((await read('192.0.2.21', fresh)).status, 429)
    assert.equal(lookups, before, 'a key that has ended is not looked up again')
  })

  it('429 delayed by a second after a hundred of these, 200 at once for known keys', async () => {
    const { key } = await makeAgency(server)
    const knownKey = { 'x-hostfully-apikey': key }
    assert.equal((await read('192.0.2.23', knownKey)).status, 200)
    await fail('192.0.2.23', 201)
    const order: string[] = []
    const refused = read('192.0.2.23', { 'x-hostfully-apikey': 'wrong' }).then(({ status }) => {
      order.push(String(status))
    })
    for (let i = 0; i < 3; i++) {
      assert.equal((await read('192.0.2.23', knownKey)).status, 200)
      order.push('known')
    }
    await refused
    assert.deepEqual(order, ['known', 'known', 'known', '429'])
  })

  it('429 for all of an IPv6 /64', async () => {
    const paths = Array.from({ length: 101 }, (_, i) => `2001:db8:7:7::${i}`)
    const statuses: number[] = []
    for (const client of paths) statuses.push(...(await fail(client, 1)))
    assert.deepEqual([statuses[99], statuses[100]], [401, 429])
  })
})

describe('lookups of credentials that are not known', () => {
  /** Returns a queue of lookups that the test ends, and the order in which they began. */
  function openQueue() {
    const queue = new CredentialLookups()
    const began: string[] = []
    const ends: (() => void)[] = []
    const find = (name: string, address: string) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      return queue.find(name, address, () => {
        began.push(name)
        ends.push(resolve)
        return promise
      })
    }
    const endOne = async () => {
      ends.shift()!()
      await turned()
    }
    return { queue, began, ends, find, endOne }
  }

  it('are 8 at once, and another address has its turn after one of them', async () => {
    const { queue, began, ends, find, endOne } = openQueue()
    const flood = Array.from({ length: 72 }, (_, i) => find(`wrong ${i}`, '192.0.2.30'))
    const outcomes = Promise.allSettled(flood)
    await turned()
    assert.deepEqual([began.length, queue.queue.load.waiting], [8, 64])
    await assert.rejects(find('wrong', '192.0.2.30'), { code: 'SERVICE_UNAVAILABLE' })
    const valid = find('valid', '192.0.2.31')
    assert.equal(queue.queue.load.waiting, 64, 'in the place of the last one of the flood')
    await endOne()
    await endOne()
    assert.ok(began.slice(8, 10).includes('valid'), began.slice(8).join())
    while (ends.length > 0) await endOne()
    await valid
    const refused = (await outcomes).filter(({ status }) => status === 'rejected')
    assert.equal(refused.length, 1)
  })

  it('do not wait for one that is known, nor once their address is refused', async () => {
    const { queue, began, find, ends, endOne } = openQueue()
    queue.record('good', true)
    const flood = Array.from({ length: 20 }, (_, i) => find(`wrong ${i}`, '192.0.2.32'))
    const outcomes = Promise.allSettled(flood)
    await turned()
    while (queue.countFailure('192.0.2.32') === null);
    const accepted = find('good', '192.0.2.32')
    assert.equal(began.at(-1), 'good', 'at once, without a turn')
    while (ends.length > 0) await endOne()
    await accepted
    assert.equal(began.length, 9, 'those that waited are refused without a lookup')
    assert.equal((await outcomes).filter(({ status }) => status === 'rejected').length, 12)
  })
})
