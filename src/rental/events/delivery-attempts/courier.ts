/**
 * Delivers what is due, as many at once as it has slots: claims, attempts, writes down what became
 * of them, and claims again, agency by agency. Any number of processes may do so at once.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../../../context.ts'
import { LastStatement } from '../../../platform/db/pending-writes.ts'
import { isDatabaseAway, transaction } from '../../../platform/db/transaction.ts'
import type { Attempt } from '../../../platform/http/http-client.ts'
import { type DueKind, listDue } from '../../../platform/jobs/due-work-poller.ts'
import { ClaimedDeliveries } from '../deliveries/claimed-deliveries.sql.ts'
import { dueDeliveries, findDue, lockQueue } from '../deliveries/deliveries.ts'
import { blockingSeconds } from '../deliveries/retry-schedule.ts'
import { AttemptSlots } from './attempt-limits.ts'
import { AttemptQueue } from './attempt-queue.ts'
import { unmade } from './attempt-results.ts'
import { type Ahead, freeLanes } from './claim-deliveries.sql.ts'
import { type Claimed, type Claims, claimDeliveries } from './claim-deliveries.ts'
import { DueAgencies } from './due-agencies.ts'
import { finishAttempts, type Left } from './record-results.ts'
import { type AttemptTools, performAttempt } from './send-delivery.ts'

export interface CourierOptions extends AttemptTools {
  /** The setting CALLBACK_RETRY_SCALE. */
  retryScale: number
  /** Attempts at once. */
  slots?: number
  /** Whether the agencies lie on several nodes. */
  isSpread(): boolean
  /** Is told of every attempt. */
  onAttempt?(attempt: Attempt, delivery: Claimed): void
}

