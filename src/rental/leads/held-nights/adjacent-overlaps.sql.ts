import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { LeadRow } from '../leads/lead.ts'

/** Stay of another lead with check-out or check-in on the same day in the same unit. */
export interface AdjacentOverlap {
  uid: string
  check_in_local: string
  check_out_local: string
}

/** Maximum number of overlaps, each of which is a warning. */
const overlapsMax = 5

/**
 * Returns stays of other leads in the same units that overlap by time of day at check-in or
 * check-out, at most `overlapsMax`. Both stays can be stored, because occupancies only have days
 * (contract/leads.md §6).
 */
export async function listAdjacentOverlaps(
  { db }: Pick<Context, 'db'>,
  { agency_uid: agency, uid, check_in_local: from, check_out_local: to }: LeadRow,
): Promise<AdjacentOverlap[]> {
  const nearDays = sql`daterange(${from}::timestamp::date - 1, ${to}::timestamp::date + 1)`
  const { rows } = await sql<AdjacentOverlap>`select l.uid, l.check_in_local::text,
      l.check_out_local::text
    from leads l
    where l.agency_uid = ${agency} and l.type <> 'BLOCK' and l.uid in (
        select other.lead_uid from occupancies own
        join occupancies other on other.agency_uid = ${agency} and other.unit_uid = own.unit_uid
        where own.agency_uid = ${agency} and own.lead_uid = ${uid} and other.lead_uid <> ${uid}
          and other.occupied && ${nearDays})
      and (l.check_in_local::date = ${to}::timestamp::date and l.check_in_local < ${to}::timestamp
        or l.check_out_local::date = ${from}::timestamp::date
          and l.check_out_local > ${from}::timestamp)
    order by l.check_in_local, l.uid limit ${sql.lit(overlapsMax)}`.execute(db)
  return rows
}
