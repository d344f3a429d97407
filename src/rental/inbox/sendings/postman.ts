/**
 * Sends what is due, as many messages at once as it has hands: claims, sends, writes down what
 * became of it, and claims again. Any number of processes may do so at once.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkContext } from '../../../context.ts'
import { LookPace } from '../../../platform/concurrency/look-pace.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { performSending } from './perform-sending.ts'
import { type ClaimedSending, claimSendingsUnscoped } from './sendings.ts'

const hands = 16
/** An agency with much to send leaves hands for others. */
const perAgencyMax = 4
const sendMs = 120_000
const leaseMs = sendMs + 30_000
/** How long those that are being sent have when it stops. */
const graceMs = 10_000

export class Postman {
  readonly #ctx: WorkContext
  readonly #uid = randomUUID()
  readonly #running = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #isOpen = true
  #poll: NodeJS.Timeout | undefined
  readonly #pace = new LookPace()
  /** How many were claimed so far. */
  #claimed = 0
  /** The look that is just made, and whether another is to follow. */
  #looking: Promise<void> | null = null
  #again = false

  constructor(ctx: WorkContext) {
    this.#ctx = ctx
  }

  /**
   * Looks regularly for what is due, beside what {@link wake} tells: ten times as seldom while
   * nothing is found.
   */
  start(): void {
    const look = async () => {
      const before = this.#claimed
      await this.wake()
      this.#pace.looked(this.#claimed > before)
      if (this.#isOpen) this.#poll = setTimeout(look, this.#pace.waitMs)
    }
    void look()
  }

  /** Something may be due. */
  async wake(): Promise<void> {
    if (!this.#isOpen) return
    this.#again = true
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  /** Sends all that is due now, and waits for what becomes of it. */
  async drain(): Promise<void> {
    do {
      await this.wake()
      await Promise.all(this.#running)
    } while (this.#running.size > 0 || this.#looking !== null)
  }

  /** Takes no more, and waits a while for those that are being sent. */
  async stop(): Promise<void> {
    this.#isOpen = false
    clearTimeout(this.#poll)
    await this.#looking
    const given = new AbortController()
    const late = sleep(graceMs, null, { signal: given.signal }).catch(() => null)
    const ended = Promise.all(this.#running).then(() => given.abort())
    await Promise.race([ended, late])
    this.#stopping.abort()
    await ended
  }

  async #look(): Promise<void> {
    while (this.#again && this.#isOpen && this.#running.size < hands) {
      this.#again = false
      try {
        for (const sending of await this.#claim()) this.#begin(sending)
      } catch (error) {
        this.#ctx.log.error(error, 'messages to be sent could not be claimed')
      }
    }
  }

  async #claim(): Promise<ClaimedSending[]> {
    const claim = { worker: this.#uid, limit: hands - this.#running.size, perAgencyMax, leaseMs }
    const claimed = await transaction(this.#ctx, (ctx: WorkContext) => {
      return claimSendingsUnscoped(ctx, claim)
    })
    this.#claimed += claimed.length
    return claimed
  }

  #begin(sending: ClaimedSending): void {
    const { signal } = this.#stopping
    const done = performSending(this.#ctx, sending, { worker: this.#uid, sendMs, signal })
      .catch(error => {
        // It is due again when the lease has ended.
        const { agency_uid: agency, uid: sendingUid } = sending
        this.#ctx.log.error({ err: error, agency, sendingUid }, 'a sending was left')
      })
      .finally(() => {
        this.#running.delete(done)
        void this.wake()
      })
    this.#running.add(done)
  }
}
