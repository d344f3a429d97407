/**
 * The operations of the interface that the console calls. `npm run generate` writes the types of
 * just these into `api-types.ts`.
 */
export const operations = [
  'GET /session',
  'PATCH /session',
  'GET /agencies/{uid}/today',
  'GET /events',
  'GET /leads',
  'POST /leads',
  'GET /leads/{uid}',
  'POST /leads/{uid}/alteration',
  'GET /leads/counts',
  'GET /multi-calendar',
  'GET /multi-units/multi-unit-properties',
  'GET /orders',
  'POST /pricing-periods/bulk',
  'GET /pricing-periods/bulk/{uid}',
  'POST /quotes',
  'GET /session/preferences',
  'PUT /session/preferences',
  'GET /tags',
  'POST /leads/{uid}/accept-booking-request',
  'POST /leads/{uid}/decline-booking-request',
  'POST /leads/{uid}/mark-as-booked',
  'POST /leads/{uid}/extend-hold',
  'POST /leads/{uid}/close',
  'POST /jobs/{uid}/accept',
  'POST /jobs/{uid}/mark-as-done',
] as const

export type OperationName = (typeof operations)[number]
