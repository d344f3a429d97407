/** Events of each change of a lead: every row of contract/leads.md §4.4. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type LeadState, leadStates } from '../../prices/occupancies/lead-status.ts'
import type { LeadRow } from '../leads/lead.ts'
import { leadEventsForChange } from './lead-events.ts'

const base = {
  property_uid: 'p',
  unit_uid: null,
  check_in_local: '2027-06-10T15:00:00',
  check_out_local: '2027-06-14T11:00:00',
  adult_count: 2,
  children_count: 0,
  pet_count: 0,
  infant_count: 0,
}

function lead(state: LeadState, columns: object = {}): LeadRow {
  return { ...base, ...leadStates[state], ...columns } as unknown as LeadRow
}

const moved = { check_out_local: '2027-06-15T11:00:00' }
const later = { check_out_local: '2027-06-14T12:00:00' }
const elsewhere = { property_uid: 'q' }

type Row = [
  change: string,
  act: string,
  before: LeadRow | null,
  after: LeadRow | null,
  events: string[],
  availability: string | null,
]

const rows: Row[] = [
  ['create NEW', 'create', null, lead('NW'), ['NEW_INQUIRY'], null],
  ['create ON_HOLD', 'create', null, lead('OH'), ['NEW_HOLD'], 'NEW_HOLD'],
  ['create PENDING', 'create', null, lead('PE'), ['NEW_BOOKING_REQUEST'], 'NEW_HOLD'],
  ['create BOOKED', 'create', null, lead('BK'), ['NEW_BOOKING'], 'NEW_BOOKING'],
  ['create BLOCKED', 'create', null, lead('BL'), ['NEW_BLOCKED_DATES'], 'NEW_BLOCKED_DATES'],
  ['hold', 'put-on-hold', lead('NW'), lead('OH'), ['NEW_HOLD'], 'NEW_HOLD'],
  ['book an inquiry', 'mark-as-booked', lead('NW'), lead('BK'), ['NEW_BOOKING'], 'NEW_BOOKING'],
  ['accept', 'accept-booking-request', lead('PE'), lead('BK'), ['NEW_BOOKING'], 'NEW_BOOKING'],
  ['rebook', 'rebook', lead('CA'), lead('BK'), ['NEW_BOOKING'], 'NEW_BOOKING'],
  ['await payment', 'accept-booking-request', lead('PE'), lead('PA'), ['BOOKING_UPDATED'], null],
  ['extend', 'extend-hold', lead('OH'), lead('OH'), ['BOOKING_UPDATED'], null],
  ['quote sent', 'mark-quote-sent', lead('NW'), lead('NW'), ['BOOKING_UPDATED'], null],
  ['hold closed', 'close', lead('OH'), lead('CL'), ['BOOKING_UPDATED'], 'HOLD_CANCELLED'],
  ['hold ignored', 'close', lead('OH'), lead('IG'), ['BOOKING_UPDATED'], 'HOLD_CANCELLED'],
  ['hold expired', 'lapse', lead('OH'), lead('CL'), ['BOOKING_UPDATED'], 'HOLD_CANCELLED'],
  ['declined', 'decline', lead('PE'), lead('DE'), ['BOOKING_UPDATED'], 'HOLD_CANCELLED'],
  ['withdrawn', 'cancel', lead('PA'), lead('RC'), ['BOOKING_UPDATED'], 'HOLD_CANCELLED'],
  ['inquiry closed', 'close', lead('NW'), lead('DU'), ['BOOKING_UPDATED'], null],
  ['reopen', 'reopen', lead('DE'), lead('NW'), ['BOOKING_UPDATED'], null],
  ['closed otherwise', 'close', lead('CL'), lead('IG'), ['BOOKING_UPDATED'], null],
  ['cancel', 'cancel', lead('BK'), lead('CA'), ['BOOKING_CANCELLED'], 'BOOKING_CANCELLED'],
  ['patch', 'patch', lead('BK'), lead('BK'), ['BOOKING_UPDATED'], null],
  ['patch of a block', 'patch', lead('BL'), lead('BL'), [], null],
  ['delete a block', 'delete', lead('BL'), null, [], 'BLOCK_DELETED'],
  ['delete a closed inquiry', 'delete', lead('CL'), null, [], 'LEAD_SOFT_DELETED'],
  ['delete one without property', 'delete', lead('CL', { property_uid: null }), null, [], null],
  ['delete a sample', 'delete', lead('SA'), null, [], null],
  ...alterations(),
]

function alterations(): Row[] {
  const alteration = (state: LeadState, change: object): [LeadRow, LeadRow] => [
    lead(state, { unit_uid: 'u' }),
    lead(state, { unit_uid: 'u', ...change }),
  ]
  const updated = ['BOOKING_UPDATED']
  const withUnit = ['BOOKING_UPDATED', 'UNIT_CHANGED']
  return [
    ['property of a booking', ...alteration('BK', elsewhere), updated, 'LEAD_PROPERTY_CHANGED'],
    ['dates', ...alteration('BK', moved), updated, 'LEAD_DATES_CHANGED'],
    [
      'dates and property',
      ...alteration('BK', { ...moved, ...elsewhere }),
      updated,
      'LEAD_PROPERTY_CHANGED',
    ],
    ['times of day', ...alteration('BK', later), updated, 'BOOKING_UPDATED'],
    ['counts', ...alteration('OH', { adult_count: 3 }), updated, 'BOOKING_UPDATED'],
    ['prices alone', ...alteration('BK', {}), updated, null],
    ['unit', ...alteration('BK', { unit_uid: 'v' }), ['UNIT_CHANGED'], 'BOOKING_UPDATED'],
    [
      'unit and counts',
      ...alteration('BK', { unit_uid: 'v', adult_count: 3 }),
      withUnit,
      'BOOKING_UPDATED',
    ],
    [
      'unit and dates',
      ...alteration('BK', { unit_uid: 'v', ...moved }),
      withUnit,
      'LEAD_DATES_CHANGED',
    ],
    ['first unit', lead('BK'), lead('BK', { unit_uid: 'v' }), updated, 'BOOKING_UPDATED'],
    ['dates of an inquiry', ...alteration('NW', moved), updated, null],
    ['dates of a block', ...alteration('BL', moved), ['NEW_BLOCKED_DATES'], 'LEAD_DATES_CHANGED'],
    [
      'property of a block',
      ...alteration('BL', elsewhere),
      ['NEW_BLOCKED_DATES'],
      'LEAD_PROPERTY_CHANGED',
    ],
    ['times of a block', ...alteration('BL', later), [], 'BOOKING_UPDATED'],
  ].map(([name, ...rest]) => [`alter: ${name}`, 'alteration', ...rest] as Row)
}

describe('leadEventsForChange', () => {
  for (const [name, act, before, after, events, availability] of rows) {
    it(`${name}: returns ${[...events, availability ?? '–'].join(', ')}`, () => {
      assert.deepEqual(leadEventsForChange({ before, after, action: act }), {
        events,
        availability,
      })
    })
  }
})
