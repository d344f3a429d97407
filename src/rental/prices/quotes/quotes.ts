import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { InputCache } from '../../../platform/cache/input-cache.ts'
import { PlanCache, type Prepared, runPrepared, slot } from '../../../platform/db/prepare.ts'
import { type Row, rowAs, type Sql } from '../../../platform/graphql/fields.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import {
  knownAgency,
  ofCallerSlot,
  tenantShape,
  tenantValues,
} from '../../access/agencies/tenant.sql.ts'
import { isReachedSlot, joinReach } from '../../access/partners/reach.sql.ts'
import type { LeadStatus } from '../../leads/leads/lead.ts'
import { effectiveCurrency } from '../../properties/properties/currency.sql.ts'
import { listCallersWithin } from '../../properties/properties/property-reads.sql.ts'
import { periodsOf, ruleColumns, subsOf, unitsOf } from '../calendar-facts/availability.sql.ts'
import type { Unit } from '../calendar-facts/free-units.ts'
import { type AssignedUnit, takenOf } from '../calendar-facts/holders.sql.ts'
import { type ChargedFee, type FeeTuple, feeOf } from '../fees/fee.ts'
import type { PromoTerms } from '../promo-codes/promo-code.ts'
import { redemptionsOf } from '../promo-codes/redemptions.sql.ts'
import { type DatedPeriod, type Period, periodsByDay, type StayRules } from '../stays/stay.ts'
import type { Discounting, PriceRules, PropertyPrices, QuotedOrder } from './quote.ts'
import { feesSql } from './quoted-fees.sql.ts'

/** What is known of a property, a stay in it and the lead that asks: all that a quote looks at. */
export interface QuoteFacts extends StayRules, PropertyPrices {
  agency_uid: string
  uid: string
  hotel_uid: string | null
  hostfully_booking_strategy: string
  /** Effective currency. */
  currency: string
  /** Null when no promo code is looked at. */
  agency_time_zone: string | null
  is_master: boolean
  units: Unit[]
  /** Of the nights and of the date of check-out. */
  periods: Map<number, Period>
  rules: PriceRules | null
  multiplier: string | null
  fees: ChargedFee[]
  /** Null also when the lead is out of reach. */
  lead: QuotedLead | null
  promo: (PromoTerms & Discounting & { redemptions: number }) | null
}

/** What a quote takes over from the lead that it is for. */
export interface QuotedLead {
  uid: string
  status: LeadStatus
  source: string
  property_uid: string | null
  check_in: string
  check_out: string
  adult_count: number
  children_count: number
  pet_count: number
  infant_count: number
  order: QuotedOrder | null
}

/** What is asked of the database. */
export interface AskedQuote {
  propertyUid: string
  /** The days of check-in and check-out, as dates.ts numbers them. */
  from: number
  to: number
  leadUid: string | null
  /** Null: the code of the lead's order, if there is a lead. */
  promoCode: string | null
  /** Without a lead: the channel whose rate multiplier applies, if not that of a plain quote. */
  channel?: string
  /** The nights are not asked about: `units` is empty then. */
  pricesOnly?: boolean
}

/**
 * Everything that a quote depends on, by one statement where no night is taken; undefined when the
 * property is out of reach or deleted.
 */
export async function findQuoteFacts(
  ctx: Context,
  asked: AskedQuote,
): Promise<QuoteFacts | undefined> {
  const found = isCached(ctx, asked)
    ? await ctx.inputs.get(cacheNameOf(asked), ctx.clock.now(), () => readFacts(ctx, asked))
    : (await readFacts(ctx, asked))?.inputs
  if (!found) return undefined
  return { ...found, fees: found.fees.map(feeOf), periods: periodsByDay(found.periods) }
}

/** As values of JSON. */
type FoundFacts = Omit<QuoteFacts, 'fees' | 'periods'> & {
  fees: FeeTuple[]
  periods: DatedPeriod[]
}