type CourierContext = Pick<Context, 'db' | 'clock'> & {
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

const slotsStandard = 64
const claimMaxAhead = 200
/** After a failure of the database, and twice as long after each further one, up to the most. */
const restMs = { first: 1_000, most: 8_000 }
const leaseMarginMs = 10_000
/** Of the margin of a claim, so long an attempt may wait for its place. */
const startWithinMs = leaseMarginMs / 2
/** Attempts that end within this time are written down together. */
const gatherMs = 2
/** While enough is claimed, so many are written down together, or those of this time. */
const gatheredMax = 64
const gatheredMs = 40
const enoughWaiting = 50

/** How many deliveries are claimed, and of which destinations ahead of what may be under way. */
interface Reserved {
  limit: number
  ahead: Ahead[]
}

export class Courier {
  readonly #ctx: CourierContext
  readonly #options: CourierOptions
  readonly #uid = randomUUID()
  readonly #queue: AttemptQueue
  readonly #due: DueAgencies
  readonly #claimed: ClaimedDeliveries
  readonly #left = new Map<string, Left>()
  /** Agencies at which this is just now, each with whether to look again afterwards. */
  readonly #looking = new Map<string, { again: boolean; done: Promise<void> }>()
  readonly #slots: AttemptSlots
  #isOpen = true

  constructor(ctx: CourierContext, options: CourierOptions) {
    this.#ctx = ctx
    this.#options = options
    const { isSpread, slots = slotsStandard } = options
    this.#queue = new AttemptQueue({
      slots,
      make: delivery => this.#attempt(delivery),
      ended: ({ agency_uid }) => this.#ended(agency_uid),
      release: ({ agency_uid, uid }) => this.#leftIn(agency_uid).released.push(uid),
    })
    this.#slots = new AttemptSlots({
      slots,
      running: () => this.#queue.running.size,
      turn: uid => this.#wakeNow(uid),
    })
    this.#due = new DueAgencies(ctx.clock, {
      isKnown: uid => this.#looking.has(uid) || this.#slots.isWaiting(uid),
      wake: uid => this.#wakeNow(uid),
    })
    this.#claimed = new ClaimedDeliveries(ctx, { worker: this.#uid, isSpread })
  }

  /** Finds what nobody told of. */
  get kind(): DueKind {
    return { dueAt: dueDeliveries, found: uids => this.#due.found(uids) }
  }

  /** Something may be due in an agency. */
  wake(agencyUid: string): void {
    this.#due.heard(agencyUid)
    this.#wakeNow(agencyUid)
  }

  #wakeNow(agencyUid: string): void {
    if (this.#isOpen) void this.#lookAt(agencyUid)
  }

  /** Delivers all that is due now, and waits for what becomes of it. */
  async drain(): Promise<void> {
    for (;;) {
      const { db, clock } = this.#ctx
      const agencyUids = await listDue({ db: db as never, clock }, this.kind)
      await Promise.all(agencyUids.map(uid => this.#lookAt(uid)))
      if (agencyUids.length === 0 && this.#queue.running.size === 0) return
      await this.#settled()
    }
  }

  /** Takes no more, and waits for the attempts under way and what becomes of them. */
  async stop(): Promise<void> {
    this.#isOpen = false
    this.#due.stop()
    this.#queue.clear()
    for (const agencyUid of this.#left.keys()) void this.#lookAt(agencyUid)
    await this.#settled()
  }

  async #settled(): Promise<void> {
    while (this.#queue.running.size > 0 || this.#looking.size > 0) {
      const looks = Array.from(this.#looking.values(), ({ done }) => done)
      await Promise.all([...this.#queue.running, ...looks])
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
    for (let failures = 0; ; ) {
      if (failures > 0) await sleep(Math.min(restMs.first * 2 ** (failures - 1), restMs.most))
      if (this.#left.has(agencyUid)) await this.#gather(agencyUid)
      look.again = false
      const left = this.#left.get(agencyUid) ?? { made: [], released: [] }
      this.#left.delete(agencyUid)
      const isNothing = left.made.length + left.released.length === 0
      const limit = this.#isOpen ? this.#slots.reserve(agencyUid) : 0
      if (isNothing && limit === 0) return
      try {
        const claim = { limit, ahead: limit === 0 ? [] : this.#queue.aheadIn(agencyUid) }
        const claimedAt = Date.now()
        const found = await this.#writeAndClaim(agencyUid, left, claim)
        failures = 0
        const { claimed, keptBack } = found
        for (const delivery of claimed) this.#queue.put(delivery, claimedAt + startWithinMs)
        this.#due.wakeAt(agencyUid, found.nextDueAt)
        // Fewer than asked for are all that may go now; the end of any of them looks again.
        const maybeMore = keptBack > 0 || claimed.length === limit
        if (!maybeMore && !look.again && !this.#left.has(agencyUid)) return
      } catch (error) {
        this.#ctx.log.error(
          error,
          'Could not claim webhook deliveries. Check the database; it is retried',
        )
        if (isNothing) return
        const since = this.#leftIn(agencyUid)
        since.made.unshift(...left.made)
        since.released.unshift(...left.released)
        since.isAwayKnown = isDatabaseAway(error)
        if (!this.#isOpen) return
        failures++
      } finally {
        this.#slots.giveBack(limit)
      }
    }
  }

  /** Waits for what will be written down together. */
  async #gather(agencyUid: string): Promise<void> {
    await sleep(gatherMs)
    const until = Date.now() + gatheredMs
    while (this.#isOpen && Date.now() < until) {
      if ((this.#left.get(agencyUid)?.made.length ?? 0) >= gatheredMax) return
      if (this.#queue.waitingIn(agencyUid) < enoughWaiting) return
      await sleep(gatherMs)
    }
  }

  async #writeAndClaim(agencyUid: string, left: Left, { limit, ahead }: Reserved) {
    const { timeoutMs, retryScale } = this.#options
    const waits = left.made.length + left.released.length > 0
    const listRunning = await this.#claimed.begin(agencyUid)
    const last = new LastStatement<Claims>({ claimed: [], skipped: [], keptBack: 0 })
    const context = { ...this.#ctx, pending: last }
    const nextDueAt = await transaction(context, async (ctx: CourierContext) => {
      const locked = lockQueue(ctx, agencyUid, { waits })
      // Who has something to write has claimed before, and so waits for a row that is there.
      const written = this.#write(ctx, agencyUid, left)
      const [isMine, , running, { isDue, nextDueAt }] = await Promise.all([
        locked,
        written,
        listRunning(ctx),
        findDue(ctx, agencyUid),
      ])
      if (!isMine || limit === 0 || !isDue) return nextDueAt
      const most = ahead.reduce((sum, { most }) => sum + most, 0) - this.#queue.waitingIn(agencyUid)
      const claim = {
        worker: this.#uid,
        limit: Math.max(limit, Math.min(most, claimMaxAhead)),
        ahead,
        leaseMs: timeoutMs + leaseMarginMs,
        blockingMs: blockingSeconds * 1_000 * retryScale,
      }
      last.answer = claimDeliveries(ctx, agencyUid, claim, running)
      return nextDueAt
    })
    const claims = await last.answer
    if (claims.skipped.length > 0) {
      await transaction(this.#ctx, async (ctx: CourierContext) => {
        await lockQueue(ctx, agencyUid, { waits: true })
        await freeLanes(ctx, agencyUid, claims.skipped)
      })
    }
    return { ...claims, nextDueAt }
  }

  async #write(ctx: CourierContext, agencyUid: string, left: Left): Promise<void> {
    if (left.made.length + left.released.length === 0) return
    const { retryScale } = this.#options
    // Other processes find out by looking: what is held is nobody's to send.
    const pending = { announce: (_channel: string, uid: string) => this.#due.heard(uid) }
    const told = { ...ctx, pending }
    const found = await finishAttempts(told, agencyUid, this.#uid, left, retryScale)
    for (const dueAt of found.retries) this.#due.wakeAt(agencyUid, dueAt)
    if (found.disabled.length > 0)
      ctx.log.warn(
        { webhooks: found.disabled },
        'Disabled failing webhooks. Enable them once their receivers work',
      )
  }

  /** An attempt is over: something may be due behind it, or in an agency that waits for a slot. */
  #ended(agencyUid: string): void {
    void this.#lookAt(agencyUid)
    this.#slots.next()
  }

  async #attempt(delivery: Claimed): Promise<Attempt> {
    const { clock, log } = this.#ctx
    const at = clock.now()
    const blockingMs = blockingSeconds * 1_000 * this.#options.retryScale
    const firstFailed = delivery.first_failed_at
    const isLate = firstFailed !== null && +at - +new Date(firstFailed) >= blockingMs
    const options = { at, isLate }
    const attempt = await performAttempt(this.#options, delivery, options).catch(error => {
      log.error(
        { err: error, deliveryUid: delivery.uid },
        'Could not attempt a webhook delivery. It is retried',
      )
      return unmade(at)
    })
    this.#options.onAttempt?.(attempt, delivery)
    this.#leftIn(delivery.agency_uid).made.push({ delivery, attempt })
    return attempt
  }

  #leftIn(agencyUid: string): Left {
    const left = this.#left.get(agencyUid) ?? { made: [], released: [] }
    this.#left.set(agencyUid, left)
    return left
  }
}
