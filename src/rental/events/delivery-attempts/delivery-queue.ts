/** Queue of webhook deliveries: claims and sends them, and records results with the next claim. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../../../context.ts'
import { isDatabaseUnavailable, transaction } from '../../../platform/db/transaction.ts'
import type { Attempt } from '../../../platform/http/http-client.ts'
import type { Claim, WorkQueue } from '../../../platform/jobs/dispatcher.ts'
import {
  type ClaimCountReader,
  openClaimCountReader,
} from '../deliveries/claimed-deliveries.sql.ts'
import { dueDeliveries, findDue, lockQueue, releaseDeferred } from '../deliveries/deliveries.ts'
import { blockingSeconds } from '../deliveries/retry-schedule.ts'
import { AttemptLimits } from './attempt-limits.ts'
import { failedAttempt } from './attempt-results.ts'
import { type ClaimedDelivery, type ClaimOptions, claimDeliveries } from './claim-deliveries.ts'
import { type Results, recordResults } from './record-results.ts'
import { type DeliverySender, sendDelivery } from './send-delivery.ts'

export interface DeliveryQueueOptions extends DeliverySender {
  /** The setting CALLBACK_RETRY_SCALE. */
  retryScale: number
  /** Called after every attempt. */
  onAttempt?(attempt: Attempt, delivery: ClaimedDelivery): void
}

