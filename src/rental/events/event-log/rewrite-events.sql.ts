import { sql } from 'kysely'
import type { Context } from '../../../context.ts'

/** What events tell. */
export interface EventTexts {
  payload: Record<string, unknown>
  changes: Record<string, unknown>
}

/** Tells by events of the log something else than they did; says how many changed. */
export async function rewriteEvents(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  seqs: (string | number)[],
  rewrite: (event: EventTexts) => EventTexts,
): Promise<number> {
  const { rows } = await sql<EventTexts & { seq: number }>`select seq, payload, changes from events
    where agency_uid = ${agencyUid} and seq = any(${seqs}::bigint[]) order by seq
    for no key update`.execute(db)
  const changed = rows.flatMap(({ seq, ...event }) => {
    const [was, is] = [event, rewrite(event)].map(({ payload, changes }) => [
      JSON.stringify(payload),
      JSON.stringify(changes),
    ])
    return was!.join() === is!.join() ? [] : [{ seq, payload: is![0], changes: is![1] }]
  })
  if (changed.length === 0) return 0
  await sql`update events e set payload = v.payload::json, changes = v.changes::jsonb
    from unnest(${changed.map(({ seq }) => seq)}::bigint[],
      ${changed.map(({ payload }) => payload)}::text[],
      ${changed.map(({ changes }) => changes)}::text[]) as v (seq, payload, changes)
    where e.agency_uid = ${agencyUid} and e.seq = v.seq`.execute(db)
  return changed.length
}
