/** Operations by version: contract/versions.md §4. */

import { addSpelledOut } from './expand-rows.ts'
import { both, expand, type OperationRow, reads } from './operation-row.ts'
import { furtherOperations, messaging } from './other-operations.ts'

const leadActions = [
  ...['alteration', 'put-on-hold', 'extend-hold', 'close', 'reopen', 'mark-as-booked'],
  ...['accept-booking-request', 'decline-booking-request', 'cancel', 'rebook'],
]

const leads: OperationRow[] = [
  { mentions: 'POST /v2/leadsql', columns: 'x|–|–|–|–' },
  { mentions: 'POST /api/v3.N/graphql', columns: '–|x|x|x|x' },
  {
    mentions: 'leads list, get, delete',
    columns: 'x|x|x|x|x',
    v2: reads('GET /leads', 'GET DELETE /leads/:uid'),
    v3: reads('GET /leads', 'GET DELETE /leads/:uid'),
  },
  {
    mentions: 'leads create, update by /v2',
    columns: 'sandbox|–|–|–|–',
    v2: reads('POST /leads', 'PUT /leads/:uid'),
  },
  {
    mentions: 'leads create, PATCH; alteration',
    columns: '–|x|x|x|x',
    v3: reads('POST /leads', 'PATCH /leads/:uid', ...leadActions.map(a => `POST /leads/:uid/${a}`)),
  },
  {
    mentions: 'mark-paf-completed',
    columns: 'x|x|x|x|x',
    v2: reads('POST /leads/:uid/mark-paf-completed'),
    v3: reads('POST /leads/:uid/mark-paf-completed'),
  },
  {
    mentions: 'mark-quote-sent',
    columns: '–|–|–|–|x',
    v3: reads('POST /leads/:uid/mark-quote-sent'),
  },
  {
    mentions: 'group bookings: member leads shown',
    columns: 'r|r|r|r|rw',
    v3: both(
      ['GET /leads'],
      [
        'GET POST /leads/group-booking',
        'GET /leads/group-booking/:groupUid',
        'POST /leads/group-booking/:groupUid/cancel',
      ],
    ),
  },
  {
    mentions: 'extra guests',
    columns: '–|r|r|r|r, w(+)',
    v3: both(['GET /extra-guests/:leadUid'], ['PUT /extra-guests/:leadUid']),
  },
]

const hotel = '/multi-units/multi-unit-properties'
const unitType = '/multi-units/unit-types'
const unit = '/multi-units/units'

const properties: OperationRow[] = [
  {
    mentions: 'properties list, get, create, PUT, delete',
    columns: 'x|x|x|x|x',
    v2: reads('GET POST /properties', 'GET PUT DELETE /properties/:uid'),
    v3: reads('GET POST /properties', 'GET PUT DELETE /properties/:uid'),
  },
  { mentions: 'properties PATCH', columns: '–|x|x|x|x', v3: reads('PATCH /properties/:uid') },
  { mentions: 'date search', columns: 'x|–|–|–|–', v2: reads('GET /properties') },
  {
    mentions: 'photos, descriptions, amenities, custom amenities, property rules',
    columns: 'x|x|x|x|x',
    v2: reads(
      'GET POST /photos',
      'PUT DELETE /photos/:uid',
      'GET PUT POST /propertydescriptions',
      'GET PUT /amenities/:propertyUid',
      'GET POST /customamenities',
      'PUT DELETE /customamenities/:uid',
      'GET DELETE /propertyrules',
    ),
    v3: reads(
      'GET POST /photos',
      'GET /photos/:uid',
      'GET /property-descriptions',
      'PUT DELETE /property-descriptions/:propertyUid',
      'GET POST /amenities',
      'GET PUT DELETE /amenities/:uid',
      'GET POST /custom-amenities',
      'DELETE /custom-amenities/:uid',
      'GET POST /property-rules',
      'GET PUT PATCH DELETE /property-rules/:uid',
    ),
  },
  {
    mentions: 'available amenities, available property rules, rooms, rooms-bulk',
    columns: '–|x|x|x|x',
    v3: reads(
      'GET /available-amenities',
      'GET /available-property-rules',
      'GET POST /rooms',
      'GET PUT DELETE /rooms/:uid',
      'PUT /rooms-bulk',
    ),
  },
  {
    mentions: 'bedtypes, /v2/units',
    columns: 'x|–|–|–|–',
    v2: reads('GET PUT POST DELETE /bedtypes', 'GET PUT /units'),
  },
  {
    mentions: 'multi-units/* reads',
    columns: '–|x|x|x|x',
    v3: reads(
      `GET ${hotel}`,
      `GET ${hotel}/:uid`,
      `GET ${unitType}`,
      `GET ${unitType}/:uid`,
      `GET ${unit}`,
      `GET ${unit}/:uid`,
    ),
  },
  {
    mentions: 'unit-type PATCH, multi-unit-property create',
    columns: '–|–|x|x|x',
    v3: reads(`POST ${hotel}`, `PATCH ${unitType}/:uid`),
  },
  {
    mentions: 'units write (+)',
    columns: '–|–|–|–|x',
    v3: reads(
      `POST ${unit}`,
      `PATCH DELETE ${unit}/:uid`,
      `POST ${unitType}`,
      `DELETE ${unitType}/:uid`,
      `PATCH DELETE ${hotel}/:uid`,
    ),
  },
  {
    mentions: 'property-calendar, one and bulk',
    columns: 'one|x|x|x|x',
    v2: reads('GET /propertycalendar/:propertyUid'),
    v3: reads('GET /property-calendar', 'GET /property-calendar/:propertyUid'),
  },
  {
    mentions: 'pricing-periods, bulk',
    columns: 'x|x|x|x|x',
    v2: reads(
      'GET POST /pricingperiods',
      'POST /pricingperiods/bulk',
      'GET /pricingperiods/bulk/:uid',
      'GET POST /pricingPeriods',
      'POST /pricingPeriods/bulk',
      'GET /pricingPeriods/bulk/:uid',
      'POST /pricingperiodsbulk',
      'GET /pricingperiodsbulk/:uid',
    ),
    v3: reads(
      'GET POST /pricing-periods',
      'POST /pricing-periods/bulk',
      'GET /pricing-periods/bulk/:uid',
    ),
  },
  {
    mentions: 'property-pricing-rules',
    columns: 'x|x|x|x|x',
    v2: reads('GET PUT /pricingrules', 'GET PUT /pricingrules/:propertyUid'),
    v3: reads('GET PUT /property-pricing-rules/:propertyUid'),
  },
  { mentions: 'rate-multipliers', columns: '–|x|x|x|x', v3: reads('GET PATCH /rate-multipliers') },
  {
    mentions: 'fees / /v2/customfees',
    columns: 'x|x|x|x|x',
    v2: reads('GET POST /customfees', 'GET PUT DELETE /customfees/:uid'),
    v3: reads('GET POST /fees', 'GET PUT DELETE /fees/:uid'),
  },
  {
    mentions: '/dbs…',
    columns: '–|–|–|x|x',
    v3: reads('GET /dbs', 'GET /dbs/properties/:propertyUid', 'GET /dbs/agencies/:agencyUid'),
  },
  {
    mentions: 'agencies/{uid}/featured-properties',
    columns: '–|x|x|x|x',
    v3: reads('GET /agencies/:uid/featured-properties'),
  },
  { mentions: 'local spots', columns: 'gone|gone|gone|gone|gone' },
]

