/**
 * The files that import from a district above their own. The list can only shrink: a new one fails
 * `npm run check`, and one that is listed and gone fails test/districts.test.ts.
 */
export const upwardImports: Record<string, string[]> = {
  'access/authorizations/disconnect-partner': ['events/events/record-event'],
  'access/consent/approve-partner': ['events/events/record-event'],
  'access/grants/change-grants': [
    'events/events/record-event',
    'events/webhook-states/follow-access',
  ],
  'access/grants/record-inherited-access': ['events/events/record-event'],
  'leads/lead-query/lead-belongings.sql': ['around/tags/tags'],
  'leads/lead-history/follow-leads': [
    'around/jobs/follow-leads-of-jobs',
    'around/pin-codes/follow-stays',
    'inbox/threads/follow-lead-changes',
  ],
  'leads/orders/order-shape': ['around/order-services/order-service-shape'],
  'leads/orders/order': ['around/order-services/order-service'],
  'leads/orders/orders': ['around/order-services/order-service'],
  'leads/orders/settle-order': ['around/order-services/order-services'],
  'prices/occupancies/conflicts.sql': ['leads/leads/lead'],
  'prices/promo-codes/keep-promo-code': ['leads/leads/lead'],
  'prices/promo-codes/record-redemption': ['leads/leads/lead'],
  'prices/quotes/check-quote': ['leads/leads/lead-body'],
  'prices/quotes/hold-quote': ['leads/lead-writes/create-lead', 'leads/leads/lead'],
  'prices/quotes/quote-shape': ['leads/leads/lead'],
  'prices/quotes/quotes.rest': ['leads/leads/guest-information-shape'],
  'prices/quotes/quotes': ['leads/leads/lead'],
  'prices/stays/stay-tests': ['leads/leads/lead'],
  'properties/legacy-properties/legacy-properties': ['around/reviews/reviews-of-property.sql'],
  'properties/legacy-properties/write-legacy-content': ['prices/pricing-rules/change-legacy-rules'],
  'properties/properties/change-property': ['leads/held-nights/leads-of-property.sql'],
  'properties/properties/create-property': ['prices/calendar-feeds/calendar-feeds'],
  'properties/properties/delete-property': [
    'around/jobs/cancel-jobs-of-property',
    'leads/held-nights/leads-of-property.sql',
  ],
  'properties/property-query/properties.v3.graphql': ['around/tags/tags'],
  'properties/sub-properties/while-subs-change': [
    'leads/held-nights/group-nights',
    'leads/held-nights/settle-leaning-leads',
    'leads/leads/lead',
    'prices/occupancies/occupancies',
  ],
  'properties/units/lock-unit': ['leads/held-nights/leads-of-property.sql'],
}
