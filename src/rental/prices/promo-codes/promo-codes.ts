import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/monotonic-timestamp.ts'
import { after, newestFirst, orderBy, type PageRequest } from '../../../platform/db/pagination.ts'
import { insertRow, updateRow } from '../../../platform/db/rows.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { agencyOf, agencyRow, inCallerTenant, tenantRow } from '../../access/agencies/tenant.sql.ts'
import { isPropertyAccessible } from '../../access/partners/access-scope.sql.ts'
import type { PromoCodesTable } from '../../tables.ts'
import type { PromoCode } from './promo-code.ts'
import { redemptionCountSql } from './redemptions.sql.ts'

/** Promo code with the number of leads that use it. */
export type UsedPromoCode = PromoCode & { redemptions: number }

export interface PromoCodeFilters {
  agencyUid: string
  /** Codes that are valid for this property: its own and the agency-wide ones. */
  propertyUid?: string | undefined
  /** Case-insensitive. */
  code?: string | undefined
  isActive?: boolean | undefined
}

/** Lists accessible codes, newest first, with one more if another page follows. */
export async function listPromoCodes(
  ctx: Context,
  filters: PromoCodeFilters,
  { limit, cursor }: PageRequest,
): Promise<UsedPromoCode[]> {
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(newestFirst, 'c', cursor.k)}`
  const { rows } = await sql<UsedPromoCode>`select ${columns(ctx.caller)}
    ${fromAccessible(ctx.caller)} ${whereFilters(filters)} ${afterKey}
    order by ${orderBy(newestFirst, 'c')} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}`.execute(ctx.db)
  return rows
}

export async function countPromoCodes(ctx: Context, filters: PromoCodeFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    ${fromAccessible(ctx.caller)} ${whereFilters(filters)}`.execute(ctx.db)
  return rows[0]!.count
}

/** Finds an accessible code that is not deleted. */
export async function findPromoCode(ctx: Context, uid: string): Promise<UsedPromoCode | undefined> {
  const { rows } = await sql<UsedPromoCode>`select ${columns(ctx.caller)}
    ${fromAccessible(ctx.caller)} and c.uid = ${uid}`.execute(ctx.db)
  return rows[0]
}

function columns(caller: Caller): Sql {
  return sql`c.*, ${redemptionCountSql(tenantRow(caller, 'c'))} as redemptions`
}

function fromAccessible(caller: Caller): Sql {
  return sql`from promo_codes c
    where ${inCallerTenant(caller, 'c')} and c.deleted_at is null and ${isCodeAccessible(caller)}`
}

/** Returns the access condition: partners see agency-wide codes and those of their properties. */
function isCodeAccessible(caller: Caller): Sql {
  if (caller.kind !== 'partner') return sql`true`
  return sql`(c.property_uid is null or exists (select 1 from properties p
    where p.agency_uid = ${agencyOf(caller, 'c')} and p.uid = c.property_uid
      and p.deleted_at is null and ${isPropertyAccessible(caller, 'p')}))`
}

function whereFilters({ agencyUid, propertyUid, code, isActive }: PromoCodeFilters): Sql {
  const isValidForProperty = sql`and (c.property_uid is null or c.property_uid = ${propertyUid})`
  return sql`and c.agency_uid = ${agencyUid}
    ${propertyUid === undefined ? sql`` : isValidForProperty}
    ${code === undefined ? sql`` : sql`and lower(c.code) = lower(${code})`}
    ${isActive === undefined ? sql`` : sql`and c.is_active = ${isActive}`}`
}

/**
 * Locks the promo codes of an agency until the transaction ends: no other transaction can take a
 * code that was found to be free. Returns the agency's currency.
 */
export async function lockPromoCodes(ctx: Context, agencyUid: string): Promise<string> {
  const { currency } = await ctx.db
    .selectFrom('agencies')
    .select('currency')
    .where('agency_uid', '=', agencyUid)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return currency
}

/** Finds the uid of the agency's promo code with a code, case-insensitive. */
export async function findCodeUid(
  ctx: Context,
  agencyUid: string,
  code: string,
): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('promo_codes')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where(sql<boolean>`lower(code) = lower(${code})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.uid
}

/**
 * Locks a promo code until the transaction ends, by its uid or code. With `orDeleted`, also finds a
 * deleted one.
 */
export async function lockPromoCode(
  ctx: Pick<Context, 'db'>,
  agencyUid: string,
  key: { uid: string; orDeleted?: true } | { code: string },
): Promise<PromoCode | undefined> {
  const isNotDeleted = sql<boolean>`deleted_at is null`
  return ctx.db
    .selectFrom('promo_codes')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .where(
      'uid' in key
        ? sql<boolean>`uid = ${key.uid}`
        : sql<boolean>`lower(code) = lower(${key.code})`,
    )
    .where('orDeleted' in key ? sql<boolean>`true` : isNotDeleted)
    .forUpdate()
    .executeTakeFirst()
}

/** Counts the leads that use a code, except one. */
export async function countRedemptions(
  ctx: Pick<Context, 'db'>,
  { agency_uid, uid }: PromoCode,
  exceptLead: string | null,
): Promise<number> {
  const code = agencyRow('c', sql`${agency_uid}::uuid`)
  const except = exceptLead === null ? undefined : sql`${exceptLead}::uuid`
  const { rows } = await sql<{ count: number }>`
    select ${redemptionCountSql(code, except)} as count
    from promo_codes c where c.agency_uid = ${agency_uid} and c.uid = ${uid}`.execute(ctx.db)
  return rows[0]!.count
}

export async function insertPromoCode(
  { db }: Pick<Context, 'db'>,
  row: Insertable<PromoCodesTable>,
): Promise<UsedPromoCode> {
  return { ...(await insertRow({ db }, 'promo_codes', row)), redemptions: 0 }
}

export async function updatePromoCode(
  ctx: Context,
  promoCode: PromoCode,
  changes: Partial<Insertable<PromoCodesTable>>,
): Promise<void> {
  await updateRow(ctx, 'promo_codes', promoCode, { ...changes, updated_at: laterThan(ctx) })
}
