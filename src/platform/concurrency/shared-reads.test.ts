import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isUnresponsive, unresponsive } from '../db/query-deadline.ts'
import { SharedReads } from './shared-reads.ts'

describe('shared reads', () => {
  it('are begun after all had asked who share them', async () => {
    const reads = new SharedReads()
    const begun: PromiseWithResolvers<number>[] = []
    const ask = (name: string) =>
      reads.read(name, () => {
        const made = Promise.withResolvers<number>()
        begun.push(made)
        return made.promise
      })
    const [first, second, third, other] = [ask('a'), ask('a'), ask('a'), ask('b')]
    assert.equal(begun.length, 2, 'one for each name')
    begun[0]!.resolve(1)
    begun[1]!.resolve(10)
    assert.deepEqual([await first, await other], [1, 10])
    assert.equal(begun.length, 3, 'who came while it was read share the next')
    begun[2]!.resolve(2)
    assert.deepEqual([await second, await third], [2, 2])
    const later = ask('a')
    begun[3]!.resolve(3)
    assert.equal(await later, 3)
  })

  it('fail for those who share them, and for nobody after them', async () => {
    const reads = new SharedReads()
    const failing = async () => {
      throw new Error('away')
    }
    const both = [reads.read('a', failing), reads.read('a', failing)]
    const outcomes = await Promise.allSettled(both)
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    assert.equal(await reads.read('a', async () => 1), 1)
  })

  it('that the database did not answer are not begun again for who has waited for them', async () => {
    const reads = new SharedReads()
    let begun = 0
    const failing = async () => {
      begun++
      throw unresponsive()
    }
    const both = [reads.read('a', failing), reads.read('a', failing)]
    for (const one of both) await assert.rejects(one, isUnresponsive)
    assert.equal(begun, 1)
    assert.equal(await reads.read('a', async () => 1), 1)
  })
})
