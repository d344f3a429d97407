import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { describe, it } from 'node:test'
import { systemResolver } from './resolve-host.ts'

const found: LookupAddress[] = [{ address: '1.1.1.1', family: 4 }]

/** Lookups that answer when they are told to. */
function questions() {
  const asked: string[] = []
  const open = new Map<string, () => void>()
  const ask = (hostname: string) => {
    asked.push(hostname)
    return new Promise<LookupAddress[]>(resolve => open.set(hostname, () => resolve(found)))
  }
  return { ask, asked, answer: (hostname: string) => open.get(hostname)!() }
}

describe('a lookup', () => {
  it('asks the system', async () => {
    const addresses = await systemResolver()('localhost')
    assert.ok(addresses.some(({ address }) => address === '127.0.0.1' || address === '::1'))
    await assert.rejects(systemResolver()('none.invalid'))
  })

  it('is shared by those who ask at the same time, and not kept', async () => {
    const { ask, asked, answer } = questions()
    const resolve = systemResolver({ ask })
    const both = [resolve('a.example'), resolve('a.example')]
    answer('a.example')
    for (const addresses of await Promise.all(both)) assert.deepEqual(addresses, found)
    void resolve('a.example')
    assert.deepEqual(asked, ['a.example', 'a.example'])
    answer('a.example')
  })

  it('waits its turn while three others are looked up', async () => {
    const { ask, asked, answer } = questions()
    const resolve = systemResolver({ ask })
    const all = ['a', 'b', 'c', 'd', 'e'].map(resolve)
    assert.deepEqual(asked, ['a', 'b', 'c'])
    answer('b')
    await all[1]
    await new Promise(setImmediate)
    assert.deepEqual(asked, ['a', 'b', 'c', 'd'])
    for (const name of ['a', 'c', 'd']) answer(name)
    await Promise.all([all[0], all[2], all[3]])
    await new Promise(setImmediate)
    answer('e')
    assert.deepEqual(await all[4], found)
  })

  it('ends in time; one that is still waiting then is not made', async () => {
    const { ask, asked, answer } = questions()
    const resolve = systemResolver({ ask, limitMs: 20, lookupsMax: 1 })
    const late = { code: 'ETIMEOUT' }
    const slow = assert.rejects(resolve('slow'), late)
    await assert.rejects(resolve('next'), late)
    await slow
    answer('slow')
    await new Promise(setImmediate)
    const last = resolve('last')
    await new Promise(setImmediate)
    assert.deepEqual(asked, ['slow', 'last'])
    answer('last')
    assert.deepEqual(await last, found)
  })
})