/** What the statement answers. */
type ReadFacts = Omit<FoundFacts, 'units'> & { units: AssignedUnit[] }

/**
 * Whether facts may be those of a request before: of a plain quote, outside of a transaction, which
 * has to see what it has written.
 */
function isCached(ctx: Context, asked: AskedQuote): ctx is Context & { inputs: InputCache } {
  const { leadUid, promoCode, pricesOnly = false } = asked
  if (leadUid !== null || promoCode !== null || pricesOnly) return false
  return ctx.inputs !== undefined && !ctx.db.isTransaction
}

function cacheNameOf({ propertyUid, from, to, channel = '' }: AskedQuote) {
  return { name: `quote ${propertyUid} ${from} ${to} ${channel}`, tag: propertyUid }
}

async function readFacts(
  ctx: Context,
  asked: AskedQuote,
): Promise<{ inputs: FoundFacts; untilMs: number } | null> {
  const { propertyUid, from, to, leadUid, promoCode } = asked
  const [caller] = await listCallersWithin(ctx, [propertyUid])
  if (!caller) return null
  const plan = planFor(ctx.db, caller, asked)
  const values = {
    ...tenantValues(caller),
    property: propertyUid,
    from,
    to,
    lead: leadUid,
    code: promoCode,
    channel: asked.channel ?? 'HOSTFULLY',
  }
  const [row] = await runPrepared(ctx, plan, values)
  if (!row) return null
  const read = Object.fromEntries(names.map((name, i) => [name, row[i]])) as unknown as ReadFacts
  const units = await takenOf(ctx, caller, read.units)
  return { inputs: { ...read, units }, untilMs: lapseOf(units) }
}

/** When the first hold or request on units lapses: time alone changes nothing else of them. */
function lapseOf(units: Unit[]): number {
  const all = units.flatMap(([, , taken]) => taken.map(([, , , , , , lapsesMs]) => lapsesMs))
  return Math.min(...all.map(lapsesMs => lapsesMs ?? Infinity))
}

const plans = new PlanCache()

function planFor(db: Context['db'], caller: Caller, asked: AskedQuote): Prepared {
  const { leadUid, promoCode, pricesOnly = false } = asked
  const shape = { hasLead: leadUid !== null, hasCode: promoCode !== null, pricesOnly }
  const key = `${tenantShape(caller)} ${Object.values(shape).join(' ')}`
  return plans.planOf(db, key, () => factsSql(caller, shape))
}

interface Shape {
  hasLead: boolean
  hasCode: boolean
  pricesOnly: boolean
}

const decimals: (keyof PropertyPrices)[] = [
  'daily_rate',
  'weekend_adjustment_rate',
  'tax_rate',
  'security_deposit',
  'cleaning_fee',
  'cleaning_fee_tax_rate',
  'extra_guest_fee',
  'percentage_upon_reservation',
]

/** Of a property as they are. */
const ownColumns = [
  ...ruleColumns,
  ...['p.agency_uid', 'p.uid', 'p.hotel_uid', 'p.hostfully_booking_strategy', 'p.base_guests'],
  'p.ignore_tax_rate_charge_over_x_days',
  'p.days_over_which_tax_rate_charge_should_be_ignored',
  'p.full_payment_timing',
]

/** What is looked up besides. */
const furtherNames = [
  ...(['currency', 'agency_time_zone', 'is_master', 'units', 'periods', 'rules'] as const),
  ...(['multiplier', 'fees', 'lead', 'promo'] as const),
] satisfies (keyof FoundFacts)[]

/** The columns of the statement, in their order. */
const names = [...ownColumns.map(column => column.slice('p.'.length)), ...decimals, ...furtherNames]

