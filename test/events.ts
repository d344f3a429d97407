/** Events that tests tell of themselves. */
import { transaction } from '../src/platform/db/transaction.ts'
import { systemCaller } from '../src/rental/agencies/caller.ts'
import { openOutbox } from '../src/rental/events/open-outbox.ts'
import { type NewEvent, recordEvent, type Telling } from '../src/rental/events/record-event.ts'
import type { TestServer } from './server.ts'

/** Commits events in one transaction, as another process does: this one is not woken. */
export async function tell(
  { database, clock }: Pick<TestServer, 'database' | 'clock'>,
  agencyUid: string,
  events: Omit<NewEvent, 'agencyUid'>[],
): Promise<void> {
  const caller = systemCaller(agencyUid)
  const outbox = openOutbox(clock)
  const base: Telling = { db: database.kysely, caller, clock, outbox, requestUid: null }
  await transaction(base, async (ctx: Telling) => {
    for (const event of events) recordEvent(ctx, { ...event, agencyUid })
  })
}
