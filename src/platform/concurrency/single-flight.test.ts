import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isUnresponsive, unresponsiveError } from '../db/query-deadline.ts'
import { SingleFlight } from './single-flight.ts'

describe('single-flight reads', () => {
  it('begin after every caller that shares them has called', async () => {
    const reads = new SingleFlight()
    const begun: PromiseWithResolvers<number>[] = []
    const read = (name: string) =>
      reads.read(name, () => {
        const result = Promise.withResolvers<number>()
        begun.push(result)
        return result.promise
      })
    const [first, second, third, other] = [read('a'), read('a'), read('a'), read('b')]
    assert.equal(begun.length, 2, 'one for each name')
    begun[0]!.resolve(1)
    begun[1]!.resolve(10)
    assert.deepEqual([await first, await other], [1, 10])
    assert.equal(begun.length, 3, 'callers during a read share the next one')
    begun[2]!.resolve(2)
    assert.deepEqual([await second, await third], [2, 2])
    const later = read('a')
    begun[3]!.resolve(3)
    assert.equal(await later, 3)
  })

  it('reject all callers that share them, but no later ones', async () => {
    const reads = new SingleFlight()
    const failing = async () => {
      throw new Error('unavailable')
    }
    const both = [reads.read('a', failing), reads.read('a', failing)]
    const outcomes = await Promise.allSettled(both)
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    assert.equal(await reads.read('a', async () => 1), 1)
  })

  it('are not repeated for waiting callers after a database timeout', async () => {
    const reads = new SingleFlight()
    let begun = 0
    const failing = async () => {
      begun++
      throw unresponsiveError()
    }
    const both = [reads.read('a', failing), reads.read('a', failing)]
    for (const one of both) await assert.rejects(one, isUnresponsive)
    assert.equal(begun, 1)
    assert.equal(await reads.read('a', async () => 1), 1)
  })
})
