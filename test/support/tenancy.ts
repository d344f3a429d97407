/** The rule that every query carries the tenant, checked on every statement that the tests run. */

const tenantTables = [
  'agency_settings',
  'employees',
  'employee_passwords',
  'hotels',
  'properties',
  'units',
  'leads',
  'occupancies',
  'orders',
  'order_adjustments',
  'order_services',
  'service_providers',
  'services',
  'jobs',
  'transactions',
  'lead_acts',
  'night_changes',
  'extra_guests',
  'photos',
  'property_descriptions',
  'amenities',
  'custom_amenities',
  'property_rules',
  'rooms',
  'tags',
  'pricing_periods',
  'property_pricing_rules',
  'rate_multipliers',
  'fees',
  'pricing_tasks',
  'promo_codes',
  'idempotency_keys',
  'event_logs',
  'object_versions',
  'events',
  'deliveries',
  'delivery_attempts',
  'guests',
  'lead_guests',
  'reviews',
  'threads',
  'conversations',
  'messages',
  'message_attachments',
  'owners',
  'owner_passwords',
  'property_ownerships',
  'owner_adjustments',
  'custom_data_fields',
  'custom_data',
  'sendings',
  'outbox_messages',
  'pin_codes',
  'property_channel_links',
  'direct_booking_sites',
  'direct_booking_pages',
  'featured_properties',
  'icals',
  'ical_events',
]

const violations: string[] = []

/**
 * Remembers a statement that names more tables of tenants than it has conditions on the tenant.
 * One that is meant to look past the tenant says so.
 */
export function watchQuery(sql: string): void {
  const text = sql.replace(/\s+/g, ' ').trim()
  if (text.includes('/* every tenant */')) return
  if (/^(insert into|begin|commit|rollback|savepoint|set |create |alter )/i.test(text)) return
  const named = new RegExp(
    `\\b(?:from|join|update|into) "?(?:${tenantTables.join('|')})"?\\b`,
    'gi',
  )
  // A row that is inserted carries its tenant itself.
  const looked = text.replace(/insert into "?\w+"?/gi, '')
  const tables = looked.match(named)?.length ?? 0
  const conditions = text.match(/agency_uid"? (?:=|in)/gi)?.length ?? 0
  if (conditions < tables) violations.push(text)
}

/** Statements that break the rule, seen since this was last asked: there should be none. */
export function takeTenancyViolations(): string[] {
  return violations.splice(0)
}
