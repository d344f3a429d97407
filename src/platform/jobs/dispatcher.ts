/**
 * Dispatcher of due items of tenants, such as webhook deliveries. Claims the items of one tenant
 * after the other and starts them, within a limit of concurrent items. Any number of processes may
 * dispatch from the same queue.
 */
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, RawBuilder } from 'kysely'
import type { Clock } from '../clock.ts'
import type { TenantFilter } from '../db/cluster/topology.ts'
import { type DueWork, listDue } from './due-work-poller.ts'

/** Queue in the database whose items are claimed by lease. */
export interface WorkQueue {
  /** Plural of its items in log messages, such as `messages`. */
  name: string
  /** Maximum number of items that this process has claimed at once. */
  slots: number
  dueAt: DueWork['dueAt']
  /**
   * Claims at most `limit` due items of a tenant and starts them. With 0, only records results of
   * earlier items. Never called concurrently for one tenant.
   */
  claim(tenantUid: string, limit: number): Promise<Claim>
  /** Releases claimed items that have not started, before the dispatcher stops. */
  close?(): void
}

export interface Claim {
  /** Started items. Each resolves when the item has ended and never rejects. */
  started: Promise<void>[]
  /** True if more may be due now. */
  hasMore: boolean
  /** Time at which the next item is due; null or undefined: none, or left to the poller. */
  nextDueAt?: Date | null
}

interface DispatcherContext {
  db: Kysely<never>
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
}

/** Maximum number of items of one claim, and the share of the free slots that it may use. */
const claimMax = 100
const freeSlotsShare = 0.5
/** Milliseconds before a failed claim is retried, doubled by each further failure. */
const retryMs = { first: 1_000, max: 8_000 }
/** Maximum milliseconds of a timer. Items that are due later are left to the poller. */
const timerMsMax = 30_000

export class Dispatcher implements DueWork {
  readonly #ctx: DispatcherContext
  readonly #queue: WorkQueue
  readonly #running = new Set<Promise<void>>()
  readonly #claiming = new Map<string, Promise<void>>()
  /** Tenants to claim for again when their current claim ends. */
  readonly #claimAgain = new Set<string>()
  /** Tenants for which no slot was free. */
  readonly #waitingForSlot = new Set<string>()
  readonly #timers = new Map<string, { wakeAtMs: number; timer: NodeJS.Timeout }>()
  /** Number of consecutive failed claims by tenant. */
  readonly #failures = new Map<string, number>()
  /** Number of slots reserved for claims that are under way. */
  #reserved = 0
  #startedCount = 0
  #isOpen = true

  constructor(ctx: DispatcherContext, queue: WorkQueue) {
    this.#ctx = ctx
    this.#queue = queue
  }

  dueAt(now: Date, of: TenantFilter): RawBuilder<unknown> {
    return this.#queue.dueAt(now, of)
  }

  /** Claims for tenants that a poll has found. Returns whether one of them was not expected. */
  onDueTenants(tenantUids: readonly string[]): boolean {
    const isExpected = (uid: string) =>
      this.#claiming.has(uid) || this.#waitingForSlot.has(uid) || this.#timers.has(uid)
    const isUnexpected = !tenantUids.every(isExpected)
    for (const uid of tenantUids) this.wake(uid)
    return isUnexpected
  }

