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
  'GET /leads/{uid}',
  'GET /leads/counts',
  'GET /multi-calendar',
  'GET /orders',
] as const

export type OperationName = (typeof operations)[number]
