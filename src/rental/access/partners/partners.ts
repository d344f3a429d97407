import type { Insertable, Updateable } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Run } from '../../../platform/db/statements.ts'
import { asUid } from '../../../platform/uid.ts'
import type { PartnersTable } from '../../tables.ts'
import { hashSecret } from '../agencies/api-keys.sql.ts'
import { isClientId, type Partner } from './partner.ts'

type DbContext = Pick<Context, 'db'>

/** Returns the partner with a client id and one of its active secrets. */
export async function findClient(
  run: Run,
  clientId: string,
  secret: string,
): Promise<{ partnerUid: string; limitPerHour: number | null } | null> {
  if (!isClientId(clientId)) return null
  const [row] = await run(findClientStatement, [clientId, hashSecret(secret)])
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

/** Returns the channel of a partner, null for an integration. */
export async function findPartnerChannel(
  { db }: DbContext,
  partnerUid: string,
): Promise<string | null> {
  const partner = await db
    .selectFrom('partners')
    .select('channel')
    .where('partner_uid', '=', partnerUid)
    .executeTakeFirst()
  return partner?.channel ?? null
}

/** Lists all partners, sorted by name. */
export async function listPartners({ db }: DbContext): Promise<Partner[]> {
  return db.selectFrom('partners').selectAll().orderBy('name').orderBy('partner_uid').execute()
}

/** Lists partners, sorted by name. */
export async function listPartnersByUid({ db }: DbContext, uids: string[]): Promise<Partner[]> {
  if (uids.length === 0) return []
  return db
    .selectFrom('partners')
    .selectAll()
    .where('partner_uid', 'in', uids)
    .orderBy('name')
    .orderBy('partner_uid')
    .execute()
}

/** Finds a partner by its uid or client id. */
export async function findPartner(
  { db }: DbContext,
  uidOrClientId: string,
): Promise<Partner | undefined> {
  const uid = asUid(uidOrClientId)
  if (uid === null && !isClientId(uidOrClientId)) return undefined
  return db
    .selectFrom('partners')
    .selectAll()
    .where(by => (uid === null ? by('client_id', '=', uidOrClientId) : by('partner_uid', '=', uid)))
    .executeTakeFirst()
}

/** Locks a partner until the transaction ends. */
export async function lockPartner({ db }: DbContext, partnerUid: string): Promise<Partner> {
  return db
    .selectFrom('partners')
    .selectAll()
    .where('partner_uid', '=', partnerUid)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function insertPartner(
  { db }: DbContext,
  partner: Insertable<PartnersTable>,
): Promise<void> {
  await db.insertInto('partners').values(partner).execute()
}

export async function updatePartner(
  { db }: DbContext,
  partnerUid: string,
  changes: Updateable<PartnersTable>,
): Promise<void> {
  await db.updateTable('partners').set(changes).where('partner_uid', '=', partnerUid).execute()
}

/** Lists the active secrets of a partner without their values, oldest first. */
export async function listSecrets({ db }: DbContext, partnerUid: string) {
  return db
    .selectFrom('partner_secrets')
    .select(['uid', 'created_at'])
    .where('partner_uid', '=', partnerUid)
    .orderBy('created_at')
    .orderBy('uid')
    .execute()
}

export async function insertSecret(
  { db }: DbContext,
  partnerUid: string,
  secret: { uid: string; secret: string; now: Date },
): Promise<void> {
  const { uid, now: created_at } = secret
  await db
    .insertInto('partner_secrets')
    .values({ partner_uid: partnerUid, secret_hash: hashSecret(secret.secret), uid, created_at })
    .execute()
}

/**
 * Deletes a client secret. The next request with it is rejected.
 *
 * @returns whether it existed
 */
export async function deleteSecret({ db }: DbContext, uid: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('partner_secrets')
    .where('uid', '=', uid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
