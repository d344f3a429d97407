import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/later-than.ts'
import { deleteRows, lockRow, updateRow } from '../../../platform/db/rows.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { agencyOf, ofCaller } from '../../access/agencies/tenant.sql.ts'
import { limitedTo, propertyAccess, type Reached } from '../../access/partners/reach.sql.ts'
import { hasOwnJobDuring } from '../../access/roles/own-jobs.sql.ts'
import type { PinCodeRow } from './pin-code.ts'

type Db = Pick<Context, 'db'>
type Key = Pick<PinCodeRow, 'agency_uid' | 'uid'>

/** A pin code within reach, the zone of its property, and what the caller may do there. */
export type ReachedPinCode = PinCodeRow & Reached & { time_zone: string }

/** The pin codes of a property, of a lead, or of a lead at a property, newest first. */
export async function listPinCodes(
  ctx: Context,
  { propertyUid, leadUid }: { propertyUid: string | undefined; leadUid: string | undefined },
): Promise<ReachedPinCode[]> {
  const ofProperty = propertyUid === undefined ? sql`` : sql`and c.property_uid = ${propertyUid}`
  const ofLead = leadUid === undefined ? sql`` : sql`and c.lead_uid = ${leadUid}`
  const { rows } = await sql<ReachedPinCode>`${selectReached(ctx)} ${ofProperty} ${ofLead}
    order by c.created_at desc, c.uid desc`.execute(ctx.db)
  return rows.filter(({ access }) => access !== null)
}

/** A pin code of an agency of the caller's, whose `access` says whether it is within reach. */
export async function findPinCode(ctx: Context, uid: string): Promise<ReachedPinCode | undefined> {
  const { rows } = await sql<ReachedPinCode>`${selectReached(ctx)} and c.uid = ${uid}`.execute(
    ctx.db,
  )
  return rows[0]
}

function selectReached({ caller }: Context): Sql {
  return sql`select c.*, p.time_zone, ${codeAccess(caller)} as access
    from pin_codes c
    join properties p on p.agency_uid = ${agencyOf(caller, 'c')} and p.uid = c.property_uid
      and p.deleted_at is null
    where ${ofCaller(caller, 'c')} and c.revoked_at is null`
}

/** Who comes to a job is shown what opens the lock on its days. */
function codeAccess(caller: Context['caller']): Sql {
  const limited = limitedTo(caller)
  if (!limited) return propertyAccess(caller, 'p')
  const during = { property: sql`p.uid`, start: sql`c.start_local`, end: sql`c.end_local` }
  return sql`case when ${hasOwnJobDuring(during, limited)} then 'READ_WRITE' end`
}

/** Locks a pin code that opens its lock until the transaction ends, and returns it. */
export async function lockPinCode({ db }: Db, key: Key): Promise<PinCodeRow | undefined> {
  const code = await lockRow({ db }, 'pin_codes', key)
  return code?.revoked_at === null ? code : undefined
}

/** Locks all PIN codes of some leads, those that were revoked with them among them. */
export async function lockCodesOfLeads(
  { db }: Db,
  agencyUid: string,
  leadUids: string[],
): Promise<PinCodeRow[]> {
  return db
    .selectFrom('pin_codes')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .where('lead_uid', '=', sql<string>`any(${leadUids}::uuid[])`)
    .orderBy('uid')
    .forUpdate()
    .execute()
}

/** What tells whether two equal codes meet at one lock. */
export type LockedTime = Pick<
  PinCodeRow,
  'agency_uid' | 'uid' | 'property_uid' | 'unit_uid' | 'lock_name' | 'start_local' | 'end_local'
>

/** Returns the uid of another live pin code with an equal code for the lock at the same time. */
export async function findEqual(
  { db }: Db,
  code: LockedTime,
  fingerprints: Uint8Array[],
): Promise<string | undefined> {
  if (fingerprints.length === 0) return undefined
  const { rows } = await sql<{ uid: string }>`select c.uid from pin_codes c
    where c.agency_uid = ${code.agency_uid} and c.property_uid = ${code.property_uid}
      and c.code_fingerprint in (${sql.join(fingerprints)}) and c.uid <> ${code.uid}
      and c.revoked_at is null
      and c.unit_uid is not distinct from ${code.unit_uid}::uuid
      and coalesce(c.lock_name, '') = ${code.lock_name ?? ''}
      and tsrange(c.start_local, c.end_local)
        && tsrange(${code.start_local}::timestamp, ${code.end_local}::timestamp)
    limit 1`.execute(db)
  return rows[0]?.uid
}

/** Which of some fingerprints are taken by codes of a property, in hexadecimal. */
export async function listTaken(
  { db }: Db,
  property: Key,
  fingerprints: Uint8Array[],
): Promise<Set<string>> {
  const { rows } = await sql<{ hex: string }>`
    select encode(c.code_fingerprint, 'hex') as hex from pin_codes c
    where c.agency_uid = ${property.agency_uid} and c.property_uid = ${property.uid}
      and c.code_fingerprint in (${sql.join(fingerprints)})`.execute(db)
  return new Set(rows.map(({ hex }) => hex))
}

/** Writes changed columns of a pin code. */
export async function updatePinCode(
  ctx: Pick<Context, 'db' | 'clock'>,
  key: Key,
  changes: Partial<Omit<PinCodeRow, keyof Key>>,
): Promise<void> {
  await updateRow(ctx, 'pin_codes', key, { ...changes, updated_at: laterThan(ctx) })
}

/** Forgets pin codes of an agency. */
export async function deletePinCodes({ db }: Db, agencyUid: string, uids: string[]): Promise<void> {
  await deleteRows({ db }, 'pin_codes', { agency_uid: agencyUid, uid: uids })
}
