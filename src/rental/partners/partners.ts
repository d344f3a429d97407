import type { Insertable } from 'kysely'
import type { Context } from '../../context.ts'
import type { Run } from '../../platform/db/database.ts'
import { hashOf } from '../agencies/credentials.ts'
import type { GrantsTable } from '../tables.ts'

/** Stores a partner's grant on a property or hotel. */
export async function insertGrant(
  { db }: Pick<Context, 'db'>,
  grant: Insertable<GrantsTable>,
): Promise<void> {
  await db.insertInto('grants').values(grant).execute()
}

/** The agencies that granted a partner something. */
export async function findGrantedAgencies(run: Run, partnerUid: string): Promise<string[]> {
  const rows = await run(grantedAgencies, [partnerUid])
  return rows.map(([agencyUid]) => agencyUid as string)
}

const grantedAgencies = {
  name: 'granted_agencies',
  text: 'select distinct agency_uid from grants where partner_uid = $1 order by agency_uid',
}

/** The partner of a client id, if the secret is one of its live ones. */
export async function findClient(
  run: Run,
  clientId: string,
  secret: string,
): Promise<{ partnerUid: string; limitPerHour: number | null } | null> {
  const [row] = await run(findClientStatement, [clientId, hashOf(secret)])
  if (!row) return null
  const [partnerUid, limitPerHour] = row as [string, number | null]
  return { partnerUid, limitPerHour }
}

const findClientStatement = {
  name: 'find_client',
  text: `
    select p.partner_uid, p.rate_limit_per_hour
    from partners p join partner_secrets s on s.partner_uid = p.partner_uid
    where p.client_id = $1 and s.secret_hash = $2`,
}

/** The channel that a partner is, or null for an integration. */
export async function findPartnerChannel(
  { db }: Pick<Context, 'db'>,
  partnerUid: string,
): Promise<string | null> {
  const partner = await db
    .selectFrom('partners')
    .select('channel')
    .where('partner_uid', '=', partnerUid)
    .executeTakeFirst()
  return partner?.channel ?? null
}
