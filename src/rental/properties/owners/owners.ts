import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/monotonic-timestamp.ts'
import { updateRowOrThrow } from '../../../platform/db/rows.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { agencyOf, inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import { isPropertyAccessible } from '../../access/partners/access-scope.sql.ts'
import { containsFolded } from '../property-query/folded-text.sql.ts'
import type { Owner, OwnerColumns } from './owner.ts'

export interface OwnerFilters {
  agencyUid?: string | undefined
  propertyUid?: string | undefined
  /** Substring of name, business name or email address, ignoring case. */
  query?: string | undefined
}

/** Lists the accessible owners that match the filters, by last name, first name, uid. */
export async function listOwners(ctx: Context, filters: OwnerFilters): Promise<Owner[]> {
  const { rows } = await sql<Owner>`select o.* ${fromAccessible(ctx.caller)}
    ${whereFilters(ctx.caller, filters)}
    order by o.last_name, o.first_name, o.uid`.execute(ctx.db)
  return rows
}

/**
 * Returns the owner with this uid if the caller may access it and it is not deleted. Throws
 * OWNER_NOT_FOUND also for a uid in a query or body.
 *
 * @throws ApiError OWNER_NOT_FOUND
 */
export async function requireOwner(ctx: Context, uidText: string): Promise<Owner> {
  const owner = await findOwner(ctx, uidText)
  if (!owner) throw notFound('OWNER_NOT_FOUND', uidText)
  return owner
}

export async function findOwner(ctx: Context, uidText: string): Promise<Owner | undefined> {
  const uid = asUid(uidText)
  if (uid === null) return undefined
  const { rows } = await sql<Owner>`select o.* ${fromAccessible(ctx.caller)}
    and o.uid = ${uid}`.execute(ctx.db)
  return rows[0]
}

function fromAccessible(caller: Caller): Sql {
  return sql`from owners o
    where ${inCallerTenant(caller, 'o')} and o.deleted_at is null and ${isOwnerAccessible(caller)}`
}

/** Restricts partners to the owners of properties that were granted to them. */
function isOwnerAccessible(caller: Caller): Sql {
  if (caller.kind !== 'partner') return sql`true`
  const agency = agencyOf(caller, 'o')
  return sql`exists (select 1 from property_ownerships w
    join properties p on p.agency_uid = ${agency} and p.uid = w.property_uid
    where w.agency_uid = ${agency} and w.owner_uid = o.uid
    and p.deleted_at is null and ${isPropertyAccessible(caller, 'p')})`
}

function whereFilters(caller: Caller, { agencyUid, propertyUid, query }: OwnerFilters): Sql {
  const searchText = sql`${query ?? null}::text`
  // Also contains the last name followed by the first one.
  const name = sql`concat_ws(' ', o.first_name, o.last_name, o.first_name)`
  return sql`
    ${agencyUid === undefined ? sql`` : sql`and o.agency_uid = ${agencyUid}`}
    ${propertyUid === undefined ? sql`` : sql`and ${ownsProperty(caller, propertyUid)}`}
    ${
      query === undefined
        ? sql``
        : sql`and (${containsFolded(searchText, name)}
            or ${containsFolded(searchText, sql`o.business_name`)}
            or ${containsFolded(searchText, sql`o.email`)})`
    }`
}

function ownsProperty(caller: Caller, propertyUid: string): Sql {
  return sql`exists (select 1 from property_ownerships w
    where w.agency_uid = ${agencyOf(caller, 'o')} and w.owner_uid = o.uid
      and w.property_uid = ${propertyUid})`
}

/** Locks an owner against changes and deletion. Returns undefined if it is deleted. */
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

/** Finds the uid of the agency's owner with this email address, ignoring case. */
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

export async function updateOwner(
  ctx: Context,
  owner: Pick<Owner, 'agency_uid' | 'uid'>,
  changes: OwnerColumns & { deleted_at?: Date },
): Promise<Owner> {
  return updateRowOrThrow(ctx, 'owners', owner, { ...changes, updated_at: laterThan(ctx) })
}
