import { type RawBuilder, sql } from 'kysely'

/** The channel on which workers are told, by the agency's uid, that deliveries are waiting. */
export const deliveriesChannel = 'lodgepole_deliveries'

/** The end of a statement with a part `queued`: tells workers of it at the commit. */
export function tellingWorkers(agencyUid: string): RawBuilder<unknown> {
  return sql`select pg_notify(${deliveriesChannel}, ${agencyUid}) from queued limit 1`
}