  /** Claims for a tenant that may have due items. */
  wake(tenantUid: string): void {
    if (this.#isOpen) void this.#claimAll(tenantUid)
  }

  /** Dispatches all items that are due now and waits until they have ended. */
  async drain(): Promise<void> {
    for (let startedBefore = -1; startedBefore !== this.#startedCount; ) {
      startedBefore = this.#startedCount
      const tenantUids = await listDue(this.#ctx, this.#queue)
      await Promise.all(tenantUids.map(uid => this.#claimAll(uid)))
      await this.#waitUntilIdle()
    }
  }

  /** Stops claiming, and waits until started items have ended and are recorded. */
  async stop(): Promise<void> {
    this.#isOpen = false
    this.#queue.close?.()
    for (const { timer } of this.#timers.values()) clearTimeout(timer)
    // Failed claims are retried at once instead of by timer: now they only record results.
    for (const tenantUid of this.#failures.keys()) void this.#claimAll(tenantUid)
    await this.#waitUntilIdle()
  }

  async #waitUntilIdle(): Promise<void> {
    while (this.#running.size > 0 || this.#claiming.size > 0) {
      await Promise.all([...this.#running, ...this.#claiming.values()])
    }
  }

  #claimAll(tenantUid: string): Promise<void> {
    const running = this.#claiming.get(tenantUid)
    if (running) {
      this.#claimAgain.add(tenantUid)
      return running
    }
    const claiming = this.#claimRepeatedly(tenantUid)
    this.#claiming.set(tenantUid, claiming)
    return claiming
  }

  async #claimRepeatedly(tenantUid: string): Promise<void> {
    do {
      this.#claimAgain.delete(tenantUid)
      if (await this.#claimOnce(tenantUid)) this.#claimAgain.add(tenantUid)
    } while (this.#claimAgain.has(tenantUid))
    this.#claiming.delete(tenantUid)
  }

  /** Claims once. Returns whether more may be due. */
  async #claimOnce(tenantUid: string): Promise<boolean> {
    const limit = this.#reserve(tenantUid)
    try {
      const { started, hasMore, nextDueAt } = await this.#queue.claim(tenantUid, limit)
      this.#failures.delete(tenantUid)
      this.#startedCount += started.length
      for (const item of started) this.#track(tenantUid, item)
      // A millisecond later, because times and timers are rounded.
      if (nextDueAt) this.#wakeIn(tenantUid, +nextDueAt - +this.#ctx.clock.now() + 1)
      return hasMore && limit > 0
    } catch (error) {
      this.#ctx.log.error(
        { err: error, agency: tenantUid },
        `Could not claim ${this.#queue.name}. Check the database; it is retried`,
      )
      const failures = this.#failures.get(tenantUid) ?? 0
      this.#failures.set(tenantUid, failures + 1)
      this.#wakeIn(tenantUid, Math.min(retryMs.first * 2 ** failures, retryMs.max))
      return false
    } finally {
      this.#reserved -= limit
      this.#wakeWaiting()
    }
  }

  /** Reserves slots for a claim. Returns their number, 0 if none is free. */
  #reserve(tenantUid: string): number {
    if (!this.#isOpen) return 0
    if (this.#free <= 0) {
      this.#waitingForSlot.add(tenantUid)
      return 0
    }
    const limit = Math.min(claimMax, Math.ceil(this.#free * freeSlotsShare))
    this.#reserved += limit
    return limit
  }

  get #free(): number {
    return this.#queue.slots - this.#running.size - this.#reserved
  }

  /** Claims again for the tenant when the item has ended, because its successor may be due. */
  #track(tenantUid: string, item: Promise<void>): void {
    this.#running.add(item)
    void item.then(() => {
      this.#running.delete(item)
      void this.#claimAll(tenantUid)
      this.#wakeWaiting()
    })
  }

  #wakeWaiting(): void {
    for (const tenantUid of [...this.#waitingForSlot]) {
      if (this.#free <= 0) return
      this.#waitingForSlot.delete(tenantUid)
      this.wake(tenantUid)
    }
  }

  /** Sets a timer of a tenant, unless an earlier timer or poll precedes it. */
  #wakeIn(tenantUid: string, ms: number): void {
    if (!this.#isOpen || ms >= timerMsMax) return
    const wakeAtMs = performance.now() + Math.max(0, ms)
    const existing = this.#timers.get(tenantUid)
    if (existing && existing.wakeAtMs <= wakeAtMs) return
    clearTimeout(existing?.timer)
    const timer = setTimeout(
      () => {
        this.#timers.delete(tenantUid)
        this.wake(tenantUid)
      },
      Math.max(0, ms),
    )
    this.#timers.set(tenantUid, { wakeAtMs, timer })
  }
}
