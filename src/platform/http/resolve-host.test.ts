import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { describe, it } from 'node:test'
import { startNameServer } from '../../../test/support/external-services/name-server.ts'
import { queryNameServers } from './dns-query.ts'
import { nameResolver } from './resolve-host.ts'

const four = '198.51.100.1'
const six = '2001:db8::1'
const { address, questions: queries } = await startNameServer({
  'both.example': { A: [four], AAAA: [six] },
  'brief.example': { A: [four], ttl: 0 },
  'half.example': { A: [four], AAAA: 'silent' },
  'six.example': { AAAA: [six] },
  'silent.example': { A: 'silent', AAAA: 'silent' },
  'empty.example': {},
})
const query = queryNameServers([address])
const toTexts = (addresses: LookupAddress[]) => addresses.map(({ address }) => address)

/** Returns the number of queries for a name, for both families together. */
const countQueries = (name: string) => queries.filter(query => query.endsWith(` ${name}`)).length

/** Returns lookups that the test resolves. */
function openQueries() {
  const open = new Map<string, () => void>()
  const names: string[] = []
  const respond = (hostname: string) => open.get(hostname)!()
  return {
    names,
    respond,
    query: (hostname: string) => {
      names.push(hostname)
      const result = { addresses: [{ address: four, family: 4 }], ttlSeconds: 0 }
      return new Promise<typeof result>(resolve => open.set(hostname, () => resolve(result)))
    },
  }
}

const nextTurn = () => new Promise(setImmediate)

describe('a lookup', () => {
  const resolve = nameResolver({ query, readHosts: () => '# none' })

  it('finds addresses of both families, in any case of the name', async () => {
    assert.deepEqual(toTexts(await resolve('Both.Example.')), [four, six])
    assert.deepEqual(toTexts(await resolve('six.example')), [six])
  })

  it('does not wait for a family without a response', async () => {
    const started = performance.now()
    assert.deepEqual(toTexts(await resolve('half.example')), [four])
    assert.ok(performance.now() - started < 900)
  })

  it('queries once per time to live', async () => {
    await resolve('both.example', 'another')
    assert.equal(countQueries('both.example'), 2)
    for (let i = 0; i < 2; i++) await resolve('brief.example')
    assert.equal(countQueries('brief.example'), 4)
  })

  it('caches that a name is unknown, or has no address', async () => {
    for (let i = 0; i < 2; i++) {
      await assert.rejects(resolve('none.example'), { code: 'ENOTFOUND' })
      await assert.rejects(resolve('empty.example'), { code: 'ENODATA' })
    }
    assert.deepEqual([countQueries('none.example'), countQueries('empty.example')], [2, 2])
  })

  it('ends at the timeout without a response', async () => {
    const hurried = nameResolver({ query, limitMs: 100 })
    await assert.rejects(hurried('silent.example'), { code: 'ETIMEOUT' })
  })

  it('uses the hosts file, and leaves local names to the system', async () => {
    const readHosts = () => `10.0.0.7 shop.example other # a comment\n::1\tshop.example`
    const local: string[] = []
    const queryLocally = async (name: string) => {
      local.push(name)
      return [{ address: '10.0.0.8', family: 4 }]
    }
    const resolve = nameResolver({ query, readHosts, queryLocally })
    assert.deepEqual(toTexts(await resolve('Shop.example')), ['10.0.0.7', '::1'])
    for (const name of ['printer', 'nas.local', 'host.docker.internal']) await resolve(name)
    assert.deepEqual(local, ['printer', 'nas.local', 'host.docker.internal'])
    assert.ok((await nameResolver()('localhost')).length > 0)
  })
})

describe('the queue of lookups', () => {
  it('shares equal lookups of one tenant', async () => {
    const { query, names, respond } = openQueries()
    const resolve = nameResolver({ query })
    const both = [resolve('a.example', 'x'), resolve('a.example', 'x')]
    await nextTurn()
    respond('a.example')
    for (const addresses of await Promise.all(both)) assert.deepEqual(toTexts(addresses), [four])
    assert.deepEqual(names, ['a.example'])
  })

  it('does not delay lookups by slow names of another tenant', async () => {
    const { query, names, respond } = openQueries()
    const resolve = nameResolver({
      query,
      lookupsMax: 3,
      lookupsPerTenantMax: 2,
      limitMs: 200,
    })
    const slow = ['a', 'b', 'c', 'd'].map(name => resolve(`${name}.evil.example`, 'evil'))
    const late = Promise.allSettled(slow)
    const prompt = resolve('shop.example', 'good')
    await nextTurn()
    assert.deepEqual(names, ['a.evil.example', 'b.evil.example', 'shop.example'])
    respond('shop.example')
    assert.deepEqual(toTexts(await prompt), [four])
    for (const { status } of await late) assert.equal(status, 'rejected')
    respond('a.evil.example')
    respond('b.evil.example')
    await nextTurn()
    assert.deepEqual(names.length, 3, 'queries that are too late are not sent')
  })
})
