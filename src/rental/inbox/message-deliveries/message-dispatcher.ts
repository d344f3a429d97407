/**
 * Sends what is due, as many messages at once as it has hands: claims, sends, writes down what
 * became of it, and claims again. Any number of processes may do so at once.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkContext } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { type DueKind, listDue } from '../../../platform/jobs/due-work-poller.ts'
import { performSending } from './deliver-message.ts'
import { type ClaimedSending, claimSendings, dueSendings } from './message-deliveries.ts'

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
  /** Agencies in which something may be due, in the order in which that was heard. */
  readonly #waiting = new Set<string>()
  /** Those of which a notification has told since the last look at all. */
  readonly #heard = new Set<string>()
  #looking: Promise<void> | null = null

  constructor(ctx: WorkContext) {
    this.#ctx = ctx
  }

  /** Finds what nobody told of. */
  get kind(): DueKind {
    return { dueAt: dueSendings, found: uids => this.#found(uids) }
  }

  /** Something may be due in an agency. */
  async wake(agencyUid: string): Promise<void> {
    // A process of the release before does not say in which.
    if (agencyUid === '') return this.#wakeAll(await this.#listDue())
    this.#heard.add(agencyUid)
    return this.#wakeAll([agencyUid])
  }

  /** Sends all that is due now, and waits for what becomes of it. */
  async drain(): Promise<void> {
    for (let isAnew = true; isAnew; ) {
      await this.#wakeAll(await this.#listDue())
      isAnew = this.#running.size > 0
      await Promise.all(this.#running)
    }
  }

  /** Takes no more, and waits a while for those that are being sent. */
  async stop(): Promise<void> {
    this.#isOpen = false
    await this.#looking
    const given = new AbortController()
    const late = sleep(graceMs, null, { signal: given.signal }).catch(() => null)
    const ended = Promise.all(this.#running).then(() => given.abort())
    await Promise.race([ended, late])
    this.#stopping.abort()
    await ended
  }

  #listDue(): Promise<string[]> {
    const { db, clock } = this.#ctx
    return listDue({ db: db as never, clock }, this.kind)
  }

  #found(agencyUids: readonly string[]): boolean {
    const hasMissed = agencyUids.some(uid => !this.#heard.has(uid) && !this.#waiting.has(uid))
    this.#heard.clear()
    void this.#wakeAll(agencyUids)
    return hasMissed
  }

  async #wakeAll(agencyUids: readonly string[]): Promise<void> {
    if (!this.#isOpen) return
    for (const uid of agencyUids) this.#waiting.add(uid)
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  async #look(): Promise<void> {
    while (this.#isOpen && this.#running.size < hands) {
      const [agencyUid] = this.#waiting
      if (agencyUid === undefined) return
      this.#waiting.delete(agencyUid)
      try {
        for (const sending of await this.#claim(agencyUid)) this.#begin(sending)
      } catch (error) {
        this.#ctx.log.error(
          error,
          'Could not claim messages to send. Check the database; it is retried',
        )
      }
    }
  }

  async #claim(agencyUid: string): Promise<ClaimedSending[]> {
    const claim = { worker: this.#uid, limit: hands - this.#running.size, perAgencyMax, leaseMs }
    return transaction(this.#ctx, (ctx: WorkContext) => claimSendings(ctx, agencyUid, claim))
  }

  #begin(sending: ClaimedSending): void {
    const { signal } = this.#stopping
    const done = performSending(this.#ctx, sending, { worker: this.#uid, sendMs, signal })
      .catch(error => {
        // It is due again when the lease has ended.
        const { agency_uid: agency, uid: sendingUid } = sending
        this.#ctx.log.error(
          { err: error, agency, sendingUid },
          'Could not finish sending a message. It is retried',
        )
      })
      .finally(() => {
        this.#running.delete(done)
        void this.#wakeAll([sending.agency_uid])
      })
    this.#running.add(done)
  }
}
