/** Rows of prices, written straight to the database. */
import type { Insertable } from 'kysely'
import { newUid } from '../src/platform/uid.ts'
import type { FeesTable, PromoCodesTable, PropertyPricingRulesTable } from '../src/rental/tables.ts'
import type { TestServer } from './server.ts'

let rowsMade = 0

/** Each row is made a second after the one before, so that their order is certain. */
function nextSecond(): Date {
  return new Date(Date.parse('2026-02-01T00:00:00Z') + rowsMade++ * 1_000)
}

/** A fee per stay, unless columns say otherwise. */
export async function makeFee(
  { database }: TestServer,
  agencyUid: string,
  columns: Partial<Insertable<FeesTable>> & { property_uid: string; name: string; amount: string },
): Promise<string> {
  const created_at = nextSecond()
  const row = {
    agency_uid: agencyUid,
    uid: newUid(),
    amount_type: 'AMOUNT',
    taxation_rate: '0',
    created_at,
    updated_at: created_at,
    ...columns,
  }
  await database.kysely.insertInto('fees').values(row).execute()
  return row.uid
}

export async function makeRules(
  { database }: TestServer,
  agencyUid: string,
  columns: Omit<Insertable<PropertyPricingRulesTable>, 'agency_uid'>,
): Promise<void> {
  const row = { agency_uid: agencyUid, ...columns }
  await database.kysely.insertInto('property_pricing_rules').values(row).execute()
}

export async function makeMultiplier(
  { database }: TestServer,
  agencyUid: string,
  channel: string,
  value: string,
): Promise<void> {
  const row = { agency_uid: agencyUid, channel, value }
  await database.kysely.insertInto('rate_multipliers').values(row).execute()
}

/** 10 % off everything, unless columns say otherwise. */
export async function makePromoCode(
  { database }: TestServer,
  agencyUid: string,
  columns: Partial<Insertable<PromoCodesTable>> & { code: string },
): Promise<string> {
  const created_at = nextSecond()
  const row = {
    agency_uid: agencyUid,
    uid: newUid(),
    discount_type: 'PERCENT',
    discount_amount: '10',
    created_at,
    updated_at: created_at,
    ...columns,
  }
  await database.kysely.insertInto('promo_codes').values(row).execute()
  return row.uid
}
