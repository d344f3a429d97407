/**
 * Delivers what is due, as many at once as it has slots: claims, attempts, writes down what became
 * of them, and claims again, agency by agency. Any number of processes may do so at once.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Attempt } from '../../../platform/http/http-client.ts'
import {
  finishDeliveries,
  listDueAgenciesUnscoped,
  lockQueue,
  releaseDeliveryClaims,
} from '../deliveries/deliveries.ts'
import { blockingSeconds, failing } from '../deliveries/delivery.ts'
import { holdDeliveries } from '../deliveries/open-deliveries.sql.ts'
import { noteHealth } from '../webhook-states/webhook-health.sql.ts'
import { AttemptLimits } from './attempt-limits.ts'
import { finishedOf, type Made, showingOf, unmade } from './attempt-results.ts'
import { type Claimed, claimDeliveries } from './claim-deliveries.ts'
import { type AttemptTools, performAttempt } from './perform-attempt.ts'

export interface CourierOptions extends AttemptTools {
  /** The setting CALLBACK_RETRY_SCALE. */
  retryScale: number
  /** Attempts at once. */
  slots?: number
  /** Is told of every attempt. */
  onAttempt?(attempt: Attempt, delivery: Claimed): void
}

type CourierContext = Pick<Context, 'db' | 'clock'> & {
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

const slotsStandard = 64
const claimMax = 32
const pollMs = 1_000
const leaseMarginMs = 10_000
/** Attempts that end within this time are written down together. */
const gatherMs = 2

/** What is to be written down of an agency: attempts, and claims that are given back. */
interface Left {
  made: Made[]
  released: string[]
}

export class Courier {
  readonly #ctx: CourierContext
  readonly #options: CourierOptions
  readonly #uid = randomUUID()
  readonly #attemptLimits = new AttemptLimits()
  /** Attempts under way. */
  readonly #running = new Set<Promise<void>>()
  readonly #left = new Map<string, Left>()
  /** Agencies at which this is just now, each with whether to look again afterwards. */
  readonly #looking = new Map<string, { again: boolean; done: Promise<void> }>()
  /** Agencies whose turn it is when a slot is free. */
  readonly #waiting = new Set<string>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #taken = 0
  #isOpen = true
  #poll: NodeJS.Timeout | undefined

  constructor(ctx: CourierContext, options: CourierOptions) {
    this.#ctx = ctx
    this.#options = options
  }

  /** Looks regularly for what is due, beside what {@link wake} tells. */
  start(): void {
    const look = async () => {
      try {
        for (const agencyUid of await listDueAgenciesUnscoped(this.#ctx)) this.wake(agencyUid)
      } catch (error) {
        this.#ctx.log.error(error, 'looking for due deliveries failed')
      }
      if (this.#isOpen) this.#poll = setTimeout(look, pollMs)
    }
    void look()
  }

  /** Something may be due in an agency. */
  wake(agencyUid: string): void {
    if (this.#isOpen) void this.#lookAt(agencyUid)
  }

  /** Delivers all that is due now, and waits for what becomes of it. */
  async drain(): Promise<void> {
    for (;;) {
      const agencyUids = await listDueAgenciesUnscoped(this.#ctx)
      await Promise.all(agencyUids.map(uid => this.#lookAt(uid)))
      if (agencyUids.length === 0 && this.#running.size === 0) return
      await this.#settled()
    }
  }

  /** Takes no more, and waits for the attempts under way and what becomes of them. */
  async stop(): Promise<void> {
    this.#isOpen = false
    clearTimeout(this.#poll)
    for (const timer of this.#timers) clearTimeout(timer)
    await this.#settled()
  }

  async #settled(): Promise<void> {
    while (this.#running.size > 0 || this.#looking.size > 0) {
      const looks = Array.from(this.#looking.values(), ({ done }) => done)
      await Promise.all([...this.#running, ...looks])
    }
  }

  /** At most one look at an agency at a time; a second one follows on the first. */
  #lookAt(agencyUid: string): Promise<void> {
    const present = this.#looking.get(agencyUid)
    if (present) {
      present.again = true
      return present.done
    }
    const look = { again: false, done: Promise.resolve() }
    this.#looking.set(agencyUid, look)
    look.done = this.#lookAndLeave(agencyUid, look)
    return look.done
  }

  /** Who asks for a second look is heard until the very end of the first. */
  async #lookAndLeave(agencyUid: string, look: { again: boolean }): Promise<void> {
    do await this.#look(agencyUid, look)
    while (look.again && this.#isOpen)
    this.#looking.delete(agencyUid)
  }

  async #look(agencyUid: string, look: { again: boolean }): Promise<void> {
    for (;;) {
      if (this.#left.has(agencyUid)) await sleep(gatherMs)
      look.again = false
      const left = this.#left.get(agencyUid) ?? { made: [], released: [] }
      this.#left.delete(agencyUid)
      const isNothing = left.made.length + left.released.length === 0
      const limit = this.#reserve(agencyUid)
      if (isNothing && limit === 0) return
      try {
        const { claimed, keptBack } = await this.#writeAndClaim(agencyUid, left, limit)
        for (const delivery of claimed) this.#begin(delivery)
        // Fewer than asked for are all that may go now; the end of any of them looks again.
        const maybeMore = keptBack > 0 || claimed.length === limit
        if (!maybeMore && !look.again && !this.#left.has(agencyUid)) return
      } catch (error) {
        this.#ctx.log.error(error, 'deliveries could not be claimed')
        if (isNothing) return
        const since = this.#leftIn(agencyUid)
        since.made.unshift(...left.made)
        since.released.unshift(...left.released)
        if (!this.#isOpen) return
        await sleep(pollMs)
      } finally {
        this.#taken -= limit
      }
    }
  }

  /** How many deliveries may be claimed; none: the agency's turn comes later. */
  #reserve(agencyUid: string): number {
    if (!this.#isOpen) return 0
    const { slots = slotsStandard } = this.#options
    const limit = Math.max(0, Math.min(claimMax, slots - this.#running.size - this.#taken))
    if (limit === 0) this.#waiting.add(agencyUid)
    this.#taken += limit
    return limit
  }

  async #writeAndClaim(agencyUid: string, { made, released }: Left, limit: number) {
    const none = { claimed: [] as Claimed[], keptBack: 0 }
    const { timeoutMs, retryScale } = this.#options
    return transaction(this.#ctx, async (ctx: CourierContext) => {
      const waits = made.length > 0 || released.length > 0
      if (!(await lockQueue(ctx, agencyUid, { waits }))) return none
      if (made.length > 0) await this.#write(ctx, agencyUid, made)
      if (released.length > 0) await releaseDeliveryClaims(ctx, agencyUid, this.#uid, released)
      if (limit === 0) return none
      return claimDeliveries(ctx, agencyUid, {
        worker: this.#uid,
        limit,
        leaseMs: timeoutMs + leaseMarginMs,
        blockingMs: blockingSeconds * 1_000 * retryScale,
      })
    })
  }

  async #write(ctx: CourierContext, agencyUid: string, made: Made[]): Promise<void> {
    const { retryScale } = this.#options
    const finished = made.map(one => finishedOf(one, retryScale))
    await finishDeliveries(ctx, agencyUid, this.#uid, finished)
    for (const { due_at } of finished) this.#wakeAt(agencyUid, due_at)
    const showings = made.flatMap(showingOf)
    const ms = failing.seconds * 1_000 * retryScale
    const { attempts } = failing
    const disabled = await noteHealth(ctx, showings, { ms, attempts, scale: retryScale })
    if (disabled.length === 0) return
    for (const webhook of disabled) await holdDeliveries(ctx, webhook)
    ctx.log.warn({ webhooks: disabled }, 'disabled webhooks')
  }

  /** A retry that is near comes in time; for others it is looked regularly. */
  #wakeAt(agencyUid: string, dueAt: Date | null): void {
    if (dueAt === null || !this.#isOpen) return
    const ms = dueAt.getTime() - this.#ctx.clock.now().getTime()
    if (ms >= pollMs) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.wake(agencyUid)
    }, Math.max(ms, 0) + 1)
    this.#timers.add(timer)
  }

  #begin(delivery: Claimed): void {
    const leave = this.#attemptLimits.enter(delivery)
    if (leave === null) {
      this.#leftIn(delivery.agency_uid).released.push(delivery.uid)
      return
    }
    const attempting = this.#attempt(delivery).finally(() => {
      leave()
      this.#running.delete(attempting)
      void this.#lookAt(delivery.agency_uid)
      const [next] = this.#waiting
      if (next === undefined) return
      this.#waiting.delete(next)
      void this.#lookAt(next)
    })
    this.#running.add(attempting)
  }

  async #attempt(delivery: Claimed): Promise<void> {
    const { clock, log } = this.#ctx
    const at = clock.now()
    const blockingMs = blockingSeconds * 1_000 * this.#options.retryScale
    const firstFailed = delivery.first_failed_at
    const isLate = firstFailed !== null && +at - +new Date(firstFailed) >= blockingMs
    const options = { at, isLate, isTest: false }
    const attempt = await performAttempt(this.#options, delivery, options).catch(error => {
      log.error({ err: error, deliveryUid: delivery.uid }, 'an attempt could not be made')
      return unmade(at)
    })
    this.#options.onAttempt?.(attempt, delivery)
    this.#leftIn(delivery.agency_uid).made.push({ delivery, attempt })
  }

  #leftIn(agencyUid: string): Left {
    const left = this.#left.get(agencyUid) ?? { made: [], released: [] }
    this.#left.set(agencyUid, left)
    return left
  }
}
