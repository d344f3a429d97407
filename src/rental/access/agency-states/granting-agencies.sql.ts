/** Agencies that a partner has access to, for the operator of the server. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'

export interface GrantingAgency {
  uid: string
  name: string
  disabledAt: Date | null
  grants: number
}

/** Lists the agencies that have granted a partner access, sorted by name. */
export async function listGrantingAgenciesUnscoped(
  { db }: Pick<Context, 'db'>,
  partnerUid: string,
): Promise<GrantingAgency[]> {
  const { rows } = await sql<GrantingAgency>`/* every tenant */
    select a.agency_uid as uid, a.name, a.disabled_at as "disabledAt", count(*)::int as grants
    from grants g join agencies a on a.agency_uid = g.agency_uid
    where g.partner_uid = ${partnerUid}
    group by a.agency_uid order by a.name, a.agency_uid`.execute(db)
  return rows
}
