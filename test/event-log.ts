/** The log of events as tests look at it. */
import type { TestServer } from './server.ts'

/** The events of an agency in their order. */
export function logOf({ database }: TestServer, agencyUid: string) {
  return database.kysely
    .selectFrom('events')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .orderBy('seq')
    .execute()
}

export type LoggedEvent = Awaited<ReturnType<typeof logOf>>[number]

/** Their types, with causes: `PROPERTY_AVAILABILITY_UPDATED (NEW_HOLD)`. */
export function told(events: Pick<LoggedEvent, 'type' | 'cause'>[]): string[] {
  return events.map(({ type, cause }) => (cause === null ? type : `${type} (${cause})`))
}

/** A calendar that changed. */
export const changed = (cause: string) => `PROPERTY_AVAILABILITY_UPDATED (${cause})`
