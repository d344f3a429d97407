/**
 * What of a partner's reach something shows that is kept to be shown again, such as the reply of a
 * write (contract/general.md §11) or an export: it may be shown while the partner sees all of that.
 */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Caller, PartnerCaller } from '../agencies/caller.ts'
import { ofCaller } from '../agencies/tenant.sql.ts'
import { isHotelReached, isReached, joinReachOf } from './reach.sql.ts'

type ContextPart = Pick<Context, 'db'> & { caller: Caller | undefined }

/** Properties, hotels and leads that a partner sees, and those leads with personal data. */
interface Extent {
  reached: string[]
  personal: string[]
}

/**
 * What the caller sees of all that a value names by uids, as a text to be kept with it; null for
 * callers from whom nothing of their agency is hidden.
 */
export async function extentOf(
  { db, caller }: ContextPart,
  value: unknown,
): Promise<string | null> {
  if (caller?.kind !== 'partner') return null
  return JSON.stringify(await findExtent({ db }, caller, uidsIn(value)))
}

const uidPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const textMax = 8_192

/** The uids in all texts of a value but long ones, which are files and messages. */
function uidsIn(value: unknown): string[] {
  const text = JSON.stringify(value, (_key, part) =>
    typeof part === 'string' && part.length > textMax ? null : part,
  )
  return [...new Set(text.toLowerCase().match(uidPattern))]
}

/** @throws ApiError ACCESS_DENIED when the caller sees less by now than is kept */
export async function checkExtent({ db, caller }: ContextPart, kept: string): Promise<void> {
  if (caller?.kind !== 'partner') return
  const was: Extent = JSON.parse(kept)
  const is = await findExtent({ db }, caller, was.reached)
  const [reached, personal] = [new Set(is.reached), new Set(is.personal)]
  const seesAll =
    was.reached.every(uid => reached.has(uid)) && was.personal.every(uid => personal.has(uid))
  if (!seesAll)
    throw new ApiError('ACCESS_DENIED', 'Access to the original response has been revoked')
}

async function findExtent(
  { db }: Pick<Context, 'db'>,
  caller: PartnerCaller,
  uids: string[],
): Promise<Extent> {
  if (uids.length === 0) return { reached: [], personal: [] }
  const among = (alias: string) =>
    sql`${ofCaller(caller, alias)} and ${sql.ref(`${alias}.uid`)} = any(${uids}::uuid[])`
  const { rows } = await sql<{ uid: string; personal: boolean }>`
    select p.uid, false as personal from properties p
    where ${among('p')} and ${isReached(caller, 'p')}
    union all
    select h.uid, false from hotels h where ${among('h')} and ${isHotelReached(caller, 'h')}
    union all
    select l.uid, reach.personal from leads l
    ${joinReachOf(caller, 'l')}
    where ${among('l')}`.execute(db)
  const uidsOf = (found: typeof rows) => found.map(({ uid }) => uid)
  return { reached: uidsOf(rows), personal: uidsOf(rows.filter(({ personal }) => personal)) }
}
