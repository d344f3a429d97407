import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/later-than.ts'
import { after, newestFirst, orderBy, type PageRequest } from '../../../platform/db/page.ts'
import { insertRow, updateRow } from '../../../platform/db/rows.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { agencyOf, ofCaller, rowOf, rowOfAgency } from '../../access/agencies/tenant.sql.ts'
import { isReached } from '../../access/partners/reach.sql.ts'
import type { PromoCodesTable } from '../../tables.ts'
import type { PromoCode } from './promo-code.ts'
import { redemptionsOf } from './redemptions.sql.ts'

/** A code with the number of leads that use it. */
export type UsedPromoCode = PromoCode & { redemptions: number }

export interface PromoCodeFilters {
  agencyUid: string
  /** Codes that are valid for this property: its own and the agency-wide ones. */
  propertyUid?: string | undefined
  /** In any case. */
  code?: string | undefined
  isActive?: boolean | undefined
}

/** A page of codes within reach, newest created first, one more if another page follows. */
export async function listPromoCodes(
  ctx: Context,
  filters: PromoCodeFilters,
  { limit, cursor }: PageRequest,
): Promise<UsedPromoCode[]> {
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(newestFirst, 'c', cursor.k)}`
  const { rows } = await sql<UsedPromoCode>`select ${columns(ctx.caller)}
    ${fromReached(ctx.caller)} ${whereFilters(filters)} ${afterKey}
    order by ${orderBy(newestFirst, 'c')} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}`.execute(ctx.db)
  return rows
}

/** How many codes within reach pass the filters. */
export async function countPromoCodes(ctx: Context, filters: PromoCodeFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    ${fromReached(ctx.caller)} ${whereFilters(filters)}`.execute(ctx.db)
  return rows[0]!.count
}

/** A code within reach that is not deleted. */
export async function findPromoCode(ctx: Context, uid: string): Promise<UsedPromoCode | undefined> {
  const { rows } = await sql<UsedPromoCode>`select ${columns(ctx.caller)}
    ${fromReached(ctx.caller)} and c.uid = ${uid}`.execute(ctx.db)
  return rows[0]
}

function columns(caller: Caller): Sql {
  return sql`c.*, ${redemptionsOf(rowOf(caller, 'c'))} as redemptions`
}

function fromReached(caller: Caller): Sql {
  return sql`from promo_codes c
    where ${ofCaller(caller, 'c')} and c.deleted_at is null and ${isCodeReached(caller)}`
}

/** Partners see what is agency-wide and what is of their properties. */
function isCodeReached(caller: Caller): Sql {
  if (caller.kind !== 'partner') return sql`true`
  return sql`(c.property_uid is null or exists (select 1 from properties p
    where p.agency_uid = ${agencyOf(caller, 'c')} and p.uid = c.property_uid
      and p.deleted_at is null and ${isReached(caller, 'p')}))`
}

function whereFilters({ agencyUid, propertyUid, code, isActive }: PromoCodeFilters): Sql {
  const valid = sql`and (c.property_uid is null or c.property_uid = ${propertyUid})`
  return sql`and c.agency_uid = ${agencyUid}
    ${propertyUid === undefined ? sql`` : valid}
    ${code === undefined ? sql`` : sql`and lower(c.code) = lower(${code})`}
    ${isActive === undefined ? sql`` : sql`and c.is_active = ${isActive}`}`
}

/**
 * Waits until no other transaction writes codes of the agency, so that a word which is free stays
 * free; gives the agency's currency.
 */
export async function lockWords(ctx: Context, agencyUid: string): Promise<string> {
  const { currency } = await ctx.db
    .selectFrom('agencies')
    .select('currency')
    .where('agency_uid', '=', agencyUid)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return currency
}

/** The uid of the agency's code of that word, in any case. */
export async function findWord(
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
 * Locks a code, named by its uid or its word, until the transaction ends. One that leads use is
 * found by its uid even when it is deleted, if that is asked for.
 */
export async function lockPromoCode(
  ctx: Pick<Context, 'db'>,
  agencyUid: string,
  by: { uid: string; orDeleted?: true } | { code: string },
): Promise<PromoCode | undefined> {
  const isPresent = sql<boolean>`deleted_at is null`
  return ctx.db
    .selectFrom('promo_codes')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .where(
      'uid' in by ? sql<boolean>`uid = ${by.uid}` : sql<boolean>`lower(code) = lower(${by.code})`,
    )
    .where('orDeleted' in by ? sql<boolean>`true` : isPresent)
    .forUpdate()
    .executeTakeFirst()
}

/** How many leads but one use a code. */
export async function countRedemptions(
  ctx: Pick<Context, 'db'>,
  { agency_uid, uid }: PromoCode,
  exceptLead: string | null,
): Promise<number> {
  const code = rowOfAgency('c', sql`${agency_uid}::uuid`)
  const except = exceptLead === null ? undefined : sql`${exceptLead}::uuid`
  const { rows } = await sql<{ count: number }>`
    select ${redemptionsOf(code, except)} as count
    from promo_codes c where c.agency_uid = ${agency_uid} and c.uid = ${uid}`.execute(ctx.db)
  return rows[0]!.count
}

/** Stores a new code, which no lead uses. */
export async function insertPromoCode(
  { db }: Pick<Context, 'db'>,
  row: Insertable<PromoCodesTable>,
): Promise<UsedPromoCode> {
  return { ...(await insertRow({ db }, 'promo_codes', row)), redemptions: 0 }
}

/** Writes changed columns of a code. */
export async function updatePromoCode(
  ctx: Context,
  promoCode: PromoCode,
  changes: Partial<Insertable<PromoCodesTable>>,
): Promise<void> {
  await updateRow(ctx, 'promo_codes', promoCode, { ...changes, updated_at: laterThan(ctx) })
}
