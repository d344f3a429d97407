import { randomUUID } from 'node:crypto'
import { fastify } from 'fastify'
import { readConfig } from '../../src/config.ts'
import type { Context } from '../../src/context.ts'
import { PendingEvents } from '../../src/pending-events/pending-events.ts'
import { recordEvent } from '../../src/pending-events/record-event.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { NotifyBatcher } from '../../src/platform/db/notify-batcher.ts'
import { transaction } from '../../src/platform/db/transaction.ts'
import { systemCaller } from '../../src/rental/access/agencies/caller.ts'
import { createAgency } from '../../src/rental/access/agencies/create-agency.ts'
import { writeEvents } from '../../src/rental/events/events/write-events.ts'
import { registerWebhook } from '../../src/rental/events/webhook-registration/register-webhook.ts'
import { openDatabase } from '../../src/server/database.ts'
import { openRuntime } from '../../src/server/runtime.ts'
import { workContext } from '../../src/server/start-workers.ts'
import type { Cleanup } from '../../test/support/temporary.ts'

/** Writer of events; as in production they are emitted in a transaction and written at its end. */
export interface EventWriter {
  /** Creates an agency with webhooks at each URL, which receive all events of leads. */
  createAgency(urls: string[]): Promise<string>
  /**
   * Writes events of different leads.
   *
   * @param properties number of properties as ordering keys; absent: each event has its own key
   */
  write(agencyUid: string, count: number, properties?: number): Promise<void>
  /** Writes one event in its own transaction. */
  writeOne(agencyUid: string): Promise<WrittenEvent>
}

interface WrittenEvent {
  uid: string
  /** Time of the database's commit response, in milliseconds since 1970. */
  committedAt: number
}

const eventsPerTransaction = 500

/** @param env settings of the process that delivers */
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
  const createContext = (agencyUid: string): Context => ({
    ...base,
    caller: systemCaller(agencyUid),
  })
  return {
    async createAgency(urls) {
      const settings = { name: 'Measured', currency: 'USD', timeZone: 'UTC' }
      const agencyUid = await createAgency(base, settings, systemClock.now())
      for (const url of urls) {
        await register(createContext(agencyUid), agencyUid, url, 'BOOKING_UPDATED')
        await register(createContext(agencyUid), agencyUid, url, 'PROPERTY_AVAILABILITY_UPDATED')
      }
      return agencyUid
    },
    async write(agencyUid, count, properties) {
      const propertyUids = Array.from({ length: properties ?? 1 }, () => randomUUID())
      for (let first = 0; first < count; first += eventsPerTransaction) {
        await transaction(createContext(agencyUid), async (ctx: Context) => {
          for (let i = first; i < Math.min(count, first + eventsPerTransaction); i++) {
            emitEvent(
              ctx,
              agencyUid,
              propertyUids[i % propertyUids.length]!,
              properties !== undefined,
            )
          }
        })
      }
    },
    writeOne: agencyUid => writeOne(createContext(agencyUid), batcher, agencyUid),
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
    returnsSecret: true,
  })
}

/** Emits an event: those of leads are ordered by lead, those of calendars by property. */
function emitEvent(
  ctx: Context,
  agencyUid: string,
  propertyUid: string,
  isOrderedByProperty: boolean,
) {
  recordEvent(ctx, {
    agencyUid,
    keys: { lead_uid: randomUUID(), property_uid: propertyUid },
    ...(isOrderedByProperty
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
      const { notifications } = await writeEvents(scope, agencyUid, events)
      written.uid = events[0]!.uid
      return { notifications }
    },
    committed() {},
    announce: (...args) => batcher.notify(...args),
  })
  await transaction({ ...ctx, pending }, async (ctx: Context) =>
    emitEvent(ctx, agencyUid, randomUUID(), false),
  )
  written.committedAt = performance.timeOrigin + performance.now()
  return written
}
