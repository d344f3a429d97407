import type { Insertable, Updateable } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Run } from '../../../platform/db/database.ts'
import { asUid } from '../../../platform/uid.ts'
import type { PartnersTable } from '../../tables.ts'
import { hashOf } from '../agencies/api-keys.sql.ts'
import { isClientId, type Partner } from './partner.ts'

type Db = Pick<Context, 'db'>

/** The partner of a client id, if the secret is one of its live ones. */
export async function findClient(
  run: Run,
  clientId: string,
  secret: string,
): Promise<{ partnerUid: string; limitPerHour: number | null } | null> {
  if (!isClientId(clientId)) return null
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
export async function findPartnerChannel({ db }: Db, partnerUid: string): Promise<string | null> {
  const partner = await db
    .selectFrom('partners')
    .select('channel')
    .where('partner_uid', '=', partnerUid)
    .executeTakeFirst()
  return partner?.channel ?? null
}

/** All partners, by name. */
export async function listPartners({ db }: Db): Promise<Partner[]> {
  return db.selectFrom('partners').selectAll().orderBy('name').orderBy('partner_uid').execute()
}

/** Some partners, by name. */
export async function listPartnersByUid({ db }: Db, uids: string[]): Promise<Partner[]> {
  if (uids.length === 0) return []
  return db
    .selectFrom('partners')
    .selectAll()
    .where('partner_uid', 'in', uids)
    .orderBy('name')
    .orderBy('partner_uid')
    .execute()
}

/** A partner by its uid or its client id. */
export async function findPartner({ db }: Db, name: string): Promise<Partner | undefined> {
  const uid = asUid(name)
  if (uid === null && !isClientId(name)) return undefined
  return db
    .selectFrom('partners')
    .selectAll()
    .where(by => (uid === null ? by('client_id', '=', name) : by('partner_uid', '=', uid)))
    .executeTakeFirst()
}

/** Reads a partner afresh and locks its row until the transaction ends. */
export async function lockPartner({ db }: Db, partnerUid: string): Promise<Partner> {
  return db
    .selectFrom('partners')
    .selectAll()
    .where('partner_uid', '=', partnerUid)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Stores a partner. */
export async function insertPartner({ db }: Db, partner: Insertable<PartnersTable>): Promise<void> {
  await db.insertInto('partners').values(partner).execute()
}

/** Writes changed columns of a partner. */
export async function updatePartner(
  { db }: Db,
  partnerUid: string,
  changes: Updateable<PartnersTable>,
): Promise<void> {
  await db.updateTable('partners').set(changes).where('partner_uid', '=', partnerUid).execute()
}

/** A partner's live secrets, oldest first, without anything to sign in with. */
export async function listSecrets({ db }: Db, partnerUid: string) {
  return db
    .selectFrom('partner_secrets')
    .select(['uid', 'created_at'])
    .where('partner_uid', '=', partnerUid)
    .orderBy('created_at')
    .orderBy('uid')
    .execute()
}

/** Stores the hash of a secret. */
export async function insertSecret(
  { db }: Db,
  partnerUid: string,
  secret: { uid: string; secret: string; now: Date },
): Promise<void> {
  const { uid, now: created_at } = secret
  await db
    .insertInto('partner_secrets')
    .values({ partner_uid: partnerUid, secret_hash: hashOf(secret.secret), uid, created_at })
    .execute()
}

/** Takes effect on the next request. @returns whether there was such a secret */
export async function deleteSecret({ db }: Db, uid: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('partner_secrets')
    .where('uid', '=', uid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
