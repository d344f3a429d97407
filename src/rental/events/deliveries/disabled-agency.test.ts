/** Deliveries of an agency that is disabled for a while: contract/events.md §8. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startEmitter } from '../../../../test/fixtures/events/emitted-events.ts'
import { deliverDue as deliverAll } from '../../../../test/fixtures/webhooks.ts'
import { disableAgency } from '../../access/agency-states/disable-agency.ts'
import { enableAgency } from '../../access/agency-states/enable-agency.ts'
import { subscribers } from '../../subscribers.ts'
import { openPendingEvents } from '../events/open-pending-events.ts'
import { listFailingUnscoped } from '../webhook-states/failing-webhooks.sql.ts'
import { purgeDeliveriesUnscoped } from './purge-deliveries.sql.ts'
import { queueRetry } from './queue-retry.ts'

const fixture = await startEmitter()
const { server, receiver, ids, makeInquiry, change, hook, deliverDue, deliveries, db } = fixture
const { clock } = server
const pending = openPendingEvents(clock)
const ctx = { db, clock, pending, subscribers }
const [hourMs, dayMs] = [3_600_000, 86_400_000]

/** Returns the requests for the agency; those of former tests are retried as well. */
const own = () => receiver.received.filter(({ text }) => text.includes(ids().agencyUid))

/** Disables the agency for a time in which its deliveries are attempted in vain. */
async function pause(ms: number): Promise<void> {
  const { agencyUid } = ids()
  await disableAgency(ctx, agencyUid)
  clock.advance(ms)
  const before = own().length
  await deliverDue()
  assert.equal(own().length, before)
  await enableAgency(ctx, agencyUid)
}

describe('a delivery of a disabled agency', () => {
  it('waits, and is sent once the agency is enabled, in order', async () => {
    await hook('BOOKING_UPDATED')
    const lead = await makeInquiry()
    await change(lead, 'first')
    await change(lead, 'second')
    await pause(200 * dayMs)
    await purgeDeliveriesUnscoped({ db, clock, settings: server.config })
    await deliverDue()
    const seqs = own().map(({ headers }) => Number(headers['x-lodgepole-seq']))
    assert.equal(seqs.length, 2)
    assert.deepEqual(
      seqs,
      seqs.toSorted((a, b) => a - b),
    )
    clock.advance(-200 * dayMs)
  })

  it('is retried after the delay that was left, and still blocks later ones', async () => {
    await hook('BOOKING_UPDATED')
    const lead = await makeInquiry()
    receiver.respond({ status: 500 })
    await change(lead, 'first')
    await deliverDue()
    const [before] = await deliveries()
    const delayMs = +before!.due_at - +clock.now()
    assert.ok(delayMs > 0)
    await change(lead, 'second')
    receiver.clear()
    await pause(20 * hourMs)
    const [after, later] = await deliveries()
    assert.equal(+after!.due_at - +clock.now(), delayMs)
    assert.equal(+after!.first_failed_at! - +before!.first_failed_at!, 20 * hourMs)
    await deliverDue()
    assert.equal(own().length, 0, 'the second waits for the first')
    assert.equal(later!.attempt_count, 0)
    clock.advance(-20 * hourMs)
  })

  it('does not count as failing meanwhile', async () => {
    const { uid } = await hook('NEW_INQUIRY')
    receiver.respond({ status: 500 })
    await makeInquiry()
    await deliverDue()
    await pause(6 * dayMs)
    const [failing] = await listFailingUnscoped({ db }, ids().agencyUid)
    assert.equal(failing!.uid, uid)
    assert.ok(+clock.now() - +failing!.failingSince! < hourMs)
    clock.advance(-6 * dayMs)
  })
})

describe('a failing webhook', () => {
  it('is listed with its host, attempts and waiting deliveries', async () => {
    const { uid } = await hook('NEW_INQUIRY')
    receiver.respond({ status: 500 })
    await makeInquiry()
    await deliverDue()
    await makeInquiry()
    const [failing, ...others] = await listFailingUnscoped({ db }, ids().agencyUid)
    assert.equal(others.length, 0)
    const { host, eventType, status, attempts, lastOutcome, lastStatus, waiting } = failing!
    assert.deepEqual([failing!.uid, eventType, status], [uid, 'NEW_INQUIRY', 'ACTIVE'])
    assert.equal(host, new URL(receiver.url).host)
    assert.deepEqual([attempts, lastOutcome, lastStatus, waiting], [1, 'HTTP_ERROR', 500, 2])
  })

  it('is retried at once by webhook or delivery, unless the agency is disabled', async () => {
    const { uid } = await hook('NEW_INQUIRY')
    receiver.respond({ status: 500 })
    await makeInquiry()
    await deliverDue()
    const [delivery] = await deliveries()
    receiver.clear()
    receiver.respond({ status: 200 })
    await disableAgency(ctx, ids().agencyUid)
    const retryAll = () => queueRetry(ctx, { webhookUid: uid })
    await assert.rejects(retryAll, { code: 'AGENCY_DISABLED' })
    await enableAgency(ctx, ids().agencyUid)
    assert.equal(await retryAll(), 1)
    assert.equal(await retryAll(), 0)
    await deliverAll(server)
    assert.equal(own().length, 1)
    const retryOne = () => queueRetry(ctx, { deliveryUid: delivery!.uid })
    await assert.rejects(retryOne, /was delivered/)
    await db
      .updateTable('deliveries')
      .set({ status: 'EXHAUSTED' })
      .where('agency_uid', '=', ids().agencyUid)
      .where('uid', '=', delivery!.uid)
      .execute()
    assert.equal(await retryOne(), 1)
    await deliverAll(server)
    assert.equal(own().length, 2)
  })
})
