import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/later-than.ts'
import { updateRowOrThrow } from '../../../platform/db/rows.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { agencyOf, ofCaller } from '../../access/agencies/tenant.sql.ts'
import { isReached } from '../../access/partners/reach.sql.ts'
import { isPart } from '../property-query/folded-text.sql.ts'
import type { Owner, OwnerColumns } from './owner.ts'

export interface OwnerFilters {
  agencyUid?: string | undefined
  /** Whoever owns this property. */
  propertyUid?: string | undefined
  /** A part of name, business name or e-mail address, in any case. */
  query?: string | undefined
}

/** The owners within reach that pass the filters, by last name, first name, uid. */
export async function listOwners(ctx: Context, filters: OwnerFilters): Promise<Owner[]> {
  const { rows } = await sql<Owner>`select o.* ${fromReached(ctx.caller)}
    ${whereFilters(ctx.caller, filters)}
    order by o.last_name, o.first_name, o.uid`.execute(ctx.db)
  return rows
}

/**
 * The owner that a uid of a request names, within reach and not deleted; wherever it stands, an
 * unknown one is not found.
 *
 * @throws ApiError OWNER_NOT_FOUND
 */
export async function reachedOwner(ctx: Context, text: string): Promise<Owner> {
  const owner = await findOwner(ctx, text)
  if (!owner) throw notFound('OWNER_NOT_FOUND', text)
  return owner
}

/** Finds an owner that the caller is authorized for. */
export async function findOwner(ctx: Context, text: string): Promise<Owner | undefined> {
  const uid = asUid(text)
  if (uid === null) return undefined
  const { rows } = await sql<Owner>`select o.* ${fromReached(ctx.caller)}
    and o.uid = ${uid}`.execute(ctx.db)
  return rows[0]
}

function fromReached(caller: Caller): Sql {
  return sql`from owners o
    where ${ofCaller(caller, 'o')} and o.deleted_at is null and ${isOwnerReached(caller)}`
}

/** Partners see who owns a property that was granted to them. */
function isOwnerReached(caller: Caller): Sql {
  if (caller.kind !== 'partner') return sql`true`
  const agency = agencyOf(caller, 'o')
  return sql`exists (select 1 from property_ownerships w
    join properties p on p.agency_uid = ${agency} and p.uid = w.property_uid
    where w.agency_uid = ${agency} and w.owner_uid = o.uid
    and p.deleted_at is null and ${isReached(caller, 'p')})`
}

function whereFilters(caller: Caller, { agencyUid, propertyUid, query }: OwnerFilters): Sql {
  const part = sql`${query ?? null}::text`
  const name = sql`concat_ws(' ', o.first_name, o.last_name, o.first_name)`
  return sql`
    ${agencyUid === undefined ? sql`` : sql`and o.agency_uid = ${agencyUid}`}
    ${propertyUid === undefined ? sql`` : sql`and ${isOwnerOf(caller, propertyUid)}`}
    ${
      query === undefined
        ? sql``
        : sql`and (${isPart(part, name)} or ${isPart(part, sql`o.business_name`)}
            or ${isPart(part, sql`o.email`)})`
    }`
}

function isOwnerOf(caller: Caller, propertyUid: string): Sql {
  return sql`exists (select 1 from property_ownerships w
    where w.agency_uid = ${agencyOf(caller, 'o')} and w.owner_uid = o.uid
      and w.property_uid = ${propertyUid})`
}

/** Locks an owner, so that it is neither changed nor deleted meanwhile; undefined when gone. */
export async function lockOwner(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<Owner, 'agency_uid' | 'uid'>,
): Promise<Owner | undefined> {
  return db
    .selectFrom('owners')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The uid of the agency's owner of an e-mail address, in any case. */
export async function findOwnerByEmail(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  email: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('owners')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.uid
}

/** Writes an owner's changed columns and gives the row as it is then. */
export async function updateOwner(
  ctx: Context,
  owner: Pick<Owner, 'agency_uid' | 'uid'>,
  changes: OwnerColumns & { deleted_at?: Date },
): Promise<Owner> {
  return updateRowOrThrow(ctx, 'owners', owner, { ...changes, updated_at: laterThan(ctx) })
}
