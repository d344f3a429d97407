/** The filters of lead lists, the same for REST and GraphQL: contract/leads.md §7. */
import { sql } from 'kysely'
import { type Known, type Row, rowAs, type Sql, slot } from '../../../platform/graphql/fields.ts'
import { hasTags } from '../../properties/property-query/property-filters.sql.ts'
import { isDueOf, isDueOn, isFound } from './lead-search.sql.ts'

interface Filter {
  /** SQL type that its value is cast to. */
  type: string
  where(lead: Row, value: Sql): Sql
}

/**
 * Who may see guests' data of a lead, as a condition; null: the caller sees that of every lead.
 * Nobody finds a lead by what he may not see of it.
 */
export type Personal = Sql | null

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

const filters = {
  leadUids: isOneOf('uid', 'uuid[]'),
  propertyUid: equals('property_uid', 'uuid'),
  agencyUid: equals('agency_uid', 'uuid'),
  checkInFrom: date((lead, day) => sql`${lead('check_in_local')} >= ${day}`),
  checkInTo: date((lead, day) => sql`${lead('check_in_local')} < ${day} + 1`),
  checkOutFrom: date((lead, day) => sql`${lead('check_out_local')} >= ${day}`),
  checkOutTo: date((lead, day) => sql`${lead('check_out_local')} < ${day} + 1`),
  checkInFromUtcDateTime: instant((lead, at) => sql`${lead('check_in_at')} >= ${at}`),
  checkInToUtcDateTime: instant((lead, at) => sql`${lead('check_in_at')} <= ${at}`),
  checkOutFromUtcDateTime: instant((lead, at) => sql`${lead('check_out_at')} >= ${at}`),
  checkOutToUtcDateTime: instant((lead, at) => sql`${lead('check_out_at')} <= ${at}`),
  stayFrom: date((lead, day) => sql`${lead('check_out_local')} >= ${day} + 1`),
  stayTo: date((lead, day) => sql`${lead('check_in_local')} < ${day} + 1`),
  updatedSince: instant((lead, at) => sql`${lead('updated_at')} >= ${at}`),
  statusIn: isOneOf('status'),
  typeIn: isOneOf('type'),
  channelIn: isOneOf('channel'),
  unitUid: equals('unit_uid', 'uuid'),
  hotelUid: { type: 'uuid', where: isOfHotel },
  groupUid: equals('group_uid', 'uuid'),
  groupRole: {
    type: 'text',
    // What has a role has a group, and those that have one stand in an index of their own.
    where: (lead, role) =>
      sql`${lead('group_role')} = ${role} and ${lead('group_uid')} is not null`,
  },
  externalBookingId: equals('external_booking_id', 'text'),
  query: { type: 'text', where: isFound },
  assigneeUid: equals('assignee_uid', 'uuid'),
  isUnassigned: { type: 'boolean', where: lead => sql`${lead('assignee_uid')} is null` },
  tags: {
    type: 'text[]',
    where: (lead, tags) => hasTags(lead('uid'), tags, lead('agency_uid')),
  },
  balance: { type: 'text', where: (lead, balance) => sql`${isDueOf(lead)} = (${balance} = 'DUE')` },
  dueOn: date(isDueOn),
  isBooked: { type: 'boolean', where: lead => sql`${lead('booked_at')} is not null` },
} satisfies Record<string, Filter>

export type LeadFilterName = keyof typeof filters
export type LeadFilters = Partial<Record<LeadFilterName, unknown>>

/** Returns whether a lead is of a group booking of a hotel, or of one of its unit types. */
function isOfHotel(lead: Row, hotelUid: Sql): Sql {
  return sql`(${lead('hotel_uid')} = ${hotelUid} or ${lead('property_uid')} in (
    select t.uid from properties t
    where t.agency_uid = ${lead('agency_uid')} and t.hotel_uid = ${hotelUid}))`
}

/** The conditions of the filters that have a value, each with `AND` before it. */
export function whereFilters(lead: Row, values: LeadFilters): Sql {
  return conditions(lead, values, (name, type) => sql`${values[name]}::${sql.raw(type)}`)
}

/** The lead filters of a compiled plan, whose parameters come with each call. */
export function filterSlots(values: LeadFilters, personal: Personal) {
  const names = given(values)
  return {
    shape: names.join(','),
    values: Object.fromEntries(names.map(name => [`filter_${name}`, values[name]])),
    where: (alias: string, known: Known) => {
      const lead = rowAs(alias, personal, known)
      return conditions(lead, values, (name, type) => slot(`filter_${name}`, type))
    },
  }
}

function conditions(
  lead: Row,
  values: LeadFilters,
  toSql: (name: LeadFilterName, type: string) => Sql,
): Sql {
  const all = given(values).map(name => {
    const filter: Filter = filters[name]
    return sql`and ${filter.where(lead, toSql(name, filter.type))}`
  })
  return all.length === 0 ? sql`` : sql.join(all, sql` `)
}

function given(values: LeadFilters): LeadFilterName[] {
  const names = Object.keys(filters) as LeadFilterName[]
  return names.filter(name => values[name] !== undefined && values[name] !== null)
}
