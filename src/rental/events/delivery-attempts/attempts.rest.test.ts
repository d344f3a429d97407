/** What becomes of attempts that fail: contract/events.md §8. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTelling } from '../../../../test/fixtures/events/told.ts'

const told = await startTelling()
const { server, receiver, db, ids, makeInquiry, hook, deliverDue, statuses } = told

describe('an attempt that fails', () => {
  const failures: [string, object, string][] = [
    ['400', { status: 400 }, 'HTTP_ERROR'],
    ['500', { status: 500 }, 'HTTP_ERROR'],
    ['302', { status: 302, headers: { location: 'http://127.0.0.1/' } }, 'REDIRECT'],
    ['no answer', { fault: 'hang' }, 'TIMEOUT'],
    ['a broken connection', { fault: 'reset' }, 'CONNECTION_ERROR'],
  ]
  for (const [what, answer, outcome] of failures) {
    it(`by ${what} is noted as ${outcome} and made again`, async () => {
      await hook('NEW_INQUIRY')
      receiver.answerOnce(answer)
      await makeInquiry()
      await deliverDue()
      assert.deepEqual(await statuses(), ['RETRYING'])
      server.clock.advance(12_000)
      await deliverDue()
      assert.deepEqual(await statuses(), ['DELIVERED'])
      const attempts = await db
        .selectFrom('delivery_attempts')
        .select(['number', 'outcome'])
        .where('agency_uid', '=', ids().agencyUid)
        .orderBy('number')
        .execute()
      assert.deepEqual(attempts, [
        { number: 1, outcome },
        { number: 2, outcome: 'SUCCESS' },
      ])
      const [first, second] = receiver.received.map(({ headers }) => headers['webhook-id'])
      assert.equal(first, second)
    })
  }

  it('is made again when Retry-After says so, not before', async () => {
    await hook('NEW_INQUIRY')
    receiver.answerOnce({ status: 503, headers: { 'retry-after': '600' } })
    await makeInquiry()
    await deliverDue()
    server.clock.advance(590_000)
    await deliverDue()
    assert.deepEqual(await statuses(), ['RETRYING'])
    server.clock.advance(11_000)
    await deliverDue()
    assert.deepEqual(await statuses(), ['DELIVERED'])
  })
})

describe('a webhook that fails', () => {
  it('15 times gives the delivery up, and 5 days without success the webhook', async () => {
    const { uid } = await hook('NEW_INQUIRY')
    receiver.answer(() => {
      server.clock.advance(200)
      return { status: 500 }
    })
    await makeInquiry()
    for (let i = 0; i < 15; i++) {
      await deliverDue()
      server.clock.advance(30 * 3_600_000)
    }
    assert.deepEqual(await statuses(), ['EXHAUSTED'])
    assert.equal(receiver.received.length, 15)
    const { status, disabled_reason } = await webhookRow(uid)
    assert.deepEqual([status, disabled_reason], ['DISABLED', 'FAILING'])
  })

  it('by 410 disables the webhook at once, and holds what waits', async () => {
    const { uid } = await hook('NEW_INQUIRY')
    receiver.answer({ status: 410 })
    await makeInquiry()
    await deliverDue()
    await makeInquiry()
    server.clock.advance(10 * 24 * 3_600_000)
    await deliverDue()
    assert.equal(receiver.received.length, 1)
    assert.equal((await webhookRow(uid)).disabled_reason, 'GONE')
    assert.deepEqual(await statuses(), ['RETRYING', 'PENDING'])
  })

  it('by 410 disables the webhook, though it took another event at the same time', async () => {
    const { uid } = await hook('NEW_INQUIRY')
    receiver.answerOnce({ status: 410 })
    await makeInquiry()
    await makeInquiry()
    await deliverDue()
    assert.equal((await webhookRow(uid)).disabled_reason, 'GONE')
  })
})

const webhookRow = (uid: string) =>
  db.selectFrom('webhooks').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()
