import { randomUUID } from 'node:crypto'
import { fastify } from 'fastify'
import { readConfig } from '../../src/config.ts'
import type { Context } from '../../src/context.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { NotifyBatcher } from '../../src/platform/db/notify-batcher.ts'
import { transaction } from '../../src/platform/db/transaction.ts'
import { openDatabase } from '../../src/process/database.ts'
import { openRuntime } from '../../src/process/runtime.ts'
import { workContext } from '../../src/process/start-work.ts'
import { systemCaller } from '../../src/rental/access/agencies/caller.ts'
import { createAgency } from '../../src/rental/access/agencies/create-agency.ts'
import { PendingEvents } from '../../src/rental/events/events/pending-events.ts'
import { recordEvent } from '../../src/rental/events/events/record-event.ts'
import { writeEvents } from '../../src/rental/events/events/write-events.ts'
import { registerWebhook } from '../../src/rental/events/webhook-registration/register-webhook.ts'
import type { Cleanup } from '../../test/support/temporary.ts'

/** Writes events as acts do: told within a transaction, written at its end. */
export interface EventWriter {
  /** Makes an agency with a webhook per URL, to each of which every event of a lead goes. */
  createAgency(urls: string[]): Promise<string>
  /**
   * Writes events of different leads.
   *
   * @param properties their ordering keys are so many properties; none: each is a key of its own
   */
  write(agencyUid: string, count: number, properties?: number): Promise<void>
  /** Writes one event in a transaction of its own. */
  writeOne(agencyUid: string): Promise<WrittenEvent>
}

interface WrittenEvent {
  uid: string
  /** When the database had said that it is committed, in milliseconds since 1970. */
  committedAt: number
}

const eventsPerTransaction = 500

/** @param env the settings of the process that delivers */
export async function openEventWriter(
  cleanup: Cleanup,
  env: NodeJS.ProcessEnv,
): Promise<EventWriter> {
  const config = readConfig({ ...env, RUN_WORKER: 'false' })
  const database = await openDatabase(config)
  cleanup.add(() => database.close())
  const services = await openRuntime(config, database, systemClock)
  cleanup.add(() => services.tasks.stop())
  const batcher = new NotifyBatcher(database.run)
  const base = workContext(services, fastify().log)
  const ctxOf = (agencyUid: string): Context => ({ ...base, caller: systemCaller(agencyUid) })
  return {
    async createAgency(urls) {
      const named = { name: 'Measured', currency: 'USD', timeZone: 'UTC' }
      const agencyUid = await createAgency(base, named, systemClock.now())
      for (const url of urls) {
        await register(ctxOf(agencyUid), agencyUid, url, 'BOOKING_UPDATED')
        await register(ctxOf(agencyUid), agencyUid, url, 'PROPERTY_AVAILABILITY_UPDATED')
      }
      return agencyUid
    },
    async write(agencyUid, count, properties) {
      const propertyUids = Array.from({ length: properties ?? 1 }, () => randomUUID())
      for (let first = 0; first < count; first += eventsPerTransaction) {
        await transaction(ctxOf(agencyUid), async (ctx: Context) => {
          for (let i = first; i < Math.min(count, first + eventsPerTransaction); i++) {
            tell(ctx, agencyUid, propertyUids[i % propertyUids.length]!, properties !== undefined)
          }
        })
      }
    },
    writeOne: agencyUid => writeOne(ctxOf(agencyUid), batcher, agencyUid),
  }
}

async function register(
  ctx: Context,
  agencyUid: string,
  url: string,
  eventType: 'BOOKING_UPDATED' | 'PROPERTY_AVAILABILITY_UPDATED',
): Promise<void> {
  const owner = { agencyUid, partnerUid: null }
  const registrant = { owner, creatorIdentifier: 'bench', objectUid: agencyUid }
  await registerWebhook(ctx, registrant, {
    eventType,
    webhookType: 'POST_JSON',
    callbackUrl: url,
    payloadFormat: 'COMPATIBLE',
    description: null,
    version: '3.3',
    showsSecret: true,
  })
}

/** A lead's events go in the lead's order, those of calendars in the property's. */
function tell(ctx: Context, agencyUid: string, propertyUid: string, inPropertysOrder: boolean) {
  recordEvent(ctx, {
    agencyUid,
    keys: { lead_uid: randomUUID(), property_uid: propertyUid },
    ...(inPropertysOrder
      ? { type: 'PROPERTY_AVAILABILITY_UPDATED', cause: 'BOOKING_UPDATED' }
      : { type: 'BOOKING_UPDATED', changes: { adultCount: [2, 3] } }),
  })
}

async function writeOne(
  ctx: Context,
  batcher: NotifyBatcher,
  agencyUid: string,
): Promise<WrittenEvent> {
  const written = { uid: '', committedAt: 0 }
  const pending = new PendingEvents({
    clock: ctx.clock,
    async write(scope, agencyUid, events) {
      const { told } = await writeEvents(scope, agencyUid, events)
      written.uid = events[0]!.uid
      return { told }
    },
    committed() {},
    announce: (...told) => batcher.notify(...told),
  })
  await transaction({ ...ctx, pending }, async (ctx: Context) =>
    tell(ctx, agencyUid, randomUUID(), false),
  )
  written.committedAt = performance.timeOrigin + performance.now()
  return written
}
