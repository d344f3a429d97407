import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { MessageRow } from './message.ts'

type Sent = Pick<MessageRow, 'sender_kind' | 'sender_uid'>

/** Returns the names of employees and partners who sent messages, by uid; none to a partner. */
export async function listSenderNames(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  messages: readonly Sent[],
): Promise<ReadonlyMap<string, string>> {
  const known = messages.filter(({ sender_uid }) => sender_uid !== null)
  if (caller.kind !== 'agency' || known.length === 0) return new Map()
  const uids = [...new Set(known.map(({ sender_uid }) => sender_uid))]
  const { rows } = await sql<{ uid: string; name: string }>`
    select uid, btrim(first_name || ' ' || last_name) as name from employees
      where agency_uid = ${caller.agencyUid} and uid = any(${uids}::uuid[])
    union all
    select partner_uid, name from partners where partner_uid = any(${uids}::uuid[])`.execute(db)
  return new Map(rows.map(({ uid, name }) => [uid, name]))
}
