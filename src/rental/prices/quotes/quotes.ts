import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { InputCache } from '../../../platform/cache/input-cache.ts'
import { PlanCache, type Prepared, runPrepared, slot } from '../../../platform/db/compiled-query.ts'
import { type Row, rowAs, type Sql } from '../../../platform/graphql/fields.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import {
  inCallerTenantSlot,
  knownAgency,
  tenantShape,
  tenantValues,
} from '../../access/agencies/tenant.sql.ts'
import {
  isPropertyAccessibleSlot,
  joinGrantAccess,
} from '../../access/partners/access-scope.sql.ts'
import { effectiveCurrency } from '../../properties/properties/currency.sql.ts'
import { listCallersWithin } from '../../properties/properties/property-reads.sql.ts'
import {
  ruleColumns,
  selectPeriods,
  selectSubs,
  selectUnits,
} from '../availability/availability.sql.ts'
import type { Unit } from '../availability/free-units.ts'
import { type AssignedUnit, listOccupied } from '../availability/occupying-leads.sql.ts'
import { type ChargedFee, type FeeTuple, feeFromTuple } from '../fees/fee.ts'
import type { PromoTerms } from '../promo-codes/promo-code.ts'
import { redemptionCountSql } from '../promo-codes/redemptions.sql.ts'
import { type DatedPeriod, type Period, periodsByDay, type StayRules } from '../stays/stay.ts'
import type { AppliedPromoCode, PriceRules, PropertyPrices, QuotedLead } from './quote.ts'

/** Inputs of a quote: the property, its units and fees, the promo code, and the lead. */
export interface QuoteInputs extends StayRules, PropertyPrices {
  agency_uid: string
  uid: string
  hotel_uid: string | null
  hostfully_booking_strategy: string
  /** Effective currency. */
  currency: string
  /** Null if the query has neither a lead nor a promo code. */
  agency_time_zone: string | null
  is_master: boolean
  units: Unit[]
  /** Pricing periods of the nights and of the date of check-out. */
  periods: Map<number, Period>
  rules: PriceRules | null
  multiplier: string | null
  fees: ChargedFee[]
  /** Null without a lead, or if the caller has no access to it. */
  lead: QuotedLead | null
  promo: (PromoTerms & AppliedPromoCode & { redemptions: number }) | null
}

export interface QuoteQuery {
  propertyUid: string
  /** Days of check-in and check-out, numbered as in `dates.ts`. */
  from: number
  to: number
  leadUid: string | null
  /** Null: the code of the lead's order, if there is a lead. */
  promoCode: string | null
  /** Without a lead: channel of the rate multiplier, by default that of direct quotes. */
  channel?: string
  /** True to skip occupied nights: `units` is empty then. */
  pricesOnly?: boolean
}

/**
 * Reads all inputs of a quote, in one statement if no night is occupied. Returns undefined if the
 * property is deleted or the caller has no access to it.
 */
export async function findQuoteInputs(
  ctx: Context,
  query: QuoteQuery,
): Promise<QuoteInputs | undefined> {
  const inputs = isCached(ctx, query)
    ? await ctx.inputs.get(toCacheName(query), ctx.clock.now(), () => readInputs(ctx, query))
    : (await readInputs(ctx, query))?.inputs
  if (!inputs) return undefined
  return { ...inputs, fees: inputs.fees.map(feeFromTuple), periods: periodsByDay(inputs.periods) }
}

/** Inputs as JSON values. */
type QuoteValues = Omit<QuoteInputs, 'fees' | 'periods'> & {
  fees: FeeTuple[]
  periods: DatedPeriod[]
}

type QuoteRow = Omit<QuoteValues, 'units'> & { units: AssignedUnit[] }

/** Returns true for quotes whose inputs are cached: no lead or code, outside of a transaction. */
function isCached(ctx: Context, query: QuoteQuery): ctx is Context & { inputs: InputCache } {
  const { leadUid, promoCode, pricesOnly = false } = query
  if (leadUid !== null || promoCode !== null || pricesOnly) return false
  return ctx.inputs !== undefined && !ctx.db.isTransaction
}

function toCacheName({ propertyUid, from, to, channel = '' }: QuoteQuery) {
  return { name: `quote ${propertyUid} ${from} ${to} ${channel}`, tag: propertyUid }
}

/** Channel of direct quotes. */
const directChannel = 'HOSTFULLY'

