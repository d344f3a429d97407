/** Tests of failed attempts and their retries: contract/events.md §8. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startEmitter } from '../../../../test/fixtures/events/emitted-events.ts'

const fixture = await startEmitter()
const { server, receiver, db, ids, makeInquiry, hook, deliverDue, statuses } = fixture

describe('an attempt that fails', () => {
  const failures: [string, object, string][] = [
    ['400', { status: 400 }, 'HTTP_ERROR'],
    ['500', { status: 500 }, 'HTTP_ERROR'],
    ['302', { status: 302, headers: { location: 'http://127.0.0.1/' } }, 'REDIRECT'],
    ['no response', { fault: 'hang' }, 'TIMEOUT'],
    ['a broken connection', { fault: 'reset' }, 'CONNECTION_ERROR'],
  ]
  for (const [what, response, outcome] of failures) {
    it(`by ${what} is recorded as ${outcome} and retried`, async () => {
      await hook('NEW_INQUIRY')
      receiver.respondOnce(response)
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

  it('is repeated at the time of Retry-After, not earlier', async () => {
    await hook('NEW_INQUIRY')
    receiver.respondOnce({ status: 503, headers: { 'retry-after': '600' } })
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
  it('has the delivery exhausted after 15 attempts, and is disabled after 5 days', async () => {
    const { uid } = await hook('NEW_INQUIRY')
    receiver.respond(() => {
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

  it('with status 410 is disabled at once, and its open deliveries are held', async () => {
    const { uid } = await hook('NEW_INQUIRY')
    receiver.respond({ status: 410 })
    await makeInquiry()
    await deliverDue()
    await makeInquiry()
    server.clock.advance(10 * 24 * 3_600_000)
    await deliverDue()
    assert.equal(receiver.received.length, 1)
    assert.equal((await webhookRow(uid)).disabled_reason, 'GONE')
    assert.deepEqual(await statuses(), ['RETRYING', 'PENDING'])
  })

  it('with status 410 is disabled even if it accepted another event at the same time', async () => {
    const { uid } = await hook('NEW_INQUIRY')
    receiver.respondOnce({ status: 410 })
    await makeInquiry()
    await makeInquiry()
    await deliverDue()
    assert.equal((await webhookRow(uid)).disabled_reason, 'GONE')
  })
})

const webhookRow = (uid: string) =>
  db.selectFrom('webhooks').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()
