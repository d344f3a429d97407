/** Agencies and the numbers of their rows, for the operator of the server. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'

type Db = Pick<Context, 'db'>

/** An agency in a list. */
export interface ListedAgency {
  uid: string
  name: string
  createdAt: Date
  /** Null: it is enabled. */
  disabledAt: Date | null
}

/** An agency with the numbers of its rows; deleted, revoked and inactive ones are not counted. */
interface AgencyOverview extends ListedAgency {
  currency: string
  timeZone: string
  properties: number
  leads: number
  employees: number
  keys: number
  /** Partners with a grant. */
  partners: number
  webhooks: number
}

const columns = sql`a.agency_uid as uid, a.name, a.created_at as "createdAt",
  a.disabled_at as "disabledAt"`

/** Lists all agencies of the server, sorted by name. */
export async function listServerAgenciesUnscoped({ db }: Db): Promise<ListedAgency[]> {
  const { rows } = await sql<ListedAgency>`/* every tenant */
    select ${columns} from agencies a order by a.name, a.agency_uid`.execute(db)
  return rows
}

/** Returns undefined for an unknown agency. */
export async function findAgencyOverview(
  { db }: Db,
  agencyUid: string,
): Promise<AgencyOverview | undefined> {
  const agency = sql`${agencyUid}::uuid`
  const count = (table: string, condition = sql`true`) => sql`(select count(*)::int
    from ${sql.table(table)} t where t.agency_uid = ${agency} and ${condition})`
  const { rows } = await sql<AgencyOverview>`select ${columns}, a.currency,
      a.time_zone as "timeZone",
      ${count('properties', sql`t.deleted_at is null`)} as properties,
      ${count('leads', sql`t.deleted_at is null`)} as leads,
      ${count('employees', sql`t.is_active`)} as employees,
      ${count('api_keys', sql`t.revoked_at is null`)} as keys,
      (select count(distinct t.partner_uid)::int from grants t
        where t.agency_uid = ${agency}) as partners,
      ${count('webhooks', sql`t.deleted_at is null`)} as webhooks
    from agencies a where a.agency_uid = ${agency}`.execute(db)
  return rows[0]
}