async function readInputs(
  ctx: Context,
  query: QuoteQuery,
): Promise<{ inputs: QuoteValues; expiresAtMs: number } | null> {
  const { propertyUid, from, to, leadUid, promoCode } = query
  const [caller] = await listCallersWithin(ctx, [propertyUid])
  if (!caller) return null
  const plan = planFor(ctx.db, caller, query)
  const slots = {
    ...tenantValues(caller),
    property: propertyUid,
    from,
    to,
    lead: leadUid,
    code: promoCode,
    channel: query.channel ?? directChannel,
  }
  const [row] = await runPrepared(ctx, plan, slots)
  if (!row) return null
  const values = Object.fromEntries(
    columnNames.map((name, i) => [name, row[i]]),
  ) as unknown as QuoteRow
  const units = await listOccupied(ctx, caller, values.units)
  return { inputs: { ...values, units }, expiresAtMs: firstExpiry(units) }
}

/** Returns the first expiry of a hold or request on units; Infinity: none. */
function firstExpiry(units: Unit[]): number {
  const ranges = units.flatMap(([, , occupied]) => occupied)
  return Math.min(...ranges.map(([, , , , , , expiresMs]) => expiresMs ?? Infinity))
}

const plans = new PlanCache()

function planFor(db: Context['db'], caller: Caller, query: QuoteQuery): Prepared {
  const { leadUid, promoCode, pricesOnly = false } = query
  const shape = { hasLead: leadUid !== null, hasCode: promoCode !== null, pricesOnly }
  const key = `${tenantShape(caller)} ${Object.values(shape).join(' ')}`
  return plans.getPlan(db, key, () => quoteSql(caller, shape))
}

/** Properties of a query that its statement depends on. */
interface QuoteShape {
  hasLead: boolean
  hasCode: boolean
  pricesOnly: boolean
}

/** Columns that are selected as text, which keeps them exact. */
const decimalColumns: (keyof PropertyPrices)[] = [
  'daily_rate',
  'weekend_adjustment_rate',
  'tax_rate',
  'security_deposit',
  'cleaning_fee',
  'cleaning_fee_tax_rate',
  'extra_guest_fee',
  'percentage_upon_reservation',
]

/** Columns that are selected as they are. */
const propertyColumns = [
  ...ruleColumns,
  ...['p.agency_uid', 'p.uid', 'p.hotel_uid', 'p.hostfully_booking_strategy', 'p.base_guests'],
  'p.ignore_tax_rate_charge_over_x_days',
  'p.days_over_which_tax_rate_charge_should_be_ignored',
  'p.full_payment_timing',
]

/** Names of computed columns. */
const computedNames = [
  ...(['currency', 'agency_time_zone', 'is_master', 'units', 'periods', 'rules'] as const),
  ...(['multiplier', 'fees', 'lead', 'promo'] as const),
] satisfies (keyof QuoteValues)[]

/** Column names of the statement, in order. */
const columnNames = [
  ...propertyColumns.map(column => column.slice('p.'.length)),
  ...decimalColumns,
  ...computedNames,
]

/** Builds the statement: at most one row, with decimals as text. */
function quoteSql(caller: Caller, shape: QuoteShape): Sql {
  const p = rowAs('p', null, knownAgency(caller))
  const computed = computedColumns(p, shape)
  // `offset 0`: the planner evaluates the sub-properties once, although several columns use them.
  return sql`select ${sql.join(propertyColumns.map(column => sql.ref(column)))},
      ${sql.join(decimalColumns.map(column => sql`${p(column)}::text as ${sql.ref(column)}`))},
      ${sql.join(computedNames.map(name => sql`${computed[name]} as ${sql.ref(name)}`))}
    from properties p
    cross join lateral (select array(${selectSubs(p, sql`sub.uid`)}) as subs offset 0) s
    ${shape.hasLead ? joinLead(caller, p) : sql``}
    where ${inCallerTenantSlot(caller, 'p')} and p.uid = ${slot('property', 'uuid')}
      and p.deleted_at is null and ${isPropertyAccessibleSlot(caller, 'p')}`
}

function computedColumns(p: Row, shape: QuoteShape): Record<(typeof computedNames)[number], Sql> {
  const days = { from: slot('from', 'integer'), to: slot('to', 'integer') }
  const untilCheckOut = { from: days.from, to: sql`${days.to} + 1` }
  const exceptLead = shape.hasLead ? slot('lead', 'uuid') : undefined
  const units = () => selectUnits(p, sql`s.subs`, days, exceptLead)
  return {
    currency: effectiveCurrency(p),
    agency_time_zone: agencyZoneSql(p, shape),
    is_master: sql`s.subs <> '{}'`,
    units: shape.pricesOnly ? sql`'[]'::json` : units(),
    periods: selectPeriods(p, untilCheckOut),
    rules: rulesSql(p),
    multiplier: multiplierSql(p, shape),
    fees: feesSql(p),
    lead: leadSql(shape),
    promo: promoSql(p, shape, exceptLead),
  }
}

