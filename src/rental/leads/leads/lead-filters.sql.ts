/** Filters of lead lists, shared by REST and GraphQL: contract/leads.md §7. */
import { sql } from 'kysely'
import {
  type KnownValues,
  type Row,
  rowAs,
  type Sql,
  slot,
} from '../../../platform/graphql/fields.ts'
import { hasTags } from '../../properties/property-query/property-filters.sql.ts'
import { hasBalanceDue, isDueOn, matchesText } from './lead-search.sql.ts'

interface Filter {
  /** SQL type of the value. */
  type: string
  where(lead: Row, value: Sql): Sql
}

/**
 * Condition under which the caller may see a lead's guest data; null if it always may. A filter
 * never matches data that the caller may not see.
 */
export type PersonalCondition = Sql | null

const date = (where: Filter['where']): Filter => ({ type: 'date', where })
const instant = (where: Filter['where']): Filter => ({ type: 'timestamptz', where })
const isOneOf = (column: string, type = 'text[]'): Filter => ({
  type,
  where: (lead, value) => sql`${lead(column)} = any(${value})`,
})
const equals = (column: string, type: string): Filter => ({
  type,
  where: (lead, value) => sql`${lead(column)} = ${value}`,
})

const filterByName = {
  leadUids: isOneOf('uid', 'uuid[]'),
  propertyUid: equals('property_uid', 'uuid'),
  agencyUid: equals('agency_uid', 'uuid'),
  checkInFrom: date((lead, day) => sql`${lead('check_in_local')} >= ${day}`),
  checkInTo: date((lead, day) => sql`${lead('check_in_local')} < ${day} + 1`),
  checkOutFrom: date((lead, day) => sql`${lead('check_out_local')} >= ${day}`),
  checkOutTo: date((lead, day) => sql`${lead('check_out_local')} < ${day} + 1`),
  checkInFromUtcDateTime: instant((lead, moment) => sql`${lead('check_in_at')} >= ${moment}`),
  checkInToUtcDateTime: instant((lead, moment) => sql`${lead('check_in_at')} <= ${moment}`),
  checkOutFromUtcDateTime: instant((lead, moment) => sql`${lead('check_out_at')} >= ${moment}`),
  checkOutToUtcDateTime: instant((lead, moment) => sql`${lead('check_out_at')} <= ${moment}`),
  stayFrom: date((lead, day) => sql`${lead('check_out_local')} >= ${day} + 1`),
  stayTo: date((lead, day) => sql`${lead('check_in_local')} < ${day} + 1`),
  updatedSince: instant((lead, moment) => sql`${lead('updated_at')} >= ${moment}`),
  statusIn: isOneOf('status'),
  typeIn: isOneOf('type'),
  channelIn: isOneOf('channel'),
  unitUid: equals('unit_uid', 'uuid'),
  hotelUid: { type: 'uuid', where: belongsToHotel },
  groupUid: equals('group_uid', 'uuid'),
  groupRole: {
    type: 'text',
    // A lead with a role has a group; the condition lets the planner use the partial index of
    // groups.
    where: (lead, role) =>
      sql`${lead('group_role')} = ${role} and ${lead('group_uid')} is not null`,
  },
  externalBookingId: equals('external_booking_id', 'text'),
  query: { type: 'text', where: matchesText },
  assigneeUid: equals('assignee_uid', 'uuid'),
  // The only value of this filter is true.
  isUnassigned: { type: 'boolean', where: lead => sql`${lead('assignee_uid')} is null` },
  tags: {
    type: 'text[]',
    where: (lead, tags) => hasTags(lead('uid'), tags, lead('agency_uid')),
  },
  balance: {
    type: 'text',
    where: (lead, balance) => sql`${hasBalanceDue(lead)} = (${balance} = 'DUE')`,
  },
  dueOn: date(isDueOn),
  // The only value of this filter is true.
  isBooked: { type: 'boolean', where: lead => sql`${lead('booked_at')} is not null` },
} satisfies Record<string, Filter>

export type LeadFilterName = keyof typeof filterByName
export type LeadFilters = Partial<Record<LeadFilterName, unknown>>

/** Returns the condition that a lead is of a group booking of a hotel, or of its unit types. */
function belongsToHotel(lead: Row, hotelUid: Sql): Sql {
  return sql`(${lead('hotel_uid')} = ${hotelUid} or ${lead('property_uid')} in (
    select t.uid from properties t
    where t.agency_uid = ${lead('agency_uid')} and t.hotel_uid = ${hotelUid}))`
}

/** Returns the conditions of all filters with a value, each with `and` before it. */
export function whereFilters(lead: Row, values: LeadFilters): Sql {
  return conditions(lead, values, (name, type) => sql`${values[name]}::${sql.raw(type)}`)
}

export type LeadFilterSlots = ReturnType<typeof filterSlots>

/** Returns lead filters for a compiled query plan; their values are parameters of each call. */
export function filterSlots(values: LeadFilters, personal: PersonalCondition) {
  const names = filterNames(values)
  return {
    shape: names.join(','),
    values: Object.fromEntries(names.map(name => [`filter_${name}`, values[name]])),
    where: (alias: string, knownValues: KnownValues) => {
      const lead = rowAs(alias, personal, knownValues)
      return conditions(lead, values, (name, type) => slot(`filter_${name}`, type))
    },
  }
}

function conditions(
  lead: Row,
  values: LeadFilters,
  toValueSql: (name: LeadFilterName, type: string) => Sql,
): Sql {
  const clauses = filterNames(values).map(name => {
    const filter: Filter = filterByName[name]
    return sql`and ${filter.where(lead, toValueSql(name, filter.type))}`
  })
  return clauses.length === 0 ? sql`` : sql.join(clauses, sql` `)
}

function filterNames(values: LeadFilters): LeadFilterName[] {
  const names = Object.keys(filterByName) as LeadFilterName[]
  return names.filter(name => values[name] !== undefined && values[name] !== null)
}