type QueueContext = Pick<Context, 'db' | 'clock'> & {
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

/** Milliseconds by which a lease is longer than an attempt. */
const leaseMarginMs = 10_000
/** Milliseconds after a claim in which its attempts may start, to end before the lease. */
const startWithinMs = 5_000
/** Milliseconds for which results are collected, to record them in one transaction. */
const collectMs = 2
/** Bounds within which collecting continues while deliveries wait for a slot. */
const collectMax = { ms: 40, attempts: 64 }
/** Maximum duration in milliseconds of an attempt at a fast destination. */
const fastAttemptMs = 50

export class DeliveryQueue implements WorkQueue {
  readonly name = 'webhook deliveries'
  readonly slots = 256
  readonly dueAt = dueDeliveries
  readonly #ctx: QueueContext
  readonly #options: DeliveryQueueOptions
  readonly #worker = randomUUID()
  readonly #limits = new AttemptLimits()
  readonly #claimCountReader: ClaimCountReader
  /** Results that are not recorded yet, by agency. */
  readonly #results = new Map<string, Results>()

  constructor(ctx: QueueContext, options: DeliveryQueueOptions) {
    this.#ctx = ctx
    this.#options = options
    this.#claimCountReader = openClaimCountReader(ctx, this.#worker)
  }

  /** Releases the claimed deliveries whose attempts have not started. */
  close(): void {
    this.#limits.close()
  }

  async claim(agencyUid: string, limit: number): Promise<Claim> {
    if (this.#results.has(agencyUid)) await this.#collect(agencyUid)
    const results = this.#results.get(agencyUid)
    if (results === undefined && limit === 0) return { started: [], hasMore: false }
    // Attempts that end during the transaction collect their results in a new entry.
    this.#results.delete(agencyUid)
    try {
      const recorded = results ?? noResults()
      const { claimed, startBy, excludedCount, nextDueAt } = await this.#recordAndClaim(
        agencyUid,
        recorded,
        limit,
      )
      // If fewer than `limit` were claimed, no more may start now; the end of an attempt claims
      // again.
      const hasMore = excludedCount > 0 || claimed.length === limit
      return {
        started: claimed.map(delivery => this.#attempt(delivery, startBy)),
        hasMore,
        nextDueAt,
      }
    } catch (error) {
      if (results !== undefined) this.#restore(agencyUid, results, isDatabaseUnavailable(error))
      throw error
    }
  }

  /** Waits for further results. */
  async #collect(agencyUid: string): Promise<void> {
    const endAt = Date.now() + collectMax.ms
    const { attempts } = this.#resultsFor(agencyUid)
    do await sleep(collectMs)
    while (
      this.#limits.isWaiting(agencyUid) &&
      attempts.length < collectMax.attempts &&
      Date.now() < endAt
    )
  }

  async #recordAndClaim(agencyUid: string, results: Results, limit: number) {
    const hasResults = results.attempts.length + results.released.length > 0
    const readClaimCounts = await this.#claimCountReader.prepare(agencyUid)
    return transaction(this.#ctx, async (ctx: QueueContext) => {
      // Not earlier: the transaction may have waited for a connection.
      const startBy = Date.now() + startWithinMs
      const locked = lockQueue(ctx, agencyUid, { waits: hasResults })
      // Sent before the lock is confirmed: a process that has results has claimed before, so the
      // row to lock exists, and the lock waits for it.
      const recorded = this.#record(ctx, agencyUid, results)
      const [isLocked, , claimCounts, { isDue, nextDueAt }] = await Promise.all([
        locked,
        recorded,
        readClaimCounts(ctx.db),
        findDue(ctx, agencyUid),
      ])
      if (!isLocked || limit === 0 || !isDue)
        return { claimed: [], startBy, excludedCount: 0, nextDueAt }
      const options = this.#claimOptions(limit, results)
      const result = await claimDeliveries(ctx, agencyUid, options, claimCounts)
      const { claimed, skippedKeys, excludedCount } = result
      if (skippedKeys.length > 0) await releaseDeferred(ctx, agencyUid, skippedKeys)
      return { claimed, startBy, excludedCount, nextDueAt }
    })
  }

  async #record(ctx: QueueContext, agencyUid: string, results: Results): Promise<void> {
    if (results.attempts.length + results.released.length === 0) return
    const { retryScale } = this.#options
    const worker = this.#worker
    const disabled = await recordResults(ctx, { agencyUid, worker, retryScale }, results)
    if (disabled.length > 0) {
      ctx.log.warn(
        { webhooks: disabled },
        'Disabled failing webhooks. Enable them once their receivers work',
      )
    }
  }

  /** A destination is fast if all of its attempts among the results were. */
  #claimOptions(limit: number, { attempts }: Results): ClaimOptions {
    const isFast = ({ outcome, durationMs }: Attempt) =>
      outcome === 'SUCCESS' && durationMs <= fastAttemptMs
    const slow = attempts.filter(({ attempt }) => !isFast(attempt))
    const fastDestinations = new Set(attempts.map(({ delivery }) => delivery.destination))
    for (const { delivery } of slow) fastDestinations.delete(delivery.destination)
    return {
      worker: this.#worker,
      limit,
      fastDestinations: [...fastDestinations],
      leaseMs: this.#options.timeoutMs + leaseMarginMs,
      blockingMs: this.#blockingMs,
    }
  }

  get #blockingMs(): number {
    return blockingSeconds * 1_000 * this.#options.retryScale
  }

  async #attempt(delivery: ClaimedDelivery, startBy: number): Promise<void> {
    const release = await this.#limits.acquire(delivery, startBy)
    if (release === null) {
      this.#resultsFor(delivery.agency_uid).released.push(delivery.uid)
      return
    }
    const attempt = await this.#send(delivery)
    this.#resultsFor(delivery.agency_uid).attempts.push({ delivery, attempt })
    this.#options.onAttempt?.(attempt, delivery)
    release(attempt.outcome === 'SUCCESS')
  }

  async #send(delivery: ClaimedDelivery): Promise<Attempt> {
    const startedAt = this.#ctx.clock.now()
    const { first_failed_at: failedAt } = delivery
    // Later deliveries of the key may have overtaken it.
    const isLate = failedAt !== null && +startedAt - +new Date(failedAt) >= this.#blockingMs
    return sendDelivery(this.#options, delivery, { at: startedAt, isLate }).catch(error => {
      this.#ctx.log.error(
        { err: error, deliveryUid: delivery.uid },
        'Could not attempt a webhook delivery. It is retried',
      )
      return failedAttempt(startedAt)
    })
  }

  #resultsFor(agencyUid: string): Results {
    const results = this.#results.get(agencyUid) ?? noResults()
    this.#results.set(agencyUid, results)
    return results
  }

  /**
   * Puts unrecorded results back, before those collected in the meantime. If a node of a cluster is
   * unavailable, they are recorded without writing to tables that all nodes have.
   */
  #restore(agencyUid: string, results: Results, isUnavailable: boolean): void {
    const newer = this.#resultsFor(agencyUid)
    newer.attempts.unshift(...results.attempts)
    newer.released.unshift(...results.released)
    newer.skipsShared = isUnavailable
  }
}

function noResults(): Results {
  return { attempts: [], released: [] }
}