/** Returns a join of the lead `l`, if the caller has access to it, and its order `o`. */
function joinLead(caller: Caller, p: Row): Sql {
  const partner = slot('partner', 'uuid')
  const joinAccess =
    caller.kind === 'partner' ? joinGrantAccess('l', partner, p('agency_uid')) : sql``
  return sql`left join lateral (
      select l.* from leads l ${joinAccess}
      where l.agency_uid = ${p('agency_uid')} and l.uid = ${slot('lead', 'uuid')}
        and l.deleted_at is null) l on true
    left join orders o on o.agency_uid = ${p('agency_uid')} and o.lead_uid = l.uid`
}

const rulesSql = (p: Row) => sql`(select json_build_object(
    'increase_rate', r.increase_rate::text,
    'increase_rate_lower_bound', r.increase_rate_lower_bound,
    'decrease_rate', r.decrease_rate::text,
    'decrease_rate_higher_bound', r.decrease_rate_higher_bound,
    'decrease_rate_monthly', r.decrease_rate_monthly::text,
    'decrease_rate_higher_bound_monthly', r.decrease_rate_higher_bound_monthly,
    'pricing_rules', r.pricing_rules)
  from property_pricing_rules r where r.agency_uid = ${p('agency_uid')}
    and r.property_uid = p.uid)`

/** Selects the time zone of the agency, in which promo codes expire. */
function agencyZoneSql(p: Row, { hasLead, hasCode }: QuoteShape): Sql {
  if (!hasLead && !hasCode) return sql`null`
  return sql`(select a.time_zone from agencies a where a.agency_uid = ${p('agency_uid')})`
}

/** Selects the multiplier of the lead's channel or the requested one: contract/pricing.md §6.2. */
function multiplierSql(p: Row, { hasLead }: QuoteShape): Sql {
  const requested = slot('channel', 'text')
  const channel = hasLead ? sql`coalesce(l.channel, ${requested})` : requested
  // Leads spell one channel differently.
  return sql`(select m.value::text from rate_multipliers m
    where m.agency_uid = ${p('agency_uid')}
    and m.channel = case ${channel} when 'BOOKING_COM' then 'BOOKINGDOTCOM' else ${channel} end)`
}

function leadSql({ hasLead }: QuoteShape): Sql {
  if (!hasLead) return sql`null`
  return sql`case when l.uid is not null then json_build_object('uid', l.uid, 'status', l.status,
    'source', l.source, 'property_uid', l.property_uid, 'check_in', l.check_in_local::date,
    'check_out', l.check_out_local::date, 'adult_count', l.adult_count,
    'children_count', l.children_count, 'pet_count', l.pet_count,
    'infant_count', l.infant_count,
    'order', case when o.uid is not null then json_build_object('uid', o.uid,
      'currency', o.currency,
      'rent_base_net_price', o.rent_base_net_price::text, 'rent_breakdowns', o.rent_breakdowns,
      'quote_overrides', o.quote_overrides, 'terms', o.terms,
      'promo_use_uid', o.promo_use_uid) end) end`
}

/** Selects the requested code, or that of the lead's order; the use by this lead is not counted. */
function promoSql(p: Row, { hasLead, hasCode }: QuoteShape, exceptLead: Sql | undefined): Sql {
  if (!hasLead && !hasCode) return sql`null`
  const code = rowAs('c', null, p.known)
  const isRequestedCode = sql`lower(c.code) = lower(${slot('code', 'text')})
    and c.deleted_at is null`
  return sql`(select json_build_object('uid', c.uid, 'code', c.code,
      'property_uid', c.property_uid, 'discount_type', c.discount_type,
      'discount_amount', c.discount_amount::text, 'currency', c.currency,
      'redeem_by_date', c.redeem_by_date, 'stay_from_date', c.stay_from_date,
      'stay_to_date', c.stay_to_date, 'minimum_nights', c.minimum_nights,
      'maximum_redemptions', c.maximum_redemptions, 'is_active', c.is_active,
      'redemptions', ${redemptionCountSql(code, exceptLead)})
    from promo_codes c where c.agency_uid = ${p('agency_uid')}
      and ${hasCode ? isRequestedCode : sql`c.uid = o.promo_code_uid`})`
}

/** Selects fees as arrays, see `FeeTuple`: objects would take the database a third longer. */
function feesSql(p: Row): Sql {
  return sql`(select coalesce(json_agg(json_build_array(f.uid, f.name, f.amount::text,
      f.amount_type, f.taxation_rate::text, f.scope, f.type, f.optional, f.offline,
      f.long_term_stay_exemption, f.maximum_nights, f.persons) order by f.created_at, f.uid), '[]')
  from fees f where f.agency_uid = ${p('agency_uid')} and f.property_uid = p.uid)`
}
