import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/monotonic-timestamp.ts'
import { deleteRows, lockRow, updateRow } from '../../../platform/db/rows.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { agencyOf, inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import {
  type AccessibleRow,
  limitedEmployeeRef,
  propertyAccess,
} from '../../access/partners/access-scope.sql.ts'
import { hasAssignedJobDuring } from '../../access/roles/assigned-jobs.sql.ts'
import type { PinCodeRow } from './pin-code.ts'

type DbContext = Pick<Context, 'db'>
type ObjectKey = Pick<PinCodeRow, 'agency_uid' | 'uid'>

/** Pin code with the time zone of its property and the caller's access. */
export type AccessiblePinCode = PinCodeRow & AccessibleRow & { time_zone: string }

/** Lists the pin codes of a property, of a lead, or of a lead at a property, newest first. */
export async function listPinCodes(
  ctx: Context,
  { propertyUid, leadUid }: { propertyUid: string | undefined; leadUid: string | undefined },
): Promise<AccessiblePinCode[]> {
  const propertyCondition =
    propertyUid === undefined ? sql`` : sql`and c.property_uid = ${propertyUid}`
  const leadCondition = leadUid === undefined ? sql`` : sql`and c.lead_uid = ${leadUid}`
  const { rows } =
    await sql<AccessiblePinCode>`${selectAccessible(ctx)} ${propertyCondition} ${leadCondition}
    order by c.created_at desc, c.uid desc`.execute(ctx.db)
  return rows.filter(({ access }) => access !== null)
}

/** Returns a pin code of the caller's agencies. Its `access` is null if the caller has none. */
export async function findPinCode(
  ctx: Context,
  uid: string,
): Promise<AccessiblePinCode | undefined> {
  const { rows } =
    await sql<AccessiblePinCode>`${selectAccessible(ctx)} and c.uid = ${uid}`.execute(ctx.db)
  return rows[0]
}

function selectAccessible({ caller }: Context): Sql {
  return sql`select c.*, p.time_zone, ${codeAccess(caller)} as access
    from pin_codes c
    join properties p on p.agency_uid = ${agencyOf(caller, 'c')} and p.uid = c.property_uid
      and p.deleted_at is null
    where ${inCallerTenant(caller, 'c')} and c.revoked_at is null`
}

/**
 * Returns SQL for the caller's access to a code. Service providers have it on the days of their
 * jobs.
 */
function codeAccess(caller: Context['caller']): Sql {
  const limitedCaller = limitedEmployeeRef(caller)
  if (!limitedCaller) return propertyAccess(caller, 'p')
  const codeTime = { property: sql`p.uid`, start: sql`c.start_local`, end: sql`c.end_local` }
  return sql`case when ${hasAssignedJobDuring(codeTime, limitedCaller)} then 'READ_WRITE' end`
}

/** Locks a pin code; undefined if it is deleted or revoked. */
export async function lockPinCode(
  { db }: DbContext,
  key: ObjectKey,
): Promise<PinCodeRow | undefined> {
  const pinCode = await lockRow({ db }, 'pin_codes', key)
  return pinCode?.revoked_at === null ? pinCode : undefined
}

/** Locks all pin codes of leads, including those that were revoked with them. */
export async function lockCodesOfLeads(
  { db }: DbContext,
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

/** Columns that decide whether a pin code has the same lock and a common time with another. */
export type CodeAtLock = Pick<
  PinCodeRow,
  'agency_uid' | 'uid' | 'property_uid' | 'unit_uid' | 'lock_name' | 'start_local' | 'end_local'
>

/** Returns the uid of another valid pin code with the same code at the same lock and time. */
export async function findEqualCode(
  { db }: DbContext,
  pinCode: CodeAtLock,
  fingerprints: Uint8Array[],
): Promise<string | undefined> {
  if (fingerprints.length === 0) return undefined
  const { rows } = await sql<{ uid: string }>`select c.uid from pin_codes c
    where c.agency_uid = ${pinCode.agency_uid} and c.property_uid = ${pinCode.property_uid}
      and c.code_fingerprint in (${sql.join(fingerprints)}) and c.uid <> ${pinCode.uid}
      and c.revoked_at is null
      and c.unit_uid is not distinct from ${pinCode.unit_uid}::uuid
      and coalesce(c.lock_name, '') = ${pinCode.lock_name ?? ''}
      and tsrange(c.start_local, c.end_local)
        && tsrange(${pinCode.start_local}::timestamp, ${pinCode.end_local}::timestamp)
    limit 1`.execute(db)
  return rows[0]?.uid
}

/** Returns the fingerprints that codes of the property already have, in hexadecimal. */
export async function listUsedFingerprints(
  { db }: DbContext,
  property: ObjectKey,
  fingerprints: Uint8Array[],
): Promise<Set<string>> {
  const { rows } = await sql<{ hex: string }>`
    select encode(c.code_fingerprint, 'hex') as hex from pin_codes c
    where c.agency_uid = ${property.agency_uid} and c.property_uid = ${property.uid}
      and c.code_fingerprint in (${sql.join(fingerprints)})`.execute(db)
  return new Set(rows.map(({ hex }) => hex))
}

export async function updatePinCode(
  ctx: Pick<Context, 'db' | 'clock'>,
  key: ObjectKey,
  changes: Partial<Omit<PinCodeRow, keyof ObjectKey>>,
): Promise<void> {
  await updateRow(ctx, 'pin_codes', key, { ...changes, updated_at: laterThan(ctx) })
}

export async function deletePinCodes(
  { db }: DbContext,
  agencyUid: string,
  uids: string[],
): Promise<void> {
  await deleteRows({ db }, 'pin_codes', { agency_uid: agencyUid, uid: uids })
}
