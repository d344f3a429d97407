import { sql } from 'kysely'
import type { Context } from '../../../context.ts'

export interface EventTexts {
  payload: Record<string, unknown>
  changes: Record<string, unknown>
}

/** Rewrites the texts of events in the log. Returns the number of changed events. */
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
    const [before, after] = [event, rewrite(event)].map(({ payload, changes }) => [
      JSON.stringify(payload),
      JSON.stringify(changes),
    ])
    return before!.join() === after!.join() ? [] : [{ seq, payload: after![0], changes: after![1] }]
  })
  if (changed.length === 0) return 0
  await sql`update events e set payload = v.payload::json, changes = v.changes::jsonb
    from unnest(${changed.map(({ seq }) => seq)}::bigint[],
      ${changed.map(({ payload }) => payload)}::text[],
      ${changed.map(({ changes }) => changes)}::text[]) as v (seq, payload, changes)
    where e.agency_uid = ${agencyUid} and e.seq = v.seq`.execute(db)
  return changed.length
}
