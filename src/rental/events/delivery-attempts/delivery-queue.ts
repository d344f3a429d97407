/** Queue of webhook deliveries: claims and sends them, and records results with the next claim. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../../../context.ts'
import { isDatabaseAway, transaction } from '../../../platform/db/transaction.ts'
import type { Attempt } from '../../../platform/http/http-client.ts'
import type { Claim, WorkQueue } from '../../../platform/jobs/dispatcher.ts'
import { ClaimedDeliveries } from '../deliveries/claimed-deliveries.sql.ts'
import { dueDeliveries, findDue, lockQueue } from '../deliveries/deliveries.ts'
import { blockingSeconds } from '../deliveries/retry-schedule.ts'
import { AttemptLimits } from './attempt-limits.ts'
import { failedAttempt } from './attempt-results.ts'
import { freeLanes } from './claim-deliveries.sql.ts'
import { type Claimed, claimDeliveries } from './claim-deliveries.ts'
import { type Results, recordResults } from './record-results.ts'
import { type DeliverySender, sendDelivery } from './send-delivery.ts'

export interface DeliveryQueueOptions extends DeliverySender {
  /** The setting CALLBACK_RETRY_SCALE. */
  retryScale: number
  isCluster(): boolean
  /** Receives every attempt. */
  onAttempt?(attempt: Attempt, delivery: Claimed): void
}

type QueueContext = Pick<Context, 'db' | 'clock'> & {
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

/** Milliseconds by which a lease is longer than an attempt, and of these until it must start. */
const leaseMarginMs = 10_000
const startWithinMs = 5_000
/** Milliseconds of results that are recorded together, and their maximum while claims wait. */
const collectMs = 2
const collected = { ms: 40, attempts: 64 }
/** An attempt that takes at most so many milliseconds is of a fast destination. */
const fastMs = 50

export class DeliveryQueue implements WorkQueue {
  readonly name = 'webhook deliveries'
  readonly slots = 256
  readonly dueAt = dueDeliveries
  readonly #ctx: QueueContext
  readonly #options: DeliveryQueueOptions
  readonly #worker = randomUUID()
  readonly #limits = new AttemptLimits()
  readonly #claimed: ClaimedDeliveries
  /** Results that are not recorded yet, by agency. */
  readonly #results = new Map<string, Results>()

  constructor(ctx: QueueContext, options: DeliveryQueueOptions) {
    this.#ctx = ctx
    this.#options = options
    this.#claimed = new ClaimedDeliveries(ctx, this.#worker, options.isCluster)
  }

  /** Releases the claimed deliveries whose attempts have not started. */
  close(): void {
    this.#limits.close()
  }

  async claim(agencyUid: string, limit: number): Promise<Claim> {
    if (this.#results.has(agencyUid)) await this.#collect(agencyUid)
    const results = this.#results.get(agencyUid)
    if (results === undefined && limit === 0) return { started: [], hasMore: false }
    this.#results.delete(agencyUid)
    const startBy = Date.now() + startWithinMs
    try {
      const found = await this.#recordAndClaim(agencyUid, results ?? noResults(), limit)
      const { claimed, deferred, nextDueAt } = found
      // Fewer than requested are all that may start now; the end of any of them claims again.
      const hasMore = deferred > 0 || claimed.length === limit
      return { started: claimed.map(one => this.#attempt(one, startBy)), hasMore, nextDueAt }
    } catch (error) {
      if (results !== undefined) this.#restore(agencyUid, results, isDatabaseAway(error))
      throw error
    }
  }

  async #collect(agencyUid: string): Promise<void> {
    const end = Date.now() + collected.ms
    const { attempts } = this.#resultsOf(agencyUid)
    do await sleep(collectMs)
    while (
      this.#limits.isWaiting(agencyUid) &&
      attempts.length < collected.attempts &&
      Date.now() < end
    )
  }

  async #recordAndClaim(agencyUid: string, results: Results, limit: number) {
    const hasResults = results.attempts.length + results.released.length > 0
    const listRunning = await this.#claimed.prepare(agencyUid)
    return transaction(this.#ctx, async (ctx: QueueContext) => {
      const locked = lockQueue(ctx, agencyUid, { waits: hasResults })
      // A process that has results has claimed before, so the row that it locks exists.
      const recorded = this.#record(ctx, agencyUid, results)
      const [isLocked, , running, { isDue, nextDueAt }] = await Promise.all([
        locked,
        recorded,
        listRunning(ctx),
        findDue(ctx, agencyUid),
      ])
      if (!isLocked || limit === 0 || !isDue) return { claimed: [], deferred: 0, nextDueAt }
      const bounds = this.#bounds(limit, results)
      const { claimed, deferred, skipped } = await claimDeliveries(ctx, agencyUid, bounds, running)
      if (skipped.length > 0) await freeLanes(ctx, agencyUid, skipped)
      return { claimed, deferred, nextDueAt }
    })
  }

  async #record(ctx: QueueContext, agencyUid: string, results: Results): Promise<void> {
    if (results.attempts.length + results.released.length === 0) return
    const { retryScale } = this.#options
    const disabled = await recordResults(ctx, agencyUid, this.#worker, results, retryScale)
    if (disabled.length > 0) {
      ctx.log.warn(
        { webhooks: disabled },
        'Disabled failing webhooks. Enable them once their receivers work',
      )
    }
  }

  #bounds(limit: number, { attempts }: Results) {
    const isFast = ({ outcome, durationMs }: Attempt) =>
      outcome === 'SUCCESS' && durationMs <= fastMs
    const slow = attempts.filter(({ attempt }) => !isFast(attempt))
    const fast = new Set(attempts.map(({ delivery }) => delivery.destination))
    for (const { delivery } of slow) fast.delete(delivery.destination)
    return {
      worker: this.#worker,
      limit,
      prefetched: [...fast],
      leaseMs: this.#options.timeoutMs + leaseMarginMs,
      blockingMs: this.#blockingMs,
    }
  }

  get #blockingMs(): number {
    return blockingSeconds * 1_000 * this.#options.retryScale
  }

  async #attempt(delivery: Claimed, startBy: number): Promise<void> {
    const release = await this.#limits.acquire(delivery, startBy)
    if (release === null) {
      this.#resultsOf(delivery.agency_uid).released.push(delivery.uid)
      return
    }
    const attempt = await this.#send(delivery)
    this.#resultsOf(delivery.agency_uid).attempts.push({ delivery, attempt })
    this.#options.onAttempt?.(attempt, delivery)
    release(attempt.outcome === 'SUCCESS')
  }

  async #send(delivery: Claimed): Promise<Attempt> {
    const at = this.#ctx.clock.now()
    const { first_failed_at: failedAt } = delivery
    const isLate = failedAt !== null && +at - +new Date(failedAt) >= this.#blockingMs
    return sendDelivery(this.#options, delivery, { at, isLate }).catch(error => {
      this.#ctx.log.error(
        { err: error, deliveryUid: delivery.uid },
        'Could not attempt a webhook delivery. It is retried',
      )
      return failedAttempt(at)
    })
  }

  #resultsOf(agencyUid: string): Results {
    const results = this.#results.get(agencyUid) ?? noResults()
    this.#results.set(agencyUid, results)
    return results
  }

  /** Puts results that could not be recorded before those that have come since. */
  #restore(agencyUid: string, results: Results, isUnavailable: boolean): void {
    const since = this.#resultsOf(agencyUid)
    since.attempts.unshift(...results.attempts)
    since.released.unshift(...results.released)
    since.skipsShared = isUnavailable
  }
}

function noResults(): Results {
  return { attempts: [], released: [] }
}
