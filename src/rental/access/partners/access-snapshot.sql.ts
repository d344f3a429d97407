/**
 * Access snapshots of stored results, such as the reply of a write (contract/general.md §11) or an
 * export. A stored result may be returned again only while the partner can access everything in it.
 */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Caller, PartnerCaller } from '../agencies/caller.ts'
import { inCallerTenant } from '../agencies/tenant.sql.ts'
import { isHotelAccessible, isPropertyAccessible, joinCallerAccess } from './access-scope.sql.ts'

type ContextPart = Pick<Context, 'db'> & { caller: Caller | undefined }

/** Accessible properties, hotels and leads, and the leads with visible personal data. */
interface AccessSnapshot {
  reached: string[]
  personal: string[]
}

/**
 * Returns the access of the caller to all objects whose uids are in a value, as text to store with
 * it. Null for callers of the agency itself, which can access everything.
 */
export async function accessSnapshot(
  { db, caller }: ContextPart,
  value: unknown,
): Promise<string | null> {
  if (caller?.kind !== 'partner') return null
  return JSON.stringify(await findSnapshot({ db }, caller, extractUids(value)))
}

const uidPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const textCharactersMax = 8_192

/** Returns the uids in the texts of a value, without long texts, which are files and messages. */
function extractUids(value: unknown): string[] {
  const text = JSON.stringify(value, (_key, part) =>
    typeof part === 'string' && part.length > textCharactersMax ? null : part,
  )
  return [...new Set(text.toLowerCase().match(uidPattern))]
}

/**
 * Checks that the caller can still access everything in a stored snapshot.
 *
 * @throws ApiError ACCESS_DENIED
 */
export async function checkSnapshotAccess(
  { db, caller }: ContextPart,
  storedSnapshot: string,
): Promise<void> {
  if (caller?.kind !== 'partner') return
  const stored: AccessSnapshot = JSON.parse(storedSnapshot)
  const current = await findSnapshot({ db }, caller, stored.reached)
  const [accessibleUids, personalUids] = [new Set(current.reached), new Set(current.personal)]
  const seesAll =
    stored.reached.every(uid => accessibleUids.has(uid)) &&
    stored.personal.every(uid => personalUids.has(uid))
  if (!seesAll)
    throw new ApiError('ACCESS_DENIED', 'Access to the original response has been revoked')
}

async function findSnapshot(
  { db }: Pick<Context, 'db'>,
  caller: PartnerCaller,
  uids: string[],
): Promise<AccessSnapshot> {
  if (uids.length === 0) return { reached: [], personal: [] }
  const isRequested = (alias: string) =>
    sql`${inCallerTenant(caller, alias)} and ${sql.ref(`${alias}.uid`)} = any(${uids}::uuid[])`
  const { rows } = await sql<{ uid: string; personal: boolean }>`
    select p.uid, false as personal from properties p
    where ${isRequested('p')} and ${isPropertyAccessible(caller, 'p')}
    union all
    select h.uid, false from hotels h
    where ${isRequested('h')} and ${isHotelAccessible(caller, 'h')}
    union all
    select l.uid, reach.personal from leads l
    ${joinCallerAccess(caller, 'l')}
    where ${isRequested('l')}`.execute(db)
  const listUids = (objects: typeof rows) => objects.map(({ uid }) => uid)
  return { reached: listUids(rows), personal: listUids(rows.filter(({ personal }) => personal)) }
}
