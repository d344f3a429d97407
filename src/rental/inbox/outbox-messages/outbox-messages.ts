import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { after, newestFirst, orderBy, type PageRequest } from '../../../platform/db/pagination.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import type { OutboxMessagesTable } from '../../tables.ts'

export type OutboxMessage = Selectable<OutboxMessagesTable>

export interface OutboxFilters {
  agencyUid: string
  leadUid?: string | undefined
}

/** Lists recorded messages of an agency, one more if another page follows. */
export async function listOutboxMessages(
  { db }: Context,
  filters: OutboxFilters,
  { limit, cursor }: PageRequest,
): Promise<(OutboxMessage & { updated_at: Date })[]> {
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(newestFirst, 'o', cursor.k)}`
  const { rows } = await sql<OutboxMessage & { updated_at: Date }>`
    select o.*, o.created_at as updated_at ${fromOutbox(filters)} ${afterKey}
    order by ${orderBy(newestFirst, 'o')} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}`.execute(db)
  return rows
}

export async function countOutboxMessages(
  { db }: Context,
  filters: OutboxFilters,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    ${fromOutbox(filters)}`.execute(db)
  return rows[0]!.count
}

function fromOutbox({ agencyUid, leadUid }: OutboxFilters): Sql {
  const leadFilter = leadUid === undefined ? sql`` : sql`and o.lead_uid = ${leadUid}`
  return sql`from outbox_messages o where o.agency_uid = ${agencyUid} ${leadFilter}`
}

/** Records an outgoing message. Does nothing if it is recorded already. */
export async function insertOutboxMessage(
  { db }: Pick<Context, 'db'>,
  message: Insertable<OutboxMessagesTable>,
): Promise<void> {
  await db
    .insertInto('outbox_messages')
    .values(message)
    .onConflict(conflict => conflict.columns(['agency_uid', 'uid']).doNothing())
    .execute()
}
