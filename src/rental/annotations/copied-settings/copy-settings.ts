import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { copyPricingRules } from '../../prices/pricing-rules/copy-pricing-rules.ts'
import { changeBookingPage } from '../../properties/direct-booking/change-booking-page.ts'
import { findPage } from '../../properties/direct-booking/direct-booking.ts'
import { changeProperty } from '../../properties/properties/change-property.ts'
import type { Property, PropertyRow } from '../../properties/properties/property.ts'
import { findProperty } from '../../properties/properties/property-reads.sql.ts'
import { type Copied, copyRows } from '../../properties/property-content/copy-rows.ts'
import { propertyFields } from '../../properties/property-fields/property-fields.ts'
import { lockProperties } from '../../properties/sub-properties/sub-properties.ts'
import { copyCustomData } from '../custom-data/copy-custom-data.ts'
import { checkCurrencies } from './check-currencies.ts'
import {
  type CopiedSection,
  copiedSections,
  type FieldSection,
  fieldSections,
  sectionOf,
} from './copied-setting.ts'

interface PropertyKey {
  agency_uid: string
  uid: string
}

interface Pair {
  source: PropertyRow
  target: PropertyRow
}

/** Number of copied fields, rows or values by section. */
type CopiedCounts = Partial<Record<CopiedSection, number>>

/**
 * Replaces settings of a property by those of another one of its agency (contract/properties.md
 * §3.4). Writes only what differs.
 *
 * @throws ApiError PROPERTY_NOT_FOUND, STATE_CONFLICT if the currencies differ, INVALID_PARAMETER
 *   if fewer guests are allowed than the price includes
 */
export async function copySettings(
  ctx: Context,
  { source, target }: Record<'source' | 'target', PropertyKey>,
  requested: readonly CopiedSection[],
): Promise<{ property: Property; copied: CopiedCounts }> {
  return transaction(ctx, async (ctx: Context) => {
    const sections = copiedSections.filter(section => requested.includes(section))
    const rows = await lockProperties(ctx, target.agency_uid, [source.uid, target.uid])
    const find = ({ uid }: PropertyKey) => {
      const row = rows.find(row => row.uid === uid)
      if (!row) throw notFound('PROPERTY_NOT_FOUND', uid)
      return row
    }
    const pair = { source: find(source), target: find(target) }
    await checkCurrencies(ctx, pair, sections)
    const copied: CopiedCounts = await copyFields(ctx, pair, sections)
    for (const section of sections) {
      if (section in copied) continue
      copied[section] = await copiers[section as ListSection](ctx, pair)
    }
    return { property: (await findProperty(ctx, target.uid))!, copied }
  })
}

/** Copies the fields of all sections at once, because they are checked against each other. */
async function copyFields(
  ctx: Context,
  { source, target }: Pair,
  sections: readonly CopiedSection[],
): Promise<CopiedCounts> {
  const columns = fieldSections
    .filter(section => sections.includes(section))
    .map(section => [section, columnsOf(section)] as const)
  const pick = (row: PropertyRow, names: readonly (keyof PropertyRow)[]) =>
    Object.fromEntries(names.map(name => [name, row[name]]))
  const names = columns.flatMap(([, names]) => names)
  if (names.length > 0) {
    await changeProperty(ctx, target, { columns: () => pick(source, names) })
  }
  for (const [section, names] of columns) {
    const isChanged = !isDeepStrictEqual(pick(source, names), pick(target, names))
    if (section === 'PRICING' && isChanged) recordPrices(ctx, target)
  }
  return Object.fromEntries(columns.map(([section, names]) => [section, names.length]))
}

function columnsOf(requested: FieldSection): (keyof PropertyRow)[] {
  return propertyFields.flatMap(({ path, written }) =>
    written && sectionOf(path) === requested ? [written.column] : [],
  )
}

type ListSection = Exclude<CopiedSection, FieldSection>

const copiers: Record<ListSection, (ctx: Context, pair: Pair) => Promise<number>> = {
  STAY_DISCOUNTS: async (ctx, { source, target }) => {
    await copyPricingRules(ctx, source, target)
    return 1
  },
  FEES: async (ctx, pair) => {
    const { count, isChanged } = await copyRows(ctx, 'fees', pair)
    if (isChanged) recordPrices(ctx, pair.target)
    return count
  },
  AMENITIES: async (ctx, pair) =>
    countOf(await copyRows(ctx, 'amenities', pair)) +
    countOf(await copyRows(ctx, 'custom_amenities', pair)),
  RULES: async (ctx, pair) => countOf(await copyRows(ctx, 'property_rules', pair)),
  TEXTS: async (ctx, pair) => countOf(await copyRows(ctx, 'property_descriptions', pair, 'locale')),
  CUSTOM_FIELDS: copyCustomData,
  BOOKING_PAGE: copyBookingPage,
}

const countOf = ({ count }: Copied) => count

function recordPrices(ctx: Context, { agency_uid: agencyUid, uid: property_uid }: PropertyKey) {
  recordEvent(ctx, { agencyUid, type: 'PRICING_UPDATED', keys: { property_uid } })
}

/** Enables or disables the booking page as that of the source. The target retains its slug. */
async function copyBookingPage(ctx: Context, { source, target }: Pair): Promise<number> {
  const enabled = (await findPage(ctx, source)).is_enabled ?? false
  const page = await findPage(ctx, target)
  if (enabled !== (page.is_enabled ?? false)) {
    await changeBookingPage(ctx, target, { enabled, slug: page.slug ?? null })
  }
  return 1
}
