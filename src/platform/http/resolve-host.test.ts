import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { describe, it } from 'node:test'
import { startNameServer } from '../../../test/support/outside/name-server.ts'
import { askNameServers } from './ask-name-servers.ts'
import { nameResolver } from './resolve-host.ts'

const four = '198.51.100.1'
const six = '2001:db8::1'
const { address, asked } = await startNameServer({
  'both.example': { A: [four], AAAA: [six] },
  'brief.example': { A: [four], ttl: 0 },
  'half.example': { A: [four], AAAA: 'silent' },
  'six.example': { AAAA: [six] },
  'silent.example': { A: 'silent', AAAA: 'silent' },
  'empty.example': {},
})
const ask = askNameServers([address])
const addressesOf = (found: LookupAddress[]) => found.map(({ address }) => address)

/** How often a name was asked for, both families together. */
const timesAsked = (name: string) => asked.filter(question => question.endsWith(` ${name}`)).length

/** Lookups that answer when they are told to. */
function questions() {
  const open = new Map<string, () => void>()
  const asked: string[] = []
  const answer = (hostname: string) => open.get(hostname)!()
  return {
    asked,
    answer,
    ask: (hostname: string) => {
      asked.push(hostname)
      const found = { addresses: [{ address: four, family: 4 }], ttlSeconds: 0 }
      return new Promise<typeof found>(resolve => open.set(hostname, () => resolve(found)))
    },
  }
}

const turn = () => new Promise(setImmediate)

describe('a lookup', () => {
  const resolve = nameResolver({ ask, readHosts: () => '# none' })

  it('finds addresses of both families, however the name is written', async () => {
    assert.deepEqual(addressesOf(await resolve('Both.Example.')), [four, six])
    assert.deepEqual(addressesOf(await resolve('six.example')), [six])
  })

  it('does not wait for the family that nobody answers for', async () => {
    const started = performance.now()
    assert.deepEqual(addressesOf(await resolve('half.example')), [four])
    assert.ok(performance.now() - started < 900)
  })

  it('asks once for as long as the answer says', async () => {
    await resolve('both.example', 'another')
    assert.equal(timesAsked('both.example'), 2)
    for (let i = 0; i < 2; i++) await resolve('brief.example')
    assert.equal(timesAsked('brief.example'), 4)
  })

  it('remembers that there is no such name, or no address', async () => {
    for (let i = 0; i < 2; i++) {
      await assert.rejects(resolve('none.example'), { code: 'ENOTFOUND' })
      await assert.rejects(resolve('empty.example'), { code: 'ENODATA' })
    }
    assert.deepEqual([timesAsked('none.example'), timesAsked('empty.example')], [2, 2])
  })

  it('ends in time when nobody answers', async () => {
    const hurried = nameResolver({ ask, limitMs: 100 })
    await assert.rejects(hurried('silent.example'), { code: 'ETIMEOUT' })
  })

  it('heeds the hosts file, and leaves names of the local network to the system', async () => {
    const readHosts = () => `10.0.0.7 shop.example other # a comment\n::1\tshop.example`
    const local: string[] = []
    const askLocally = async (name: string) => {
      local.push(name)
      return [{ address: '10.0.0.8', family: 4 }]
    }
    const resolve = nameResolver({ ask, readHosts, askLocally })
    assert.deepEqual(addressesOf(await resolve('Shop.example')), ['10.0.0.7', '::1'])
    for (const name of ['printer', 'nas.local', 'host.docker.internal']) await resolve(name)
    assert.deepEqual(local, ['printer', 'nas.local', 'host.docker.internal'])
    assert.ok((await nameResolver()('localhost')).length > 0)
  })
})

describe('the turns of lookups', () => {
  it('are shared by those of one tenant who ask for the same', async () => {
    const { ask, asked, answer } = questions()
    const resolve = nameResolver({ ask })
    const both = [resolve('a.example', 'x'), resolve('a.example', 'x')]
    await turn()
    answer('a.example')
    for (const found of await Promise.all(both)) assert.deepEqual(addressesOf(found), [four])
    assert.deepEqual(asked, ['a.example'])
  })

  it('keep nobody waiting for the slow names of another tenant', async () => {
    const { ask, asked, answer } = questions()
    const resolve = nameResolver({ ask, lookupsMax: 3, lookupsEachMax: 2, limitMs: 200 })
    const slow = ['a', 'b', 'c', 'd'].map(name => resolve(`${name}.evil.example`, 'evil'))
    const late = Promise.allSettled(slow)
    const good = resolve('shop.example', 'good')
    await turn()
    assert.deepEqual(asked, ['a.evil.example', 'b.evil.example', 'shop.example'])
    answer('shop.example')
    assert.deepEqual(addressesOf(await good), [four])
    for (const { status } of await late) assert.equal(status, 'rejected')
    answer('a.evil.example')
    answer('b.evil.example')
    await turn()
    assert.deepEqual(asked.length, 3, 'what is late is not asked any more')
  })
})