const adjustments = '/orders/:orderUid/order-adjustments'
const orderServices = '/orders/:orderUid/order-services'

const money: OperationRow[] = [
  {
    mentions: 'orders list',
    columns: 'x|x|x|x|x',
    v2: reads('GET /orders'),
    v3: reads('GET /orders'),
  },
  {
    mentions: 'order by uid',
    columns: 'x|x|x|x|x',
    v2: reads('GET /orders/:uid'),
    v3: reads('GET /orders/:uid'),
  },
  {
    mentions: 'order-adjustments list, add, delete',
    columns: '–|x|x|x|x',
    v3: reads(`GET POST ${adjustments}`, `GET DELETE ${adjustments}/:uid`),
  },
  { mentions: 'order-adjustments upsert', columns: '–|–|–|–|x', v3: reads(`PUT ${adjustments}`) },
  {
    mentions: 'order-services',
    columns: '–|–|–|–|x',
    v3: reads(`GET POST ${orderServices}`, `DELETE ${orderServices}/:uid`),
  },
  {
    mentions: 'transactions',
    columns: '–|x|x|x|x',
    v3: reads('GET POST /transactions', 'GET /transactions/:uid'),
  },
  {
    mentions: 'quotes / /v2/quote',
    columns: 'x|x|x|x|x',
    v2: reads('GET POST /quote'),
    v3: reads('POST /quotes'),
  },
  {
    mentions: 'promo codes',
    columns: '–|–|–|–|x',
    v3: reads('GET POST /promo-codes', 'GET PUT PATCH DELETE /promo-codes/:uid'),
  },
]

/** Additions of 3.3 without a separate row, documented with their resource. */
const additions: OperationRow = {
  mentions: '(+)',
  columns: '–|–|–|–|x',
  v3: reads(
    'PUT DELETE /photos/:uid',
    'GET /property-calendar/:propertyUid/history',
    'GET /leads/:uid/tags',
    'GET /guests',
    'GET /pin-codes/:uid',
    'POST /property-channel-links/:uid/report-sync',
    'PUT /dbs/properties/:propertyUid',
    'PUT /dbs/agencies/:agencyUid',
  ),
}

export const operations = {
  leads: addSpelledOut('4.1', leads),
  properties: addSpelledOut('4.2', properties),
  money: addSpelledOut('4.3', money),
  messaging: addSpelledOut('4.4', messaging),
  others: addSpelledOut('4.5', furtherOperations),
  additions: [additions],
}

/** Operations of partners without an agency, in every version and below `/api`. */
export const versionless = expand([
  'POST /auth/oauth/token',
  'POST /auth/oauth/code-exchange',
  'POST /auth/oauth/token-refresh',
  'POST /auth/oauth/revoke',
])

/** Operations of partners below `/api` without a version. */
export const unversionedOnly = expand(['GET PUT /version', 'GET /versions'])
