import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { LeadRow } from '../leads/lead.ts'

/** A stay that ends or begins at a unit on a day on which a lead begins or ends there. */
export interface TouchingStay {
  uid: string
  check_in_local: string
  check_out_local: string
}

/**
 * Stays of others at the units of a lead that are still in them when it checks in, or already when
 * it checks out. The calendar knows days only, so that both are stored (contract/leads.md §6).
 */
export async function listTouchingStays(
  { db }: Pick<Context, 'db'>,
  { agency_uid: agency, uid, check_in_local: from, check_out_local: to }: LeadRow,
): Promise<TouchingStay[]> {
  const near = sql`daterange(${from}::timestamp::date - 1, ${to}::timestamp::date + 1)`
  const { rows } = await sql<TouchingStay>`select l.uid, l.check_in_local::text,
      l.check_out_local::text
    from leads l
    where l.agency_uid = ${agency} and l.type <> 'BLOCK' and l.uid in (
        select other.lead_uid from occupancies own
        join occupancies other on other.agency_uid = ${agency} and other.unit_uid = own.unit_uid
        where own.agency_uid = ${agency} and own.lead_uid = ${uid} and other.lead_uid <> ${uid}
          and other.occupied && ${near})
      and (l.check_in_local::date = ${to}::timestamp::date and l.check_in_local < ${to}::timestamp
        or l.check_out_local::date = ${from}::timestamp::date
          and l.check_out_local > ${from}::timestamp)
    order by l.check_in_local, l.uid limit 5`.execute(db)
  return rows
}
