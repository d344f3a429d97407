import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { KeptAnswers } from './kept-answers.ts'
import { answerOf } from './send-kept.ts'

const always = { marks: 'm', scopes: null, fromMs: 0, untilMs: Infinity }
const answer = (bytes: number) => answerOf('x'.repeat(bytes))

describe('kept answers', () => {
  it('are true under the marks and within the time that they were made for', () => {
    const kept = new KeptAnswers(10_000)
    kept.keep('a', 'key', answer(10), { ...always, fromMs: 100, untilMs: 200 })
    const finds = (marks: string, nowMs: number) => kept.find('key', marks, nowMs) !== null
    assert.deepEqual(
      [finds('m', 100), finds('m', 199), finds('m', 200), finds('m', 99), finds('n', 150)],
      [true, true, false, false, false],
    )
  })

  it('never take more bytes than they may, and forget who has not asked for longest', () => {
    const kept = new KeptAnswers(20_000)
    for (let i = 0; i < 100; i++) {
      kept.keep('a', `key ${i}`, answer(1_000), always)
      assert.ok(kept.bytes <= 20_000)
      assert.ok(kept.find('key 0', 'm', 1), 'is asked for all the time')
    }
    assert.equal(kept.find('key 50', 'm', 1), null)
    assert.ok(kept.find('key 99', 'm', 1))
  })

  it('of others are not forgotten because somebody asks for more and more', () => {
    const kept = new KeptAnswers(20_000)
    for (let i = 0; i < 5; i++) kept.keep('small', `small ${i}`, answer(500), always)
    for (let i = 0; i < 1_000; i++) kept.keep('greedy', `greedy ${i}`, answer(1_000), always)
    for (let i = 0; i < 5; i++) assert.ok(kept.find(`small ${i}`, 'm', 1))
  })

  it('are none that take more than an eighth, also once they are compressed', () => {
    const kept = new KeptAnswers(8_000)
    kept.keep('a', 'long', answer(1_000), always)
    assert.equal(kept.count, 0)
    const grown = answer(300)
    kept.keep('a', 'key', grown, always)
    grown.gzipped = Buffer.alloc(900)
    kept.recount('key')
    assert.deepEqual([kept.count, kept.bytes], [0, 0])
  })

  it('count for nothing once another has their place', () => {
    const kept = new KeptAnswers(10_000)
    kept.keep('a', 'key', answer(500), always)
    const { bytes } = kept
    kept.keep('b', 'key', answer(500), { ...always, marks: 'n' })
    assert.deepEqual([kept.count, kept.bytes], [1, bytes])
    assert.equal(kept.find('key', 'm', 1), null)
  })
})
