import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import sharp from 'sharp'
import { publicImage } from '../web/image.ts'
import { toNetwork } from './client-network.ts'
import { FairSemaphore } from './fair-semaphore.ts'
import { WindowCounter } from './window-counter.ts'

const limit = 'password_hashing'

/** Runs work for the names. Returns the names in the order in which they got a slot. */
async function runOrder(semaphore: FairSemaphore, names: string[]): Promise<string> {
  const order: string[] = []
  const work = (name: string) => async () => {
    order.push(name)
    await nextTurn()
  }
  await Promise.all(names.map(name => semaphore.run(name, work(name))))
  return order.join('')
}

describe('fair semaphore', () => {
  it('rotates between owners', async () => {
    assert.equal(await runOrder(new FairSemaphore({ limit, atOnce: 1 }), [...'aaaabbc']), 'abcabaa')
  })

  it('leaves slots for others if each owner has a limit', async () => {
    const semaphore = new FairSemaphore({ limit, atOnce: 3, eachAtOnce: 2 })
    const leaves = [await semaphore.acquire('a'), await semaphore.acquire('a')]
    const third = semaphore.acquire('a')
    leaves.push(await semaphore.acquire('b'))
    assert.deepEqual(semaphore.load, { running: 3, waiting: 1 })
    leaves[2]!()
    assert.deepEqual(semaphore.load, { running: 2, waiting: 1 }, 'a has its share')
    leaves[0]!()
    leaves.push(await third)
    for (const leave of [leaves[1]!, leaves[3]!]) leave()
    assert.deepEqual(semaphore.load, { running: 0, waiting: 0 })
  })

  it('rejects callers when too many wait, of one owner or of all', async () => {
    const semaphore = new FairSemaphore({ limit, atOnce: 1, waitingMax: 3, eachWaitingMax: 2 })
    const leave = await semaphore.acquire('a')
    const waiting = ['a', 'a', 'b'].map(name => semaphore.run(name, nextTurn))
    const full = { code: 'SERVICE_UNAVAILABLE', headers: { 'retry-after': '1' } }
    await assert.rejects(semaphore.acquire('a'), full)
    await assert.rejects(semaphore.acquire('c'), full)
    leave()
    await Promise.all(waiting)
    ;(await semaphore.acquire('c'))()
  })

  it('releases the slot when the work fails', async () => {
    const semaphore = new FairSemaphore({ limit, atOnce: 1 })
    await assert.rejects(
      semaphore.run('a', () => Promise.reject(new Error('x'))),
      /x/,
    )
    assert.deepEqual(semaphore.load, { running: 0, waiting: 0 })
  })
})

describe('pictures', () => {
  it('are processed in rotation of owners', async () => {
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    const bytes = await picture.jpeg().toBuffer()
    const order: string[] = []
    const read = async (owner: string) => {
      await publicImage(bytes, owner)
      order.push(owner)
    }
    await Promise.all(['a', 'a', 'a', 'b'].map(read))
    assert.equal(order.join(''), 'abaa')
  })
})

describe('window counter', () => {
  it('returns the seconds to wait, and restarts after its window', () => {
    const counts = new WindowCounter({ windowMs: 60_000, keysMax: 10 })
    const at = (seconds: number) => new Date(1_000_000_000_000 + seconds * 1_000)
    assert.deepEqual([counts.add('a', 2, at(0)), counts.add('a', 2, at(1))], [null, null])
    assert.deepEqual([counts.add('a', 2, at(50)), counts.add('b', 2, at(50))], [10, null])
    counts.undo('a')
    assert.deepEqual([counts.add('a', 2, at(50)), counts.add('a', 2, at(50))], [null, 10])
    assert.equal(counts.add('a', 2, at(60)), null)
  })
})

describe('the network of an address', () => {
  const networks: Record<string, string> = {
    '192.0.2.7': '192.0.2.7',
    '::ffff:192.0.2.7': '192.0.2.7',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
    '2001:0db8:1:2::ffff': '2001:db8:1:2::/64',
    unknown: 'unknown',
  }
  for (const [address, network] of Object.entries(networks)) {
    it(`${address}: ${network}`, () => assert.equal(toNetwork(address), network))
  }
})