/** One row, with decimals as texts. */
function factsSql(caller: Caller, shape: Shape): Sql {
  const p = rowAs('p', null, knownAgency(caller))
  const further = furtherColumns(p, shape)
  return sql`select ${sql.join(ownColumns.map(column => sql.ref(column)))},
      ${sql.join(decimals.map(column => sql`${p(column)}::text as ${sql.ref(column)}`))},
      ${sql.join(furtherNames.map(name => sql`${further[name]} as ${sql.ref(name)}`))}
    from properties p
    cross join lateral (select array(${subsOf(p, sql`sub.uid`)}) as subs offset 0) s
    ${shape.hasLead ? joinLead(caller, p) : sql``}
    where ${ofCallerSlot(caller, 'p')} and p.uid = ${slot('property', 'uuid')}
      and p.deleted_at is null and ${isReachedSlot(caller, 'p')}`
}

function furtherColumns(p: Row, shape: Shape): Record<(typeof furtherNames)[number], Sql> {
  const days = { from: slot('from', 'integer'), to: slot('to', 'integer') }
  const untilCheckOut = { from: days.from, to: sql`${days.to} + 1` }
  const lead = shape.hasLead ? slot('lead', 'uuid') : undefined
  const units = () => unitsOf(p, sql`s.subs`, days, lead)
  return {
    currency: effectiveCurrency(p),
    agency_time_zone: agencyZoneSql(p, shape),
    is_master: sql`s.subs <> '{}'`,
    units: shape.pricesOnly ? sql`'[]'::json` : units(),
    periods: periodsOf(p, untilCheckOut),
    rules: rulesSql(p),
    multiplier: multiplierSql(p, shape),
    fees: feesSql(p),
    lead: leadSql(shape),
    promo: promoSql(p, shape, lead),
  }
}

/** The lead `l`, if the caller may see it, and its order `o`. */
function joinLead(caller: Caller, p: Row): Sql {
  const partner = slot('partner', 'uuid')
  const reach = caller.kind === 'partner' ? joinReach('l', partner, p('agency_uid')) : sql``
  return sql`left join lateral (
      select l.* from leads l ${reach}
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

/** Promo codes end with a day of the agency. */
function agencyZoneSql(p: Row, { hasLead, hasCode }: Shape): Sql {
  if (!hasLead && !hasCode) return sql`null`
  return sql`(select a.time_zone from agencies a where a.agency_uid = ${p('agency_uid')})`
}

/** Of the lead's channel, or the one that was asked for (contract/pricing.md §6.2). */
function multiplierSql(p: Row, { hasLead }: Shape): Sql {
  const asked = slot('channel', 'text')
  const channel = hasLead ? sql`coalesce(l.channel, ${asked})` : asked
  return sql`(select m.value::text from rate_multipliers m
    where m.agency_uid = ${p('agency_uid')}
    and m.channel = case ${channel} when 'BOOKING_COM' then 'BOOKINGDOTCOM' else ${channel} end)`
}

function leadSql({ hasLead }: Shape): Sql {
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

/** The code by its word, or that of the lead's order; its own lead is no use of it. */
function promoSql(p: Row, { hasLead, hasCode }: Shape, lead: Sql | undefined): Sql {
  if (!hasLead && !hasCode) return sql`null`
  const code = rowAs('c', null, p.known)
  const isNamed = sql`lower(c.code) = lower(${slot('code', 'text')}) and c.deleted_at is null`
  return sql`(select json_build_object('uid', c.uid, 'code', c.code,
      'property_uid', c.property_uid, 'discount_type', c.discount_type,
      'discount_amount', c.discount_amount::text, 'currency', c.currency,
      'redeem_by_date', c.redeem_by_date, 'stay_from_date', c.stay_from_date,
      'stay_to_date', c.stay_to_date, 'minimum_nights', c.minimum_nights,
      'maximum_redemptions', c.maximum_redemptions, 'is_active', c.is_active,
      'redemptions', ${redemptionsOf(code, lead)})
    from promo_codes c where c.agency_uid = ${p('agency_uid')}
      and ${hasCode ? isNamed : sql`c.uid = o.promo_code_uid`})`
}
