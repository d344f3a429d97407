import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as settled } from 'node:timers/promises'
import sharp from 'sharp'
import { publicImage } from '../image.ts'
import { FairTurns } from './fair-turns.ts'
import { networkOf } from './network-of.ts'
import { RecentCounts } from './recent-counts.ts'

const limit = 'password_hashing'

/** Lets everybody in, in the order of the names; the answer is the order in which they were. */
async function orderOf(turns: FairTurns, names: string[]): Promise<string> {
  const order: string[] = []
  const work = (name: string) => async () => {
    order.push(name)
    await settled()
  }
  await Promise.all(names.map(name => turns.run(name, work(name))))
  return order.join('')
}

describe('fair turns', () => {
  it('go from owner to owner, however many wait of one', async () => {
    assert.equal(await orderOf(new FairTurns({ limit, atOnce: 1 }), [...'aaaabbc']), 'abcabaa')
  })

  it('leave room for others where one owner may have some only', async () => {
    const turns = new FairTurns({ limit, atOnce: 3, eachAtOnce: 2 })
    const leaves = [await turns.enter('a'), await turns.enter('a')]
    const third = turns.enter('a')
    leaves.push(await turns.enter('b'))
    assert.deepEqual(turns.load, { running: 3, waiting: 1 })
    leaves[2]!()
    assert.deepEqual(turns.load, { running: 2, waiting: 1 }, 'a has its share')
    leaves[0]!()
    leaves.push(await third)
    for (const leave of [leaves[1]!, leaves[3]!]) leave()
    assert.deepEqual(turns.load, { running: 0, waiting: 0 })
  })

  it('are refused when too many wait, of one owner or of all', async () => {
    const turns = new FairTurns({ limit, atOnce: 1, waitingMax: 3, eachWaitingMax: 2 })
    const leave = await turns.enter('a')
    const waiting = ['a', 'a', 'b'].map(name => turns.run(name, settled))
    const full = { code: 'SERVICE_UNAVAILABLE', headers: { 'retry-after': '1' } }
    await assert.rejects(turns.enter('a'), full)
    await assert.rejects(turns.enter('c'), full)
    leave()
    await Promise.all(waiting)
    ;(await turns.enter('c'))()
  })

  it('end when the work fails', async () => {
    const turns = new FairTurns({ limit, atOnce: 1 })
    await assert.rejects(
      turns.run('a', () => Promise.reject(new Error('x'))),
      /x/,
    )
    assert.deepEqual(turns.load, { running: 0, waiting: 0 })
  })
})

describe('pictures', () => {
  it('are worked on owner by owner', async () => {
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

describe('recent counts', () => {
  it('tell how long to wait, and begin anew after their time', () => {
    const counts = new RecentCounts({ windowMs: 60_000, keysMax: 10 })
    const at = (seconds: number) => new Date(1_000_000_000_000 + seconds * 1_000)
    assert.deepEqual([counts.add('a', 2, at(0)), counts.add('a', 2, at(1))], [null, null])
    assert.deepEqual([counts.add('a', 2, at(50)), counts.add('b', 2, at(50))], [10, null])
    counts.takeBack('a')
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
    it(`${address}: ${network}`, () => assert.equal(networkOf(address), network))
  }
})
